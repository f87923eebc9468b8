package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** The first position of each key in a sorted list of ints. */
final class SortedKeys {
    private SortedKeys() {}

    /** Adds the node that writes the number of smaller keys for each index of {@code starts}, by binary search. */
    static NodeRef starts(NodeRef before, IntView keys, ElementCount count, IntView starts) {
        return before.thenParallelFor("starts", RangePolicy.over(starts), c -> {
            int low = 0;
            int high = count.get();
            while (low < high) {
                int middle = low + (high - low) / 2;
                if (keys.get(middle) < c) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            starts.set(c, low);
        });
    }
}
