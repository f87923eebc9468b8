package org.sporos.kernel.ir;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Evaluates integer and boolean operations on constants with Java semantics; the only definition of these semantics. A
 * constant is a long: a sign-extended I32, a BOOL as 0 or 1, or raw floating-point bits.
 */
public final class ConstantFolding {
    private ConstantFolding() {}

    /** Returns the constant of a literal, or null. */
    public static @Nullable Long literal(Value value) {
        return value instanceof Instruction instruction && instruction.op() instanceof Op.Constant constant
                ? (Long) wrapped(value.type(), constant.bits())
                : null;
    }

    /** Returns whether a value is an integer or boolean literal with a given value. */
    public static boolean is(Value value, long number) {
        Long literal = isWhole(value.type()) ? literal(value) : null;
        return literal != null && literal == number;
    }

    /** Wraps a constant to its type. */
    public static long wrapped(Type type, long value) {
        return type == Type.I32 ? (int) value : value;
    }

    private static boolean isWhole(Type type) {
        return type.isInteger() || type == Type.BOOL;
    }

    /** Returns whether an instruction can be evaluated: a function of integers or booleans. */
    public static boolean isFoldable(Instruction instruction) {
        boolean whole = isWhole(instruction.type());
        for (Value operand : instruction.operands()) {
            whole &= isWhole(operand.type());
        }
        Op op = instruction.op();
        return whole
                && (op instanceof Binary
                        || op instanceof Unary
                        || op instanceof Compare
                        || op instanceof Conversion
                        || op instanceof Op.Select
                        || op instanceof Op.Check
                        || op instanceof MathFunction function && isFoldable(function));
    }

    /** Returns whether an instruction is foldable and cannot fail: a divisor is a nonzero literal. */
    public static boolean isTotal(Instruction instruction) {
        Long divisor = instruction.isDivision() ? literal(instruction.operand(1)) : null;
        return isFoldable(instruction) && (!instruction.isDivision() || divisor != null && divisor != 0);
    }

    private static boolean isFoldable(MathFunction function) {
        return switch (function) {
            case MIN, MAX, ABS, FLOOR_DIV, FLOOR_MOD -> true;
            default -> false;
        };
    }

    /**
     * Returns the result of an instruction, or null if unknown or a division by zero. A failed check returns 0.
     *
     * @param operands returns the constant of an operand, or null
     */
    public static @Nullable Long evaluate(Instruction instruction, Function<Value, @Nullable Long> operands) {
        Op op = instruction.op();
        if (op instanceof Op.Constant) {
            return literal(instruction);
        } else if (op instanceof Op.Select) {
            Long condition = operands.apply(instruction.operand(0));
            return condition == null ? null : operands.apply(instruction.operand(condition != 0 ? 1 : 2));
        }
        Long a = isFoldable(instruction) ? operands.apply(instruction.operand(0)) : null;
        Long b = a != null && instruction.operands().size() > 1 ? operands.apply(instruction.operand(1)) : a;
        return a == null || b == null ? null : evaluate(op, instruction.type(), a, b);
    }

    /** Returns the result of a foldable operation, or null if it fails; for unary operations b equals a. */
    static @Nullable Long evaluate(Op op, Type type, long a, long b) {
        boolean divides = op instanceof Op.Operator && !op.isPure();
        return divides && b == 0 ? null : (Long) wrapped(type, exactly(op, type, a, b));
    }

    private static long exactly(Op op, Type type, long a, long b) {
        if (op instanceof Binary binary) {
            return binary(binary, type, a, b);
        } else if (op instanceof Compare compare) {
            return holds(compare, a, b) ? 1 : 0;
        } else if (op instanceof Unary unary) {
            return unary == Unary.NOT ? 1 - a : -a;
        } else if (op instanceof Op.Check check) {
            return a >= 0 && a < check.bound() ? a : 0;
        } else if (op instanceof Conversion conversion) {
            return switch (conversion) {
                case I2B -> (byte) a;
                case I2S -> (short) a;
                case I2C -> (char) a;
                default -> a;
            };
        }
        return switch ((MathFunction) op) {
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case ABS -> Math.abs(a);
            case FLOOR_DIV -> Math.floorDiv(a, b);
            default -> Math.floorMod(a, b);
        };
    }

    private static long binary(Binary op, Type type, long a, long b) {
        int distance = (int) b & (type == Type.I32 ? Integer.SIZE - 1 : Long.SIZE - 1);
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> a << distance;
            case SHR -> a >> distance;
            case USHR -> type == Type.I32 ? (int) a >>> distance : a >>> distance;
        };
    }

    /** Evaluates a comparison of two integers or booleans. */
    public static boolean holds(Compare op, long a, long b) {
        return switch (op) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
        };
    }
}
