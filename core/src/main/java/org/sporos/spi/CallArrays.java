package org.sporos.spi;

import java.util.List;

/**
 * The arrays of objects reachable from the captured values of an eager call's bodies. Kernels read their elements at
 * compile time, so a call with other elements is a different one.
 *
 * @param isKnown whether the list is complete, and elements refer to no other arrays
 */
public record CallArrays(boolean isKnown, List<Object[]> arrays) {
    /** No arrays. */
    public static final CallArrays NONE = new CallArrays(true, List.of());

    /** Returns whether there are certainly none. */
    public boolean isEmpty() {
        return isKnown && arrays.isEmpty();
    }
}
