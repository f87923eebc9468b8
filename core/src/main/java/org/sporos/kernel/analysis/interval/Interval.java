package org.sporos.kernel.analysis.interval;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;

/**
 * A closed interval of integers, empty if {@code low > high}. Immutable.
 *
 * @param low the lower bound
 * @param high the upper bound
 */
public record Interval(long low, long high) {
    /** The empty interval, of unreachable values. */
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

    /** Returns the interval of a storage type; all longs for floating-point types. */
    public static Interval of(Storage storage) {
        return switch (storage) {
            case BOOL -> BOOLS;
            case I8 -> new Interval(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case I16 -> new Interval(Short.MIN_VALUE, Short.MAX_VALUE);
            case U16 -> new Interval(Character.MIN_VALUE, Character.MAX_VALUE);
            case I32, I64, F32, F64 -> ofType(storage.value());
        };
    }

    /** Returns the interval of a type; all longs for other than integers and BOOL. */
    public static Interval ofType(Type type) {
        return switch (type) {
            case BOOL -> BOOLS;
            case I32 -> INTS;
            case I64, F32, F64, VOID -> LONGS;
        };
    }

    /** Returns whether the interval is empty. */
    public boolean isEmpty() {
        return low > high;
    }

    /** Returns whether the interval has exactly one integer. */
    public boolean isSingle() {
        return low == high;
    }

    /** Returns the only integer, or null. */
    public @Nullable Long single() {
        return isSingle() ? (Long) low : null;
    }

    /** Returns whether an integer is the only one. */
    boolean isOnly(long value) {
        return low == value && high == value;
    }

    /** Returns whether the interval contains an integer. */
    public boolean contains(long value) {
        return low <= value && value <= high;
    }

    /** Returns whether the interval is a subset of another. */
    public boolean isIn(Interval other) {
        return isEmpty() || (other.low <= low && high <= other.high);
    }

    /** Returns the convex hull of both. */
    public Interval join(Interval other) {
        if (isEmpty()) {
            return other;
        }
        return other.isEmpty() ? this : new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** Returns the intersection. */
    public Interval meet(Interval other) {
        return new Interval(Math.max(low, other.low), Math.min(high, other.high));
    }

    /** Mixes bits: bounds of pieces of a range are multiples of a size, which would collide. */
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
