package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Terminator;

/**
 * The iteration domains of the blocks of a region, exact under conditions on indexes and in counted loops. Loops are
 * assumed to terminate. Immutable.
 */
final class IterationDomains {
    private final Region region;
    private final ControlFlow flow;
    private final List<LoopInfo> loops;
    private final Proofs proofs;
    private final ConditionSolver conditions;
    private final Map<Block, IterationDomain> found = new IdentityHashMap<>();
    /** The trip counts of counted loops, by header. */
    private final Map<Integer, Long> counts = new HashMap<>();

    private final List<BitSet> postdominators;

    IterationDomains(Region region, LoopNest loops, Proofs proofs, ConditionSolver conditions, IterationDomain entry) {
        this.region = region;
        this.flow = loops.flow(region);
        this.loops = loops.loops(region);
        this.proofs = proofs;
        this.conditions = conditions;
        this.postdominators = postdominators();
        for (LoopInfo loop : this.loops) {
            long count = count(loop);
            if (count >= 0) {
                counts.put(loop.header().id(), count);
            }
        }
        for (Block block : region.blocks()) {
            found.put(block, block.id() == 0 ? entry : compute(block));
        }
    }

    IterationDomain of(Block block) {
        return found.getOrDefault(block, IterationDomain.UNKNOWN);
    }

    private IterationDomain compute(Block block) {
        if (!proofs.isReached(block)) {
            return IterationDomain.UNKNOWN;
        }
        IterationDomain execution = arriving(block);
        Long count = counts.get(block.id());
        if (count != null && execution.certain()) {
            // The header executes once more than the body.
            return execution.with(LoopNest.iterations(loopAt(block.id())), new Interval(0, count));
        }
        return execution;
    }

    private LoopInfo loopAt(int header) {
        return loops.stream()
                .filter(loop -> loop.header().id() == header)
                .findFirst()
                .orElseThrow();
    }

    private IterationDomain arriving(Block block) {
        List<Integer> forward = flow.predecessors(block.id()).stream()
                .filter(from -> from < block.id() && proofs.isReached(region.block(from)))
                .distinct()
                .toList();
        int dominator = flow.immediateDominator(block.id());
        int from = forward.size() == 1 ? forward.get(0) : dominator;
        IterationDomain before = leaving(of(region.block(from)), from, block.id());
        if (postdominators.get(from).get(block.id())) {
            return before;
        }
        if (forward.size() != 1 || !(region.block(from).terminator() instanceof Terminator.Branch branch)) {
            return IterationDomain.UNKNOWN;
        }
        if (flow.loopAt(from) != null) {
            return intoBody(from, block, before);
        }
        boolean holds = branch.whenTrue().target() == block.id();
        return branch.whenFalse().target() == branch.whenTrue().target()
                ? before
                : conditions.where(branch.condition(), holds, before);
    }

    private IterationDomain intoBody(int header, Block block, IterationDomain before) {
        Long count = counts.get(header);
        LoopInfo loop = loopAt(header);
        return loop.contains(block.id()) && count != null && count > 0 && before.certain()
                ? before.with(LoopNest.iterations(loop), new Interval(0, count - 1))
                : IterationDomain.UNKNOWN;
    }

    /** Drops the iteration symbols of loops exited by an edge; after a counted loop the symbol is its trip count. */
    private IterationDomain leaving(IterationDomain before, int from, int to) {
        IterationDomain left = before;
        for (LoopInfo loop : loops) {
            if (loop.contains(from) && !loop.contains(to)) {
                Symbol iterations = LoopNest.iterations(loop);
                int header = loop.header().id();
                Long count = counts.get(header);
                left = count != null && from == header
                        ? left.with(iterations, Interval.of(count))
                        : left.without(iterations);
            }
        }
        return left;
    }

    /** Returns the uniform trip count of a loop that exits from its header only, or -1. */
    private long count(LoopInfo loop) {
        LoopInfo.Test test = loop.exitsFromHeaderAlone() ? loop.test() : null;
        AffineExpr<Symbol> distance = test == null ? null : conditions.difference(test.left(), test.right());
        Symbol iterations = LoopNest.iterations(loop);
        return test == null || distance == null || !iterations.equals(distance.only())
                ? -1
                : LoopInfo.tripCount(test.stays(), distance.constant(), distance.factor(iterations));
    }

    /** Returns the postdominators of each block, including itself. */
    private List<BitSet> postdominators() {
        int size = region.blocks().size();
        List<BitSet> through = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            BitSet all = new BitSet(size);
            all.set(0, size);
            through.add(all);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int k = size - 1; k >= 0; k--) {
                BitSet now = commonOf(region.block(k), through);
                now.set(k);
                changed |= !now.equals(through.get(k));
                through.set(k, now);
            }
        }
        return through;
    }

    private BitSet commonOf(Block block, List<BitSet> through) {
        BitSet common = null;
        for (Edge edge : block.terminator().edges()) {
            if (proofs.isReached(region.block(edge.target()))) {
                common = meet(common, through.get(edge.target()));
            }
        }
        return common == null ? new BitSet() : common;
    }

    private static BitSet meet(@Nullable BitSet common, BitSet other) {
        if (common == null) {
            return (BitSet) other.clone();
        }
        common.and(other);
        return common;
    }
}
