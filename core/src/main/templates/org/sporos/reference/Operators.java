package org.sporos.reference;

import java.util.function.BinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
//#for reduction
import org.sporos.policy.$Type$Join;
//#end
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/** The operators of reductions and their identities, on the raw bits of values. Stateless. */
final class Operators {

    private Operators() {}

    /**
     * Returns an operator on values of a type.
     *
     * @param join the operator of the user, or null for those of the library
     */
    static BinaryOperator<Long> of(ReductionOp op, ElementType type, @Nullable KernelBody join) {
        return switch (type) {
//#for reduction
            case $TYPE$ -> {
                $Type$Join on = join == null ? $type$s(op) : ($Type$Join) join;
                yield boxed((a, b) -> {
                    $type$ joined = on.join($fromBits$(a), $fromBits$(b));
                    return $toBits$(joined);
                });
            }
//#end
            default -> throw unknown(op);
        };
    }

    private static BinaryOperator<Long> boxed(LongBinaryOperator operator) {
        return operator::applyAsLong;
    }
//#for reduction

    private static $Type$Join $type$s(ReductionOp op) {
        return switch (op) {
            case SUM -> (a, b) -> a + b;
            case PROD -> (a, b) -> a * b;
            case MIN -> Math::min;
            case MAX -> Math::max;
            default -> $type$Bits(op);
        };
    }

    /** Returns the identity of an operator that teams reduce with. */
    static $type$ $type$Identity(ReductionOp op) {
        return switch (op) {
            case SUM, BIT_OR, BIT_XOR -> 0;
            case PROD -> 1;
            case MIN -> $highest$;
            case MAX -> $lowest$;
            case BIT_AND -> -1;
            default -> throw unknown(op);
        };
    }
//#end
//#for integer

    /** Logical values are 0 and 1. */
    private static $Type$Join $type$Bits(ReductionOp op) {
        return switch (op) {
            case BIT_AND, LOGICAL_AND -> (a, b) -> a & b;
            case BIT_OR, LOGICAL_OR -> (a, b) -> a | b;
            case BIT_XOR -> (a, b) -> a ^ b;
            default -> throw unknown(op);
        };
    }
//#end
//#for real

    private static $Type$Join $type$Bits(ReductionOp op) {
        throw unknown(op);
    }
//#end

    private static InternalException unknown(ReductionOp op) {
        return new InternalException("the reference does not know the operator " + op);
    }

    /** Returns whether MIN_LOC or MAX_LOC prefers one value to another: NaN to all others; -0.0 is below 0.0. */
    static boolean isBetter(ReductionOp op, ElementType type, long one, long other) {
        boolean least = op == ReductionOp.MIN_LOC;
        return switch (type) {
//#for real
            case $TYPE$ -> {
                $type$ a = $fromBits$(one);
                $type$ b = $fromBits$(other);
                yield (least ? $Box$.compare(-a, -b) : $Box$.compare(a, b)) > 0;
            }
//#end
            default -> least ? one < other : one > other;
        };
    }
}
