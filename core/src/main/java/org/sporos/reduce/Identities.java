package org.sporos.reduce;

import org.sporos.error.InternalException;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/** The raw bits of the identity of each built-in operator. */
final class Identities {

    private Identities() {}

    static long of(ReductionOp op, ElementType type) {
        return switch (op) {
            // -0.0 is the true identity of addition, but users expect the sum of nothing to be 0.0.
            case SUM, LOGICAL_OR, BIT_OR, BIT_XOR -> 0;
            case PROD, LOGICAL_AND -> one(type);
            case BIT_AND -> -1;
            case MIN, MIN_LOC -> highest(type);
            case MAX, MAX_LOC -> lowest(type);
            case CUSTOM -> throw new InternalException("a custom reduction brings its own identity");
        };
    }

    private static long one(ElementType type) {
        return switch (type) {
            case DOUBLE -> Double.doubleToRawLongBits(1);
            case FLOAT -> Float.floatToRawIntBits(1);
            case INT, LONG -> 1;
        };
    }

    private static long highest(ElementType type) {
        return switch (type) {
            case DOUBLE -> Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
            case FLOAT -> Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
            case INT -> Integer.MAX_VALUE;
            case LONG -> Long.MAX_VALUE;
        };
    }

    private static long lowest(ElementType type) {
        return switch (type) {
            case DOUBLE -> Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY);
            case FLOAT -> Float.floatToRawIntBits(Float.NEGATIVE_INFINITY);
            case INT -> Integer.MIN_VALUE;
            case LONG -> Long.MIN_VALUE;
        };
    }
}
