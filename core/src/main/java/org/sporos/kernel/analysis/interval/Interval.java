package org.sporos.kernel.analysis.interval;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;

/**
 * The integers from one to another, both inclusive; none if the first is larger. Immutable.
 *
 * @param low the least
 * @param high the greatest
 */
public record Interval(long low, long high) {
    /** No integer: what is never computed. */
    public static final Interval NONE = new Interval(1, 0);

    /** All longs. */
    public static final Interval LONGS = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

    /** All ints. */
    public static final Interval INTS = new Interval(Integer.MIN_VALUE, Integer.MAX_VALUE);

    /** False and true. */
    public static final Interval BOOLS = new Interval(0, 1);

    /** Returns the interval of one integer. */
    public static Interval of(long value) {
        return new Interval(value, value);
    }

    /** Returns all values that can lie in memory so; of those that are no integers, all longs. */
    public static Interval of(Storage storage) {
        return switch (storage) {
            case BOOL -> BOOLS;
            case I8 -> new Interval(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case I16 -> new Interval(Short.MIN_VALUE, Short.MAX_VALUE);
            case U16 -> new Interval(Character.MIN_VALUE, Character.MAX_VALUE);
            case I32, I64, F32, F64 -> ofType(storage.value());
        };
    }

    /** Returns all values of a type; of those that are no integers, all longs. */
    public static Interval ofType(Type type) {
        return switch (type) {
            case BOOL -> BOOLS;
            case I32 -> INTS;
            case I64, F32, F64, VOID -> LONGS;
        };
    }

    /** Returns whether it holds no integer. */
    public boolean isEmpty() {
        return low > high;
    }

    /** Returns whether it holds exactly one integer. */
    public boolean isSingle() {
        return low == high;
    }

    /** Returns its integer if it holds exactly one, else null. */
    public @Nullable Long single() {
        return isSingle() ? (Long) low : null;
    }

    /** Returns whether it holds one integer and no other. */
    boolean isOnly(long value) {
        return low == value && high == value;
    }

    /** Returns whether it holds an integer. */
    public boolean contains(long value) {
        return low <= value && value <= high;
    }

    /** Returns whether all its integers are in another. */
    public boolean isIn(Interval other) {
        return isEmpty() || (other.low <= low && high <= other.high);
    }

    /** Returns the least interval that holds both. */
    public Interval join(Interval other) {
        if (isEmpty()) {
            return other;
        }
        return other.isEmpty() ? this : new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** Returns what both hold. */
    public Interval meet(Interval other) {
        return new Interval(Math.max(low, other.low), Math.min(high, other.high));
    }

    /** The bounds of pieces of a range are multiples of their size: these must not fall together. */
    @Override
    public int hashCode() {
        long mixed = (low * 0x9E3779B97F4A7C15L) ^ (high * 0xC2B2AE3D27D4EB4FL);
        return (int) (mixed >>> 32);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Interval that && low == that.low && high == that.high;
    }

    @Override
    public String toString() {
        return isEmpty() ? "none" : isSingle() ? Long.toString(low) : "[" + low + ", " + high + "]";
    }
}
