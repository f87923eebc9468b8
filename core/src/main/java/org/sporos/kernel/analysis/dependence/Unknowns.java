package org.sporos.kernel.analysis.dependence;

import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.analysis.AffineExpr;

/** Numbers the unknowns of one formula by key. Not thread-safe. */
final class Unknowns {
    /** The limit of evaluated values; a value is evaluated once per alternative. */
    private static final int MAX_VALUES = 2000;

    private final Map<Object, Integer> numbers = new HashMap<>();
    private int values;

    /** Returns the unknown of a key. */
    AffineExpr<Integer> of(Object key) {
        return AffineExpr.unknown(numbers.computeIfAbsent(key, k -> nextNumber()));
    }

    private int nextNumber() {
        return numbers.size();
    }

    /** Returns the number of unknowns. */
    int count() {
        return numbers.size();
    }

    /** Counts an evaluated value; returns whether the limit is exceeded. */
    boolean isOverLimit() {
        return ++values > MAX_VALUES;
    }
}
