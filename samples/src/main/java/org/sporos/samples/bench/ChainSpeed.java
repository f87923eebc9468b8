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
 * Measures chains of dependent kernels, in microseconds: submitted, and as the body of a loop on the device. No two
 * kernels can be fused, as each reads other indexes than it writes. The counterpart is {@code chains.cu}.
 */
public final class ChainSpeed {
    private static final int ITERATIONS = 1000;
    private static final int ROUNDS = 21;
    private static final long WARM_UP_NANOS = 300_000_000L;

    private ChainSpeed() {}

    /** Runs it on the default space. */
    public static void main(String... args) {
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            System.out.println("ChainSpeed on " + space.description());
            Table.head("| submitted kernels | indexes | not merged | merged |");
            for (int n : new int[] {32, 3200, 100_000, 1_000_000}) {
                submitted(space, 100, n);
            }
            submitted(space, 1000, 32);
            System.out.println();
            Table.head("| kernels of a loop | indexes | not merged | launches | one launch |");
            for (int n : new int[] {32, 1024}) {
                for (int kernels : new int[] {1, 5, 20}) {
                    repeated(space, kernels, n);
                }
            }
        }
    }

    private static NodeRef chain(NodeRef root, int kernels, DoubleView x, DoubleView y) {
        int n = (int) x.extent(0);
        NodeRef last = root;
        for (int k = 0; k < kernels; k++) {
            DoubleView from = k % 2 == 0 ? x : y;
            DoubleView to = k % 2 == 0 ? y : x;
            last = last.thenParallelFor("link " + k, RangePolicy.of(n), i -> to.set(i, from.get(n - 1 - i) * 0.5 + 1));
        }
        return last;
    }

    private static void submitted(ExecutionSpace space, int kernels, int n) {
        try (DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n)) {
            Graph graph = Graph.define("chain", root -> {
                NodeRef unused = chain(root, kernels, x, y);
            });
            try (ExecutableGraph single = graph.instantiate(space, Merging.OFF);
                    ExecutableGraph merged = graph.instantiate(space)) {
                row("| " + kernels + " | " + n, space, 1, single, merged);
            }
        }
    }

    private static void repeated(ExecutionSpace space, int kernels, int n) {
        try (DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n);
                IntView left = IntView.of("left", space)) {
            Graph body = Graph.define(
                    "chain", root -> chain(root, kernels, x, y).then("count", () -> left.set(left.get() - 1)));
            Graph loop = Graph.define(
                    "loop",
                    root -> root.then("begin", () -> left.set(ITERATIONS))
                            .thenWhile("loop", () -> left.get() > 0, body, ITERATIONS));
            try (ExecutableGraph single = loop.instantiate(space, Merging.OFF);
                    ExecutableGraph launches = loop.instantiate(space, PersistentLoops.OFF);
                    ExecutableGraph one = loop.instantiate(space, PersistentLoops.BLOCK)) {
                row("| " + kernels + " | " + n, space, ITERATIONS, single, launches, one);
            }
        }
    }

    /** Prints the median time of each executable divided by a number, measured in turn. */
    private static void row(String head, ExecutionSpace space, int divisor, ExecutableGraph... graphs) {
        double[][] times = new double[graphs.length][ROUNDS];
        for (ExecutableGraph graph : graphs) {
            Clock.warmUp(WARM_UP_NANOS, () -> Clock.total(space, graph));
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int k = 0; k < graphs.length; k++) {
                times[k][round] = Clock.total(space, graphs[k]) / divisor;
            }
        }
        StringBuilder row = new StringBuilder(head);
        for (double[] of : times) {
            row.append(String.format(Locale.ROOT, " | %.2f", Clock.median(of)));
        }
        System.out.println(row.append(" |"));
    }
}
