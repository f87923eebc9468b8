package org.sporos.kernel.analysis.interval;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Refines the bounds of a point by a condition: its operands, backward their operands, and forward their users. This is
 * valid because a definition dominates its uses: operands of a defined value have not changed since.
 */
final class Refiner {
    private static final int MAX_DEPTH = 8;

    private final Transfer transfer;
    private final List<List<Instruction>> users;
    private final List<List<Induction>> inductions;

    Refiner(Kernel kernel, Transfer transfer) {
        this.transfer = transfer;
        this.users = new ArrayList<>();
        this.inductions = new ArrayList<>();
        for (int id = 0; id < kernel.valueCount(); id++) {
            users.add(List.of());
            inductions.add(List.of());
        }
        index(kernel.body());
    }

    private void index(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                if (isFollowed(instruction)) {
                    for (Value operand : instruction.operands()) {
                        add(users, operand, instruction);
                    }
                }
                for (Region inner : instruction.regions()) {
                    index(inner);
                }
            }
        }
    }

    private static boolean isFollowed(Instruction instruction) {
        return instruction.op() instanceof Op.Operator
                && (instruction.type().isInteger() || instruction.type() == Type.BOOL);
    }

    private static <T> void add(List<List<T>> lists, Value value, T item) {
        List<T> list = lists.get(value.id());
        if (list.isEmpty()) {
            list = new ArrayList<>(2);
            lists.set(value.id(), list);
        }
        list.add(item);
    }

    /** Adds an induction relation for later refinements. */
    void add(Induction induction) {
        add(inductions, induction.counter(), induction);
    }

    /** Refines by a condition with a known result. */
    void assume(Value condition, boolean holds, Bounds bounds) {
        bounds.meet(condition, holds ? 1 : 0, holds ? 1 : 0);
        if (!(condition instanceof Instruction instruction)) {
            return;
        }
        if (instruction.op() instanceof Compare compare) {
            compare(holds ? compare : compare.negated(), instruction.operand(0), instruction.operand(1), bounds);
        } else if (instruction.op() == Unary.NOT) {
            assume(instruction.operand(0), !holds, bounds);
        } else if (instruction.op() == (holds ? Binary.AND : Binary.OR)) {
            assume(instruction.operand(0), holds, bounds);
            assume(instruction.operand(1), holds, bounds);
        }
    }

    private void compare(Compare op, Value a, Value b, Bounds bounds) {
        if (!a.type().isInteger() || !bounds.isKnown(a) || !bounds.isKnown(b)) {
            return;
        }
        narrow(a, IntervalComparison.refineLeft(op, bounds.of(a), bounds.of(b)), bounds, 0);
        if (bounds.isReachable()) {
            narrow(b, IntervalComparison.refineLeft(op.swapped(), bounds.of(b), bounds.of(a)), bounds, 0);
        }
    }

    /** Narrows a value to an interval, and propagates to related values. */
    void narrow(Value value, @Nullable Interval to, Bounds bounds, int depth) {
        if (to == null || !bounds.isKnown(value) || !bounds.meet(value, to.low(), to.high())) {
            return;
        }
        if (depth == MAX_DEPTH || !bounds.isReachable()) {
            return;
        }
        if (value instanceof Instruction instruction) {
            backward(instruction, bounds, depth + 1);
        }
        forward(value, bounds, depth + 1);
    }

    private void forward(Value value, Bounds bounds, int depth) {
        for (Instruction user : users.get(value.id())) {
            if (bounds.isReachable() && bounds.isKnown(user) && operandsKnown(user, bounds)) {
                narrow(user, transfer.outcome(user, bounds).value(), bounds, depth);
            }
        }
        for (Induction induction : inductions.get(value.id())) {
            if (bounds.isReachable()) {
                narrow(induction.follower(), induction.followerAt(bounds.of(value)), bounds, depth);
            }
        }
    }

    private static boolean operandsKnown(Instruction instruction, Bounds bounds) {
        for (Value operand : instruction.operands()) {
            if (!bounds.isKnown(operand)) {
                return false;
            }
        }
        return true;
    }

    /** Narrows the operands of an instruction that cannot wrap, by its result. */
    private void backward(Instruction instruction, Bounds bounds, int depth) {
        if (!operandsKnown(instruction, bounds) || !instruction.type().isInteger()) {
            return;
        }
        Op op = instruction.op();
        if (op instanceof Binary || op instanceof Unary) {
            if (transfer.outcome(instruction, bounds).proven()) {
                arithmetic(instruction, bounds, depth);
            }
        } else if (op == Conversion.I2L
                || (op == Conversion.L2I
                        && transfer.outcome(instruction, bounds).proven())) {
            narrow(instruction.operand(0), bounds.of(instruction), bounds, depth);
        } else if (op == MathFunction.MIN || op == MathFunction.MAX) {
            Interval left = op == MathFunction.MIN
                    ? new Interval(bounds.low(instruction), Long.MAX_VALUE)
                    : new Interval(Long.MIN_VALUE, bounds.high(instruction));
            narrow(instruction.operand(0), left, bounds, depth);
            narrow(instruction.operand(1), left, bounds, depth);
        }
    }

    private void arithmetic(Instruction instruction, Bounds bounds, int depth) {
        Interval result = bounds.of(instruction);
        Value a = instruction.operand(0);
        if (instruction.op() == Unary.NEG) {
            narrow(a, IntervalMath.subtract(Interval.of(0), result), bounds, depth);
            return;
        }
        Value b = instruction.operand(1);
        if (instruction.op() == Binary.ADD && a != b) {
            narrow(a, IntervalMath.subtract(result, bounds.of(b)), bounds, depth);
            narrow(b, IntervalMath.subtract(result, bounds.of(a)), bounds, depth);
        } else if (instruction.op() == Binary.SUB && a != b) {
            narrow(a, IntervalMath.add(result, bounds.of(b)), bounds, depth);
            narrow(b, IntervalMath.subtract(bounds.of(a), result), bounds, depth);
        } else if (instruction.op() == Binary.MUL && bounds.of(b).isSingle() && bounds.low(b) > 0) {
            long factor = bounds.low(b);
            long low = -Math.floorDiv(-result.low(), factor);
            narrow(a, new Interval(low, Math.floorDiv(result.high(), factor)), bounds, depth);
        }
    }
}
