package org.sporos.kernel.analysis.interval;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.RegionIntervals.Incoming;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Finds the values of a loop that grow by a constant each pass, and ties those that have no bound to those that have.
 */
final class LoopInductions {

    /** A value that grows by a constant. */
    private record Growing(Argument argument, long step, Interval start, boolean exact) {}

    private LoopInductions() {}

    /** Returns the relations of one loop of a region whose bounds hold already. */
    static List<Induction> of(Region region, ControlFlow.Loop loop, RegionIntervals intervals) {
        List<Growing> growing = new ArrayList<>();
        for (int k = 0; k < region.block(loop.header()).arguments().size(); k++) {
            Growing found = growing(loop, k, intervals);
            if (found != null) {
                growing.add(found);
            }
        }
        List<Induction> relations = new ArrayList<>();
        for (Growing counter : growing) {
            for (Growing follower : growing) {
                if (counter != follower && counter.exact()) {
                    relate(counter, follower, intervals.entry(loop.header()), relations);
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

    private static @Nullable Growing growing(ControlFlow.Loop loop, int place, RegionIntervals intervals) {
        Argument grown = intervals.block(loop.header()).arguments().get(place);
        if (!grown.type().isInteger()) {
            return null;
        }
        Interval start = Interval.NONE;
        Interval steps = Interval.NONE;
        boolean exact = true;
        for (Incoming edge : intervals.incoming(loop.header())) {
            Bounds carried = intervals.carried(edge);
            if (!carried.isReachable()) {
                continue;
            }
            if (!loop.contains(edge.from())) {
                start = start.join(carried.of(grown));
                continue;
            }
            Value passed = intervals
                    .block(edge.from())
                    .terminator()
                    .edges()
                    .get(edge.edge())
                    .arguments()
                    .get(place);
            // An argument may already be that of the next pass.
            Long step = AffineExpr.distance(
                    passed,
                    grown,
                    by -> by instanceof Argument ? null : carried.of(by).single());
            if (step == null) {
                return null;
            }
            steps = steps.join(Interval.of(step));
            exact &= intervals.isProven((Instruction) passed);
        }
        boolean constant = steps.isSingle() && steps.low() != 0 && !start.isEmpty();
        return constant ? new Growing(grown, steps.low(), start, exact) : null;
    }
}
