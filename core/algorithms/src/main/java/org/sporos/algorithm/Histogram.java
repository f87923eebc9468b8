package org.sporos.algorithm;

import org.sporos.graph.Graph;
import org.sporos.internal.error.Required;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/**
 * How many indexes fall into each bin. The bins are counted by atomic additions of ints, whose sum does not depend on
 * their order. Pure, thread-safe.
 *
 * <pre>{@code
 * IntView bins = IntView.of("bins", space, 64);
 * Graph count = Histogram.of("count", RangePolicy.of(n), i -> (int) (64 * x.get(i)), bins);
 * }</pre>
 */
public final class Histogram {
    private Histogram() {}

    /**
     * Returns a graph that sets each element of a view to the number of indexes in its bin. A bin outside of the view
     * fails the run (R301).
     *
     * @param range the indexes, also of dynamic bounds
     * @param bin the bin of an index, from 0: kernel code
     * @param bins the output of the counts: of rank 1
     * @throws IllegalArgumentException if the view has another rank than 1
     */
    public static Graph of(String label, RangePolicy range, IndexFunction bin, IntView bins) {
        Operands.list(bins, "the bins of a histogram");
        Required.argument(range, "the range of a histogram");
        Required.argument(bin, "the function of a histogram");
        return Graph.define(
                label,
                root -> root.thenFill("empty", bins, 0)
                        .thenParallelFor("count", range, i -> bins.atomicAdd(bin.at(i), 1)));
    }
}
