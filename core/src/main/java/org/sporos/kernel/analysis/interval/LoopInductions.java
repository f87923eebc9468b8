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
 * Finds the values of a loop that grow by a constant each iteration, and ties those that have no bound to those that have.
 */
final class LoopInductions {

    /** A value that grows by a constant. */
    private record Growing(Argument argument, long step, Interval start, boolean exact) {}

    /** An edge into the header of a loop, and the intervals that it carries. */
    record Entering(boolean isBack, Edge edge, Bounds carried) {}

    private LoopInductions() {}

    /**
     * Returns the relations of one loop whose bounds hold already.
     *
     * @param bounds the intervals at the begin of the header
     * @param isExact whether an instruction cannot overflow
     */
    static List<Induction> of(Block header, Bounds bounds, List<Entering> edges, Predicate<Instruction> isExact) {
        List<Growing> growing = new ArrayList<>();
        for (int k = 0; k < header.arguments().size(); k++) {
            Growing found = growing(header.arguments().get(k), k, edges, isExact);
            if (found != null) {
                growing.add(found);
            }
        }
        List<Induction> relations = new ArrayList<>();
        for (Growing counter : growing) {
            for (Growing follower : growing) {
                if (counter != follower && counter.exact()) {
                    relate(counter, follower, bounds, relations);
                }
            }
        }
        return relations;
    }

    private static void relate(Growing counter, Growing follower, Bounds header, List<Induction> relations) {
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
        // Inside of this hull the follower never wraps, which makes the relation true.
        if (hull != null && hull.isIn(Interval.ofType(follower.argument().type()))) {
            relations.add(relation);
        }
    }

    private static @Nullable Growing growing(
            Argument grown, int index, List<Entering> edges, Predicate<Instruction> isExact) {
        if (!grown.type().isInteger()) {
            return null;
        }
        Interval start = Interval.NONE;
        Interval steps = Interval.NONE;
        boolean exact = true;
        for (Entering entering : edges) {
            Bounds carried = entering.carried();
            if (!carried.isReachable()) {
                continue;
            }
            if (!entering.isBack()) {
                start = start.join(carried.of(grown));
                continue;
            }
            Value passed = entering.edge().arguments().get(index);
            // An argument may already be that of the next iteration.
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
        return constant ? new Growing(grown, steps.low(), start, exact) : null;
    }
}
