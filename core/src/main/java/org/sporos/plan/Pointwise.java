package org.sporos.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds pointwise edges: they order iterations of equal indexes only. Used by one thread, once.
 *
 * <p>A pointwise edge is weaker than a full one, also for transitive dependences. So a unit has one only if its
 * accesses are pointwise with those of all predecessors along pointwise edges, not only of the nearest.
 */
final class Pointwise {
    /** The maximum of memories: searching larger sets takes longer than a barrier. */
    private static final int MOST_MEMORIES = 64;

    private Pointwise() {}

    /**
     * Returns the numbers of the pointwise edges of a graph.
     *
     * @param loops the units as loops, null for others
     */
    static BitSet edges(PlanGraph graph, List<@Nullable Loop> loops) {
        BitSet found = new BitSet();
        List<@Nullable LoopEffects> cumulative = new ArrayList<>(graph.size());
        int edge = 0;
        for (int u = 0; u < graph.size(); u++) {
            Loop loop = loops.get(u);
            LoopEffects all = null;
            for (int k = 0; k < graph.count(u); k++) {
                int from = graph.before(u, k);
                Loop other = loops.get(from);
                LoopEffects before = cumulative.get(from);
                if (loop != null
                        && other != null
                        && before != null
                        && !loop.isSingle()
                        && loop.isOverSame(other)
                        && before.conflict(loop.touched()) == null) {
                    found.set(edge);
                    all = all == null ? new LoopEffects() : all;
                    all.addAll(before);
                }
                edge++;
            }
            cumulative.add(loop == null ? null : union(loop.touched(), all));
        }
        return found;
    }

    /** Returns the accesses of a unit and of its predecessors along pointwise edges, or null if there are too many. */
    private static @Nullable LoopEffects union(LoopEffects own, @Nullable LoopEffects before) {
        if (before == null) {
            return own;
        }
        before.addAll(own);
        return before.size() <= MOST_MEMORIES ? before : null;
    }
}
