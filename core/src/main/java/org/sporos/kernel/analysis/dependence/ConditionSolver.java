package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** Restricts a box of symbols by a condition, if the result is a box. */
record ConditionSolver(AffineForms forms) {
    /** Returns the iteration domain restricted by a condition, or an unknown one. */
    IterationDomain where(Value condition, boolean holds, IterationDomain before) {
        if (!before.certain() || !(condition instanceof Instruction instruction)) {
            return IterationDomain.UNKNOWN;
        }
        if (instruction.op() == Unary.NOT) {
            return where(instruction.operand(0), !holds, before);
        } else if (instruction.op() == (holds ? Binary.AND : Binary.OR)) {
            return where(instruction.operand(1), holds, where(instruction.operand(0), holds, before));
        } else if (instruction.op() instanceof Compare compare
                && instruction.operand(0).type().isInteger()) {
            AffineExpr<Symbol> difference = difference(instruction.operand(0), instruction.operand(1));
            return difference == null
                    ? IterationDomain.UNKNOWN
                    : solve(holds ? compare : compare.negated(), difference, before);
        }
        return IterationDomain.UNKNOWN;
    }

    /** Returns the affine difference of two values, or null. */
    @Nullable
    AffineExpr<Symbol> difference(Value left, Value right) {
        AffineExpr<Symbol> a = forms.of(left);
        AffineExpr<Symbol> b = a == null ? null : forms.of(right);
        return a == null || b == null ? null : AffineExpr.fitting(() -> a.minus(b));
    }

    private static IterationDomain solve(Compare op, AffineExpr<Symbol> difference, IterationDomain before) {
        if (difference.isConstant()) {
            return ConstantFolding.holds(op, difference.constant(), 0) ? before : IterationDomain.UNKNOWN;
        }
        Symbol symbol = difference.only();
        Interval box = symbol == null ? null : before.of(symbol);
        if (symbol == null || box == null) {
            return IterationDomain.UNKNOWN;
        }
        Interval left = solutions(op, difference.factor(symbol), difference.constant(), box);
        return left == null || left.isEmpty() ? IterationDomain.UNKNOWN : before.with(symbol, left);
    }

    /**
     * Returns the x of an interval for which {@code factor * x + constant} compares to 0, or null if they are no
     * interval.
     */
    static @Nullable Interval solutions(Compare op, long factor, long constant, Interval box) {
        if (factor == Long.MIN_VALUE || constant == Long.MIN_VALUE) {
            return null;
        }
        if (factor < 0) {
            return solutions(op.swapped(), -factor, -constant, box);
        }
        long floor = Math.floorDiv(-constant, factor);
        boolean divides = Math.floorMod(constant, factor) == 0;
        return switch (op) {
            case LT -> box.meet(new Interval(Long.MIN_VALUE, divides ? floor - 1 : floor));
            case LE -> box.meet(new Interval(Long.MIN_VALUE, floor));
            case GT -> box.meet(new Interval(floor + 1, Long.MAX_VALUE));
            case GE -> box.meet(new Interval(divides ? floor : floor + 1, Long.MAX_VALUE));
            case EQ -> divides ? box.meet(Interval.of(floor)) : Interval.NONE;
            case NE -> without(box, floor, divides);
        };
    }

    private static @Nullable Interval without(Interval box, long point, boolean isPoint) {
        if (!isPoint || !box.contains(point)) {
            return box;
        }
        if (box.isSingle()) {
            return Interval.NONE;
        }
        if (box.low() == point) {
            return new Interval(point + 1, box.high());
        }
        return box.high() == point ? new Interval(box.low(), point - 1) : null;
    }
}
