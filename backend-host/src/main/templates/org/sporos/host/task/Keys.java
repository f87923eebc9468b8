package org.sporos.host.task;

import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/**
 * The preference order of MIN_LOC and MAX_LOC, as long keys: the smaller key wins. NaN comes first, and -0.0 is below
 * 0.0, as in Math.min and Math.max. A key converts back to the bits of its value; all NaNs become one.
 */
record Keys(ElementType type, boolean max) {
    private static final long NAN = Long.MIN_VALUE;

    static Keys of(ReductionOp op, ElementType type) {
        return new Keys(type, op == ReductionOp.MAX_LOC);
    }
[#list reals as t]

    /** Returns contributions of ${t.type}s as keys. */
    LongSource of(${t.Type}Source source) {
        return (first, n, into, at) -> {
            ${t.type}[] values = Buffers.${t.type}s();
            for (int done = 0; done < n; done += Order.TILE) {
                int m = Math.min(Order.TILE, n - done);
                source.fill(first + done, m, values, 0);
                for (int k = 0; k < m; k++) {
                    into[at + done + k] = key(values[k]);
                }
            }
        };
    }
[/#list]

    /** Returns contributions of ints or longs as keys. */
    LongSource of(LongSource source) {
        return (first, n, into, at) -> {
            source.fill(first, n, into, at);
            for (int k = at; max && k < at + n; k++) {
                into[k] = ~into[k];
            }
        };
    }

    /** Returns the key of a double; a float has the key of the equal double. */
    private long key(double value) {
        if (Double.isNaN(value)) {
            return NAN;
        }
        long ascending = flip(Double.doubleToRawLongBits(value));
        return max ? ~ascending : ascending;
    }

    /** Returns the raw bits of the value of a key, in the type of the values. */
    long bits(long key) {
        long ascending = max ? ~key : key;
        return switch (type) {
            case DOUBLE -> key == NAN ? Double.doubleToRawLongBits(Double.NaN) : flip(ascending);
            case FLOAT ->
                Float.floatToRawIntBits(key == NAN ? Float.NaN : (float) Double.longBitsToDouble(flip(ascending)));
            default -> ascending;
        };
    }

    /** Converts the bits of a double to a long of the same order, and back. */
    private static long flip(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }
}
