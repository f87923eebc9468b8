package org.sporos.samples.bench;

import java.util.function.BooleanSupplier;
import org.sporos.graph.Graph;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;

/**
 * A kernel of {@link TierCompare}: a graph and the plain Java loop of the same text.
 *
 * @param indexes the number of indexes per run
 */
record TierKernel(String name, long indexes, Maker maker) {

    /** A factory of the kernel with data of its own. */
    interface Maker {
        Work make(ExecutionSpace space);
    }

    /**
     * The two sides of a kernel. Both can be run repeatedly, with the same work each time.
     *
     * @param plain the loop over Java arrays
     * @param same whether both, run equally often, have the same bits
     */
    record Work(Graph graph, Runnable plain, BooleanSupplier same) {
        /** Returns a loop over a range. */
        static Work of(RangePolicy policy, RangeBody body, Runnable plain, BooleanSupplier same) {
            return new Work(Graph.define("loop", root -> root.thenParallelFor("loop", policy, body)), plain, same);
        }

        /** Returns a loop over a box. */
        static Work of(MDRangePolicy policy, RangeBody2 body, Runnable plain, BooleanSupplier same) {
            return new Work(Graph.define("loop", root -> root.thenParallelFor("loop", policy, body)), plain, same);
        }
    }
}
