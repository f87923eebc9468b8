package org.sporos.matrix;

import java.util.stream.Stream;

/**
 * What a test does more of in the full matrix ({@code mvn -Pfull verify}) than in the default run: seeds, spaces, brands.
 * A test that the default run leaves out as a whole has the tag {@code matrix}, or {@code full} if it takes minutes.
 */
public final class Full {
    private static final boolean ON = Boolean.getBoolean("sporos.test.full");

    private Full() {}

    /** Returns the first in the default run, all in the full matrix. */
    @SafeVarargs
    public static <T> Stream<T> matrix(T first, T... others) {
        return ON ? Stream.concat(Stream.of(first), Stream.of(others)) : Stream.of(first);
    }

    /** Returns how often: the first number in the default run, the second in the full matrix. */
    public static int count(int byDefault, int inMatrix) {
        return ON ? inMatrix : byDefault;
    }
}
