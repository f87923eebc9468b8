package org.sporos.kernel.analysis.interval;

import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region.Value;

/** Comparisons of intervals: the result, and the operands narrowed by a known result. */
final class IntervalComparison {

    private IntervalComparison() {}

    /** Returns the interval of a comparison: 0 for false, 1 for true. */
    static Interval outcome(Compare op, Value a, Value b, Bounds bounds) {
        if (!a.type().isInteger()) {
            return Interval.BOOLS;
        }
        if (a == b) {
            return Interval.of(op == Compare.EQ || op == Compare.LE || op == Compare.GE ? 1 : 0);
        }
        return outcome(op, bounds.of(a), bounds.of(b));
    }

    static Interval outcome(Compare op, Interval a, Interval b) {
        boolean never = switch (op) {
            case LT -> a.low() >= b.high();
            case LE -> a.low() > b.high();
            case GT -> a.high() <= b.low();
            case GE -> a.high() < b.low();
            case EQ -> a.meet(b).isEmpty();
            case NE -> a.isSingle() && a.equals(b);
        };
        if (never) {
            return Interval.of(0);
        }
        boolean always = switch (op) {
            case LT -> a.high() < b.low();
            case LE -> a.high() <= b.low();
            case GT -> a.low() > b.high();
            case GE -> a.low() >= b.high();
            case EQ -> a.isSingle() && a.equals(b);
            case NE -> a.meet(b).isEmpty();
        };
        return always ? Interval.of(1) : Interval.BOOLS;
    }

    /** Returns the left operand narrowed by a true comparison. */
    static Interval refineLeft(Compare op, Interval a, Interval b) {
        return switch (op) {
            case LT -> b.high() == Long.MIN_VALUE ? Interval.NONE : a.meet(new Interval(Long.MIN_VALUE, b.high() - 1));
            case LE -> a.meet(new Interval(Long.MIN_VALUE, b.high()));
            case GT -> b.low() == Long.MAX_VALUE ? Interval.NONE : a.meet(new Interval(b.low() + 1, Long.MAX_VALUE));
            case GE -> a.meet(new Interval(b.low(), Long.MAX_VALUE));
            case EQ -> a.meet(b);
            case NE -> without(a, b);
        };
    }

    private static Interval without(Interval a, Interval b) {
        if (!b.isSingle()) {
            return a;
        }
        if (a.isSingle()) {
            return a.equals(b) ? Interval.NONE : a;
        }
        if (a.low() == b.low()) {
            return new Interval(a.low() + 1, a.high());
        }
        return a.high() == b.low() ? new Interval(a.low(), a.high() - 1) : a;
    }
}
