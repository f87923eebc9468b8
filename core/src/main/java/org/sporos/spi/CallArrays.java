package org.sporos.spi;

import java.util.List;

/**
 * The arrays of objects that the bodies of an eager call reach through what they captured. Kernels read the elements
 * when they are compiled, so a call with other elements is another one.
 *
 * @param isKnown whether these are all, and their elements refer to no other
 */
public record CallArrays(boolean isKnown, List<Object[]> arrays) {
    /** No arrays. */
    public static final CallArrays NONE = new CallArrays(true, List.of());

    /** Returns whether there are none for sure. */
    public boolean isEmpty() {
        return isKnown && arrays.isEmpty();
    }
}
