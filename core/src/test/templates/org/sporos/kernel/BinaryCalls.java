package org.sporos.kernel;

import org.sporos.kernel.ir.Op.Binary;

/** The binary operators of the IR by Java's own. */
public final class BinaryCalls {
    private BinaryCalls() {}

    public static Object call(Binary op, Object left, Object right) {
[#list reductions as t]
        if (left instanceof ${t.Box} a) {
            return ${t.type}s(op, a, ((Number) right).${t.type}Value());
        }
[/#list]
        boolean a = (boolean) left;
        boolean b = (boolean) right;
        return op == Binary.AND ? a & b : op == Binary.OR ? a | b : a ^ b;
    }
[#list reductions as t]

    private static ${t.type} ${t.type}s(Binary op, ${t.type} a, ${t.type} b) {
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
[#if !t.real]
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> a << b;
            case SHR -> a >> b;
            case USHR -> a >>> b;
[#else]
            default -> throw new IllegalArgumentException(op.toString());
[/#if]
        };
    }
[/#list]
}
