package org.sporos.plan;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.view.View;

/**
 * The memory that some loops over the same indexes touch, and whether they do so at their index alone. Used by one
 * thread.
 */
final class LoopEffects {
    private final Map<Object, Use> uses = new IdentityHashMap<>(4);

    /**
     * The accesses to one memory.
     *
     * @param view the first view of it
     * @param own whether all is done through such a view, at the index of the loop alone
     */
    private record Use(View view, boolean own, boolean changes) {

        Use and(Use other) {
            boolean same = own && other.own && isSamePlace(view.region(), other.view.region());
            return new Use(view, same, changes || other.changes);
        }

        /** Returns whether it does not matter which of two loops is done first, but for each index by itself. */
        boolean meetsAtIndex(Use other) {
            return !(changes || other.changes) || and(other).own;
        }

        private static boolean isSamePlace(StridedRegion one, StridedRegion other) {
            return one.allocation() == other.allocation()
                    && one.offset() == other.offset()
                    && Arrays.equals(one.strides(), other.strides());
        }
    }

    /** Notes that a view is touched. */
    void add(Memories memories, View view, boolean changes, boolean own) {
        add(memories.key(view.allocation()), new Use(view, own, changes));
    }

    private void add(Object memory, Use use) {
        Use before = uses.putIfAbsent(memory, use);
        if (before != null) {
            uses.put(memory, before.and(use));
        }
    }

    /** Notes all that others touch. */
    void addAll(LoopEffects others) {
        for (Map.Entry<Object, Use> entry : others.uses.entrySet()) {
            add(entry.getKey(), entry.getValue());
        }
    }

    /** Returns the number of memories. */
    int size() {
        return uses.size();
    }

    /** Returns the first view that keeps these loops and others from being run index by index, or null if none does. */
    @Nullable
    View conflict(LoopEffects others) {
        LoopEffects few = uses.size() < others.uses.size() ? this : others;
        LoopEffects many = few == this ? others : this;
        for (Map.Entry<Object, Use> entry : few.uses.entrySet()) {
            Use other = many.uses.get(entry.getKey());
            if (other != null && !entry.getValue().meetsAtIndex(other)) {
                return entry.getValue().view;
            }
        }
        return null;
    }
}
