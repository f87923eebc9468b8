package org.sporos.kernel.bytecode;

/**
 * The code of the calls of the JDK on local arrays, which is lifted in their place; the ints stand for elements of any
 * type. Where the JDK throws, an element outside is touched. It is never run.
 */
final class ArrayCode {
    /** Its internal name. */
    static final String NAME = "org/sporos/kernel/bytecode/ArrayCode";

    private ArrayCode() {}

    static void fill(int[] array, int value) {
        for (int k = 0; k < array.length; k++) {
            array[k] = value;
        }
    }

    static void fill(int[] array, int begin, int end, int value) {
        if (begin < 0 || begin > end || end > array.length) {
            array[begin < 0 ? begin : array.length] = value;
            return;
        }
        for (int k = begin; k < end; k++) {
            array[k] = value;
        }
    }

    static void copy(int[] from, int begin, int[] to, int at, int n) {
        if (begin < 0 || n < 0 || begin > from.length - n) {
            to[0] = from[begin < 0 ? begin : n < 0 ? n : from.length];
        } else if (at < 0 || at > to.length - n) {
            to[at < 0 ? at : to.length] = from[0];
        } else {
            for (int k = 0; k < n; k++) {
                to[at + k] = from[begin + k];
            }
        }
    }

    /** Copies within one array, whose parts may overlap. */
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
