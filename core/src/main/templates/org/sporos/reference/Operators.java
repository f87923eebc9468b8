package org.sporos.reference;

import java.util.function.BinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
[#list reductions as t]
import org.sporos.policy.${t.Type}Join;
[/#list]
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
[#list reductions as t]
            case ${t.TYPE} -> {
                ${t.Type}Join on = join == null ? ${t.type}s(op) : (${t.Type}Join) join;
                yield boxed((a, b) -> {
                    ${t.type} joined = on.join(${apply(t.fromBits, "a")}, ${apply(t.fromBits, "b")});
                    return ${apply(t.toBits, "joined")};
                });
            }
[/#list]
            default -> throw unknown(op);
        };
    }

    private static BinaryOperator<Long> boxed(LongBinaryOperator operator) {
        return operator::applyAsLong;
    }
[#list reductions as t]

    private static ${t.Type}Join ${t.type}s(ReductionOp op) {
        return switch (op) {
            case SUM -> (a, b) -> a + b;
            case PROD -> (a, b) -> a * b;
            case MIN -> Math::min;
            case MAX -> Math::max;
            default -> ${t.type}Bits(op);
        };
    }

    /** Returns the identity of an operator that teams reduce with. */
    static ${t.type} ${t.type}Identity(ReductionOp op) {
        return switch (op) {
            case SUM, BIT_OR, BIT_XOR -> 0;
            case PROD -> 1;
            case MIN -> ${t.highest};
            case MAX -> ${t.lowest};
            case BIT_AND -> -1;
            default -> throw unknown(op);
        };
    }
[/#list]
[#list integers as t]

    /** Logical values are 0 and 1. */
    private static ${t.Type}Join ${t.type}Bits(ReductionOp op) {
        return switch (op) {
            case BIT_AND, LOGICAL_AND -> (a, b) -> a & b;
            case BIT_OR, LOGICAL_OR -> (a, b) -> a | b;
            case BIT_XOR -> (a, b) -> a ^ b;
            default -> throw unknown(op);
        };
    }
[/#list]
[#list reals as t]

    private static ${t.Type}Join ${t.type}Bits(ReductionOp op) {
        throw unknown(op);
    }
[/#list]

    private static InternalException unknown(ReductionOp op) {
        return new InternalException("the reference does not know the operator " + op);
    }

    /** Returns whether MIN_LOC or MAX_LOC prefers one value to another; NaN wins, and -0.0 is below 0.0. */
    static boolean isBetter(ReductionOp op, ElementType type, long one, long other) {
        boolean least = op == ReductionOp.MIN_LOC;
        return switch (type) {
[#list reals as t]
            case ${t.TYPE} -> {
                ${t.type} a = ${apply(t.fromBits, "one")};
                ${t.type} b = ${apply(t.fromBits, "other")};
                yield (least ? ${t.Box}.compare(-a, -b) : ${t.Box}.compare(a, b)) > 0;
            }
[/#list]
            default -> least ? one < other : one > other;
        };
    }
}
