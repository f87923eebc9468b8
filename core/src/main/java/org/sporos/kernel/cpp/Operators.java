package org.sporos.kernel.cpp;

import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.ReductionOp;

/** The built-in operators of reductions: the functor of the prelude, and the identity. */
public final class Operators {

    private Operators() {}

    static String functor(ReductionOp op) {
        return switch (op) {
            case SUM -> "java::Sum";
            case PROD -> "java::Prod";
            case MIN -> "java::Min";
            case MAX -> "java::Max";
            case MIN_LOC -> "java::MinLoc";
            case MAX_LOC -> "java::MaxLoc";
            case LOGICAL_AND -> "java::LogicalAnd";
            case LOGICAL_OR -> "java::LogicalOr";
            case BIT_AND -> "java::BitAnd";
            case BIT_OR -> "java::BitOr";
            case BIT_XOR -> "java::BitXor";
            case CUSTOM -> throw new InternalException("a custom operator is a kernel");
        };
    }

    /** Returns the raw bits of the identity. */
    public static long identity(ReductionOp op, Type type) {
        return switch (op) {
            case SUM, LOGICAL_OR, BIT_OR, BIT_XOR -> 0;
            case PROD, LOGICAL_AND -> one(type);
            case BIT_AND -> -1;
            case MIN, MIN_LOC -> extreme(type, 1);
            case MAX, MAX_LOC -> extreme(type, -1);
            case CUSTOM -> throw new InternalException("a custom operator brings its own identity");
        };
    }

    private static long one(Type type) {
        return switch (type) {
            case F64 -> Double.doubleToRawLongBits(1);
            case F32 -> Float.floatToRawIntBits(1);
            default -> 1;
        };
    }

    private static long extreme(Type type, int sign) {
        return switch (type) {
            case F64 -> Double.doubleToRawLongBits(sign * Double.POSITIVE_INFINITY);
            case F32 -> Float.floatToRawIntBits(sign * Float.POSITIVE_INFINITY);
            case I32 -> sign > 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE;
            default -> sign > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
        };
    }
}
