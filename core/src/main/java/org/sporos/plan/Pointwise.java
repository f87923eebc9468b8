package org.sporos.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the edges that hold for each index alone. Used by one thread, once.
 *
 * <p>Such an edge is weaker than a common one, also for all units before and after it. So a unit may have one only if
 * its accesses are pointwise with those of all units that come before along such edges, not of the nearest alone.
 */
final class Pointwise {
    /** Sets of memories larger than these take longer to look through than barriers take. */
    private static final int MOST_MEMORIES = 64;

    private Pointwise() {}

    /**
     * Returns the edges of a graph, counted from the first of the first unit.
     *
     * @param loops the units as loops, null for what is none
     */
    static BitSet edges(PlanGraph graph, List<@Nullable Loop> loops) {
        BitSet found = new BitSet();
        List<@Nullable LoopEffects> since = new ArrayList<>(graph.size());
        int edge = 0;
        for (int u = 0; u < graph.size(); u++) {
            Loop loop = loops.get(u);
            LoopEffects all = null;
            for (int k = 0; k < graph.count(u); k++) {
                int from = graph.before(u, k);
                Loop other = loops.get(from);
                LoopEffects before = since.get(from);
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
            since.add(loop == null ? null : with(loop.touched(), all));
        }
        return found;
    }

    /** Returns what is touched along such edges and by a unit itself, or null if that is too much. */
    private static @Nullable LoopEffects with(LoopEffects own, @Nullable LoopEffects before) {
        if (before == null) {
            return own;
        }
        before.addAll(own);
        return before.size() <= MOST_MEMORIES ? before : null;
    }
}
