package org.sporos.samples.bench;

import java.util.Locale;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Measures an iteration of loops on the device whose bodies are chains of small kernels, in microseconds: as launches in
 * each iteration, and as one launch of the whole loop. The counterpart is {@code loop} in {@code chains.cu}.
 */
public final class LoopSpeed {
    private static final int ITERATIONS = 1000;
    private static final int ROUNDS = 9;
    private static final long WARM_UP_NANOS = 300_000_000L;

    private LoopSpeed() {}

    /** Runs it on the default space. */
    public static void main(String... args) {
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            System.out.println("LoopSpeed on " + space.description());
            Table.head("| kernels | indexes | not merged | launches | one launch |");
            for (int n : new int[] {32, 1024}) {
                for (int kernels : new int[] {1, 5, 20}) {
                    measure(space, kernels, n);
                }
            }
        }
    }

    private static void measure(ExecutionSpace space, int kernels, int n) {
        try (DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n);
                IntView left = IntView.of("left", space)) {
            RangePolicy all = RangePolicy.of(n);
            Graph body = Graph.define("chain", root -> {
                NodeRef last = root;
                for (int k = 0; k < kernels; k++) {
                    DoubleView from = k % 2 == 0 ? x : y;
                    DoubleView to = k % 2 == 0 ? y : x;
                    // Reads an element of another index, so that no two kernels can be fused.
                    last = last.thenParallelFor("link " + k, all, i -> to.set(i, from.get(n - 1 - i) * 0.5 + 1));
                }
                last.then("count", () -> left.set(left.get() - 1));
            });
            Graph loop = Graph.define(
                    "loop",
                    root -> root.then("begin", () -> left.set(ITERATIONS))
                            .thenWhile("loop", () -> left.get() > 0, body, ITERATIONS));
            try (ExecutableGraph single = loop.instantiate(space, Merging.OFF);
                    ExecutableGraph launches = loop.instantiate(space, PersistentLoops.OFF);
                    ExecutableGraph one = loop.instantiate(space, PersistentLoops.ON)) {
                ExecutableGraph[] graphs = {single, launches, one};
                double[][] times = new double[graphs.length][ROUNDS];
                for (ExecutableGraph graph : graphs) {
                    Clock.warmUp(WARM_UP_NANOS, () -> Clock.total(space, graph));
                }
                for (int round = 0; round < ROUNDS; round++) {
                    for (int k = 0; k < graphs.length; k++) {
                        times[k][round] = Clock.total(space, graphs[k]) / ITERATIONS;
                    }
                }
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %d | %.2f | %.2f | %.2f |%n",
                        kernels,
                        n,
                        Clock.median(times[0]),
                        Clock.median(times[1]),
                        Clock.median(times[2]));
            }
        }
    }
}
