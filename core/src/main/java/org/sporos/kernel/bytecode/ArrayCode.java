package org.sporos.kernel.bytecode;

/**
 * Bodies that are inlined for JDK calls on local arrays; never executed. {@code int} represents any element type. Where
 * the JDK throws for an index, the element at that index is accessed, which fails the check.
 */
final class ArrayCode {
    /** The internal name of this class. */
    static final String NAME = "org/sporos/kernel/bytecode/ArrayCode";

    private ArrayCode() {}

    static void fill(int[] array, int value) {
        for (int k = 0; k < array.length; k++) {
            array[k] = value;
        }
    }

    static void fill(int[] array, int begin, int end, int value) {
        if (begin < 0 || end > array.length) {
            array[begin < 0 ? begin : end] = value;
            return;
        }
        for (int k = begin; k < end; k++) {
            array[k] = value;
        }
    }

    static void copy(int[] from, int begin, int[] to, int at, int n) {
        if (begin < 0 || n < 0 || begin > from.length - n) {
            to[0] = from[begin < 0 ? begin : n < 0 ? n : begin + n];
        } else if (at < 0 || at > to.length - n) {
            to[at < 0 ? at : at + n] = from[0];
        } else {
            for (int k = 0; k < n; k++) {
                to[at + k] = from[begin + k];
            }
        }
    }

    /** Copies within one array; the ranges may overlap. */
    static void move(int[] from, int begin, int[] to, int at, int n) {
        if (begin < at && begin >= 0 && n >= 0 && at <= to.length - n) {
            for (int k = n - 1; k >= 0; k--) {
                to[at + k] = from[begin + k];
            }
        } else {
            copy(from, begin, to, at, n);
        }
    }
}
