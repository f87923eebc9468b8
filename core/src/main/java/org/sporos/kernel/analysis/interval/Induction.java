package org.sporos.kernel.analysis.interval;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * A relation of two induction variables: the follower is its start plus its step times the number of steps of the
 * counter, without overflow.
 *
 * @param counter the bounded induction variable
 * @param step its increment, not 0
 * @param start its initial interval
 * @param follower the other induction variable
 * @param followerStep its increment
 * @param followerStart its initial interval
 */
record Induction(
        Argument counter, long step, Interval start, Argument follower, long followerStep, Interval followerStart) {

    /** An induction variable. */
    private record InductionVariable(Argument argument, long step, Interval start, boolean exact) {}

    /** An edge into a loop header, with the bounds at its end. */
    record HeaderEdge(boolean isBack, Edge edge, Bounds carried) {}

    /**
     * Returns the induction relations of a loop.
     *
     * @param bounds the bounds at the entry of the header
     * @param isExact whether an instruction cannot overflow
     */
    static List<Induction> of(Block header, Bounds bounds, List<HeaderEdge> edges, Predicate<Instruction> isExact) {
        List<InductionVariable> variables = new ArrayList<>();
        for (int k = 0; k < header.arguments().size(); k++) {
            InductionVariable found = inductionVariable(header.arguments().get(k), k, edges, isExact);
            if (found != null) {
                variables.add(found);
            }
        }
        List<Induction> relations = new ArrayList<>();
        for (InductionVariable counter : variables) {
            for (InductionVariable follower : variables) {
                if (counter != follower && counter.exact()) {
                    addRelation(counter, follower, bounds, relations);
                }
            }
        }
        return relations;
    }

    private static void addRelation(
            InductionVariable counter, InductionVariable follower, Bounds header, List<Induction> relations) {
        Induction relation = new Induction(
                counter.argument(),
                counter.step(),
                counter.start(),
                follower.argument(),
                follower.step(),
                follower.start());
        if (!header.isReachable()) {
            return;
        }
        Interval hull = relation.hull(header.of(counter.argument()));
        // The relation holds only if the follower does not wrap.
        if (hull != null && hull.isIn(Interval.ofType(follower.argument().type()))) {
            relations.add(relation);
        }
    }

    private static @Nullable InductionVariable inductionVariable(
            Argument grown, int index, List<HeaderEdge> edges, Predicate<Instruction> isExact) {
        if (!grown.type().isInteger()) {
            return null;
        }
        Interval start = Interval.NONE;
        Interval steps = Interval.NONE;
        boolean exact = true;
        for (HeaderEdge in : edges) {
            Bounds carried = in.carried();
            if (!carried.isReachable()) {
                continue;
            }
            if (!in.isBack()) {
                start = start.join(carried.of(grown));
                continue;
            }
            Value passed = in.edge().arguments().get(index);
            // An argument is not used as a constant: on a back edge it may already have the value of the next
            // iteration.
            Long step = AffineExpr.distance(
                    passed,
                    grown,
                    by -> by instanceof Argument ? null : carried.of(by).single());
            if (step == null) {
                return null;
            }
            steps = steps.join(Interval.of(step));
            exact &= isExact.test((Instruction) passed);
        }
        boolean constant = steps.isSingle() && steps.low() != 0 && !start.isEmpty();
        return constant ? new InductionVariable(grown, steps.low(), start, exact) : null;
    }

    /** Returns the interval of the follower for an interval of the counter, or null on overflow of a long. */
    @Nullable
    Interval followerAt(Interval counterNow) {
        Interval distance = IntervalMath.subtract(counterNow, start);
        if (distance == null || distance.contains(Long.MIN_VALUE)) {
            return null;
        }
        long one = Math.floorDiv(distance.low(), step);
        long other = Math.floorDiv(distance.high(), step);
        Interval passes = new Interval(Math.max(0, Math.min(one, other)), Math.max(0, Math.max(one, other)));
        Interval grown = IntervalMath.multiply(passes, Interval.of(followerStep));
        return grown == null ? null : IntervalMath.add(followerStart, grown);
    }

    /** Returns the interval of the follower from its start up to an interval of the counter. */
    @Nullable
    Interval hull(Interval counterNow) {
        Interval end = followerAt(counterNow);
        return end == null ? null : end.join(followerStart);
    }
}
