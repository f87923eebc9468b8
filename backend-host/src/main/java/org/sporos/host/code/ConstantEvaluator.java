package org.sporos.host.code;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Unary;
import org.sporos.kernel.ir.Value;

/** Computes ints and truths that depend on constants alone. Values of all types are raw bits, as literals have them. */
final class ConstantEvaluator {
    private ConstantEvaluator() {}

    /** Returns the bits that a value is by itself, or null if it is no literal. */
    static @Nullable Long literal(Value value) {
        if (!(value instanceof Instruction instruction) || !(instruction.op() instanceof Op.Constant literal)) {
            return null;
        }
        return isKnown(instruction.type()) ? (Long) (long) (int) literal.bits() : (Long) literal.bits();
    }

    private static boolean isKnown(Type type) {
        return type == Type.I32 || type == Type.BOOL;
    }

    /** Returns the bits that an instruction gives, or null if they are not known. */
    static @Nullable Long of(Instruction instruction, Function<Value, @Nullable Long> operands) {
        Op op = instruction.op();
        if (op instanceof Op.Constant) {
            return literal(instruction);
        } else if (op instanceof Op.Select) {
            Long condition = operands.apply(instruction.operand(0));
            return condition == null ? null : operands.apply(instruction.operand(condition != 0 ? 1 : 2));
        } else if (!isKnown(instruction.type())) {
            return null;
        } else if (op == Unary.NOT || op == Unary.NEG || op == Conversion.BOOL2I) {
            Long a = operands.apply(instruction.operand(0));
            return a == null ? null : (Long) (op == Unary.NOT ? a ^ 1 : op == Unary.NEG ? (long) -a.intValue() : a);
        }
        if (op instanceof Op.Check check) {
            Long a = operands.apply(instruction.operand(0));
            return a == null ? null : (Long) (a >= 0 && a < check.bound() ? a : 0L);
        }
        return isFoldable(instruction) ? ofTwo(instruction, operands) : null;
    }

    private static @Nullable Long ofTwo(Instruction instruction, Function<Value, @Nullable Long> operands) {
        Long a = operands.apply(instruction.operand(0));
        Long b = a == null ? null : operands.apply(instruction.operand(1));
        return a == null || b == null ? null : (Long) fold(instruction.op(), a.intValue(), b.intValue());
    }

    /**
     * Returns whether an instruction is one of two operands that {@link #fold} knows: of divisions those by a number
     * but 0.
     */
    static boolean isFoldable(Instruction instruction) {
        Op op = instruction.op();
        if (!(op instanceof Binary) && !(op instanceof Compare)
                || !isKnown(instruction.operand(0).type())
                || !isKnown(instruction.operand(1).type())) {
            return false;
        }
        Long right = literal(instruction.operand(1));
        return op != Binary.DIV && op != Binary.REM || right != null && right != 0;
    }

    /** Returns the result of an operator; of a comparison 1 or 0. */
    static long fold(Op op, int a, int b) {
        if (op instanceof Compare compare) {
            boolean holds = switch (compare) {
                case EQ -> a == b;
                case NE -> a != b;
                case LT -> a < b;
                case LE -> a <= b;
                case GT -> a > b;
                case GE -> a >= b;
            };
            return holds ? 1 : 0;
        }
        return switch ((Binary) op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> a << b;
            case SHR -> a >> b;
            case USHR -> a >>> b;
            case DIV -> a / b;
            case REM -> a % b;
        };
    }
}
