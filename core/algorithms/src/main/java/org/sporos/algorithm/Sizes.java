package org.sporos.algorithm;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/**
 * The number of elements of one graph: the extent of its views, or a number written by a kernel. A written number is
 * copied by a node with a dynamic range, which checks its limit (R313); on failure it is 0.
 *
 * @param checked the view with the checked number, or null if it is fixed
 */
record Sizes(
        int capacity, @Nullable IntView written, @Nullable IntView checked) {
    static Sizes of(int capacity, @Nullable IntView written, Workspace workspace) {
        return new Sizes(capacity, written, written == null ? null : workspace.scalar("size"));
    }

    /** Returns the node after which kernels may read the count. */
    NodeRef begin(NodeRef root) {
        IntView from = written;
        IntView to = checked;
        if (from == null || to == null) {
            return root;
        }
        return root.thenFill("no size", to, 0).thenParallelFor("size", RangePolicy.of(from, capacity), i -> {
            if (i == 0) {
                to.set(from.get());
            }
        });
    }

    ElementCount count() {
        return checked == null ? new ElementCount.Fixed(capacity) : new ElementCount.Dynamic(checked, capacity);
    }

    /** Returns the range of the elements. */
    RangePolicy range() {
        return checked == null ? RangePolicy.of(capacity) : RangePolicy.of(checked, capacity);
    }
}
