package org.sporos.comm;

import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/**
 * The combination of one value per rank in the order of built-in reductions: tiles of 2048 consecutive values; in a
 * tile lane l of 32 starts from the identity and accumulates the values l, l+32, ... in order; halves of the lanes are
 * combined down to one; the results of tiles are combined by the same rule. Values are raw bits of their type.
 * Immutable.
 */
record RankTree(LongBinaryOperator operator, long identity) {
    private static final int TILE = 2048;
    private static final int LANES = 32;

    /** Returns the tree of an operator, or null if elements of the type cannot be combined by it. */
    static @Nullable RankTree of(ReductionOp op, ElementType type) {
        return switch (type) {
            case DOUBLE -> ofDouble(op);
            case FLOAT -> ofFloat(op);
            case LONG -> ofInteger(op, Long.MIN_VALUE, Long.MAX_VALUE);
            case INT -> ofInteger(op, Integer.MIN_VALUE, Integer.MAX_VALUE);
            default -> null;
        };
    }

    private static @Nullable RankTree ofDouble(ReductionOp op) {
        return switch (op) {
            case SUM -> doubles((a, b) -> a + b, 0);
            case PROD -> doubles((a, b) -> a * b, 1);
            case MIN -> doubles(Math::min, Double.POSITIVE_INFINITY);
            case MAX -> doubles(Math::max, Double.NEGATIVE_INFINITY);
            default -> null;
        };
    }

    private static RankTree doubles(java.util.function.DoubleBinaryOperator f, double identity) {
        return new RankTree(
                (a, b) -> Double.doubleToRawLongBits(
                        f.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b))),
                Double.doubleToRawLongBits(identity));
    }

    private static @Nullable RankTree ofFloat(ReductionOp op) {
        return switch (op) {
            case SUM -> floats((a, b) -> a + b, 0);
            case PROD -> floats((a, b) -> a * b, 1);
            case MIN -> floats(Math::min, Float.POSITIVE_INFINITY);
            case MAX -> floats(Math::max, Float.NEGATIVE_INFINITY);
            default -> null;
        };
    }

    /** An operator on floats. */
    private interface FloatOperator {
        float apply(float a, float b);
    }

    private static RankTree floats(FloatOperator f, float identity) {
        return new RankTree(
                (a, b) ->
                        Float.floatToRawIntBits(f.apply(Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b))),
                Float.floatToRawIntBits(identity));
    }

    /** Ints are computed as longs; the lower half, which is stored, does not depend on higher bits. */
    private static @Nullable RankTree ofInteger(ReductionOp op, long least, long greatest) {
        return switch (op) {
            case SUM -> new RankTree(Long::sum, 0);
            case PROD -> new RankTree((a, b) -> a * b, 1);
            case MIN -> new RankTree(Math::min, greatest);
            case MAX -> new RankTree(Math::max, least);
            case BIT_AND -> new RankTree((a, b) -> a & b, -1);
            case BIT_OR -> new RankTree((a, b) -> a | b, 0);
            case BIT_XOR -> new RankTree((a, b) -> a ^ b, 0);
            default -> null;
        };
    }

    /** Combines the first n values of an array, which it overwrites. Ints among them are sign-extended. */
    long combine(long[] values, int n) {
        int left = n;
        while (left > 1) {
            int tiles = (left + TILE - 1) / TILE;
            for (int tile = 0; tile < tiles; tile++) {
                values[tile] = tile(values, tile * TILE, Math.min(left, (tile + 1) * TILE));
            }
            left = tiles;
        }
        return n == 1 ? tile(values, 0, 1) : values[0];
    }

    /** Folds a tile with its first elements as lanes; lanes without a value count as the identity. */
    private long tile(long[] values, int begin, int end) {
        int lanes = Math.min(LANES, end - begin);
        for (int at = begin; at < begin + lanes; at++) {
            values[at] = operator.applyAsLong(identity, values[at]);
        }
        for (int at = begin + LANES; at < end; at++) {
            int lane = begin + (at - begin) % LANES;
            values[lane] = operator.applyAsLong(values[lane], values[at]);
        }
        for (int step = LANES / 2; step > 0; step /= 2) {
            for (int lane = 0; lane < step && lane + step < lanes; lane++) {
                values[begin + lane] = operator.applyAsLong(values[begin + lane], values[begin + lane + step]);
            }
        }
        return values[begin];
    }
}
