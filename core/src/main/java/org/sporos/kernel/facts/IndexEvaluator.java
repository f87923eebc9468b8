package org.sporos.kernel.facts;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.MathFunction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Unary;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.kernel.passes.Binding;

/**
 * Computes integer values that depend on the indexes of a work item and on captured scalars alone. Used by one thread.
 */
final class IndexEvaluator {
    private final Kernel kernel;
    private final Binding binding;
    private final int indexes;
    private final Map<Value, Boolean> possible = new HashMap<>();

    /**
     * @param indexes the number of indexes of a work item: what else a body is given, as the sum of a scan, is not
     *        known
     */
    IndexEvaluator(Kernel kernel, Binding binding, int indexes) {
        this.kernel = kernel;
        this.binding = binding;
        this.indexes = indexes;
    }

    /** Returns whether a value can be computed. */
    boolean canEvaluate(Value value) {
        Boolean known = possible.get(value);
        if (known == null) {
            possible.put(value, false);
            known = value instanceof Argument argument ? isIndex(argument) : isComputed((Instruction) value);
            possible.put(value, known);
        }
        return known;
    }

    private boolean isIndex(Argument argument) {
        int at = kernel.body().arguments().indexOf(argument);
        return at >= 0 && at < indexes;
    }

    private boolean isComputed(Instruction i) {
        Op op = i.op();
        boolean integer = i.type().isInteger() || i.type() == Type.BOOL;
        boolean leaf = op instanceof Op.Constant
                || op instanceof Op.Scalar
                || (op instanceof Op.Extent extent && extent.view() instanceof ViewRef.Captured);
        boolean inner = op instanceof Binary
                || op instanceof Unary
                || op instanceof Compare
                || op instanceof Op.Select
                || isIntegerConversion(op)
                || isIntegerFunction(op);
        return integer && (leaf || (inner && i.operands().stream().allMatch(this::canEvaluate)));
    }

    private static boolean isIntegerConversion(Op op) {
        return op == Conversion.I2L
                || op == Conversion.L2I
                || op == Conversion.I2B
                || op == Conversion.I2S
                || op == Conversion.I2C
                || op == Conversion.BOOL2I;
    }

    private static boolean isIntegerFunction(Op op) {
        return op == MathFunction.MIN
                || op == MathFunction.MAX
                || op == MathFunction.ABS
                || op == MathFunction.FLOOR_DIV
                || op == MathFunction.FLOOR_MOD;
    }

    /** Returns the value for a work item, or null where it divides by zero. */
    @Nullable
    Long evaluate(Value value, long[] item) {
        if (value instanceof Argument argument) {
            return item[kernel.body().arguments().indexOf(argument)];
        }
        Instruction i = (Instruction) value;
        Op op = i.op();
        if (op instanceof Op.Constant constant) {
            return wrapped(i.type(), constant.bits());
        } else if (op instanceof Op.Scalar scalar) {
            return wrapped(i.type(), binding.scalars().get(scalar.scalar().index()));
        } else if (op instanceof Op.Extent extent) {
            var view = binding.view((ViewRef.Captured) extent.view());
            return extent.dimension() == Op.Extent.SIZE ? view.size() : view.extent(extent.dimension());
        }
        Long a = evaluate(i.operand(0), item);
        if (op instanceof Op.Select && a != null) {
            return evaluate(i.operand(a != 0 ? 1 : 2), item);
        }
        Long b = i.operands().size() > 1 ? evaluate(i.operand(1), item) : a;
        Long result = a == null || b == null ? null : operation(i, op, a, b);
        return result == null ? null : wrapped(i.type(), result);
    }

    private static long wrapped(Type type, long value) {
        return type == Type.I32 ? (int) value : value;
    }

    private static @Nullable Long operation(Instruction i, Op op, long a, long b) {
        if (op instanceof Binary binary) {
            return binary(binary, i.type(), a, b);
        } else if (op instanceof Compare compare) {
            return compare(compare, a, b) ? 1L : 0L;
        } else if (op instanceof Unary unary) {
            return unary == Unary.NOT ? 1 - a : -a;
        } else if (op instanceof Conversion conversion) {
            return switch (conversion) {
                case I2B -> (long) (byte) a;
                case I2S -> (long) (short) a;
                case I2C -> (long) (char) a;
                default -> a;
            };
        }
        return switch ((MathFunction) op) {
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case ABS -> Math.abs(a);
            case FLOOR_DIV -> b == 0 ? null : (Long) Math.floorDiv(a, b);
            default -> b == 0 ? null : (Long) Math.floorMod(a, b);
        };
    }

    private static @Nullable Long binary(Binary op, Type type, long a, long b) {
        int distance = (int) b & (type == Type.I32 ? Integer.SIZE - 1 : Long.SIZE - 1);
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> b == 0 ? null : (Long) (a / b);
            case REM -> b == 0 ? null : (Long) (a % b);
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> a << distance;
            case SHR -> a >> distance;
            case USHR -> type == Type.I32 ? (long) ((int) a >>> distance) : a >>> distance;
        };
    }

    private static boolean compare(Compare op, long a, long b) {
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
