package org.sporos.plan;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.view.View;

/**
 * The memory accesses of loops over the same indexes, and whether they are pointwise: at the index of the iteration
 * only. Used by one thread.
 */
final class LoopEffects {
    private final Map<Object, Use> uses = new IdentityHashMap<>(4);

    /**
     * All accesses to one memory.
     *
     * @param view the first accessed view of the memory
     * @param pointwise whether all accesses are at the index of the iteration, by views of the same layout
     */
    private record Use(View view, boolean pointwise, boolean changes) {

        Use and(Use other) {
            boolean bothPointwise = pointwise && other.pointwise && isSameLayout(view.region(), other.view.region());
            return new Use(view, bothPointwise, changes || other.changes);
        }

        /** Returns whether two loops conflict at equal indexes only. */
        boolean isPointwiseWith(Use other) {
            return !(changes || other.changes) || and(other).pointwise;
        }

        private static boolean isSameLayout(StridedRegion one, StridedRegion other) {
            return one.allocation() == other.allocation()
                    && one.offset() == other.offset()
                    && Arrays.equals(one.strides(), other.strides());
        }
    }

    /** Adds an access to a view. */
    void add(Memories memories, View view, boolean changes, boolean pointwise) {
        add(memories.key(view.allocation()), new Use(view, pointwise, changes));
    }

    private void add(Object memory, Use use) {
        Use before = uses.putIfAbsent(memory, use);
        if (before != null) {
            uses.put(memory, before.and(use));
        }
    }

    /** Adds the accesses of other loops. */
    void addAll(LoopEffects others) {
        for (Map.Entry<Object, Use> entry : others.uses.entrySet()) {
            add(entry.getKey(), entry.getValue());
        }
    }

    /** Returns the number of memories. */
    int size() {
        return uses.size();
    }

    /** Returns a view with conflicting accesses at different indexes of these and other loops, or null. */
    @Nullable
    View conflict(LoopEffects others) {
        LoopEffects smaller = uses.size() < others.uses.size() ? this : others;
        LoopEffects larger = smaller == this ? others : this;
        for (Map.Entry<Object, Use> entry : smaller.uses.entrySet()) {
            Use other = larger.uses.get(entry.getKey());
            if (other != null && !entry.getValue().isPointwiseWith(other)) {
                return entry.getValue().view;
            }
        }
        return null;
    }
}
