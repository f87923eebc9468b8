package org.sporos.samples.bench;

import java.util.List;
import java.util.stream.IntStream;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Ten iterations of a loop on the device over 600 nodes: a chain of 200 links, each a pair of independent nodes and
 * their join. Each node reads neighbours of its predecessor's results, so that no two can be fused.
 */
final class LoopOfNodes extends PlainCode {
    private static final int ITERATIONS = 10;
    private static final int LINKS = 200;

    private final double[] x;
    private final double[] y;
    private final double[] z;

    LoopOfNodes(int n, boolean parallel) {
        super(parallel);
        x = ramp(n);
        y = ramp(n);
        z = ramp(n);
    }

    /** Creates the graph for n elements per node. */
    static Code on(ExecutionSpace space, int n) {
        IntView iteration = IntView.of("iteration", space);
        DoubleView x = DoubleView.copyOf("x", space, ramp(n));
        DoubleView y = DoubleView.copyOf("y", space, ramp(n));
        DoubleView z = DoubleView.copyOf("z", space, ramp(n));
        RangePolicy inside = RangePolicy.of(1, n + 1);
        Graph body = Graph.define("600 nodes", root -> {
            NodeRef last = root.then("count", () -> iteration.set(iteration.get() + 1));
            for (int link = 0; link < LINKS; link++) {
                last = Graph.whenAll(
                                last.thenParallelFor("y", inside, i -> y.set(i, (x.get(i - 1) + x.get(i + 1)) / 2)),
                                last.thenParallelFor(
                                        "z", inside, i -> z.set(i, (x.get(i - 1) + 2 * x.get(i) + x.get(i + 1)) / 4)))
                        .thenParallelFor("x", inside, i -> x.set(i, (y.get(i - 1) + z.get(i + 1)) / 2));
            }
        });
        Graph loop = Graph.define(
                "loop",
                root -> root.thenFill("begin", iteration, 0)
                        .thenWhile("iterations", () -> iteration.get() < ITERATIONS, body));
        return new Submitted(
                space,
                loop.instantiate(space),
                x::toArray,
                () -> List.of(iteration, x, y, z).forEach(View::close));
    }

    /** Returns n elements and a constant one at either end. */
    private static double[] ramp(int n) {
        return IntStream.range(0, n + 2).mapToDouble(i -> 1 + i % 13 / 16.0).toArray();
    }

    @Override
    public void run() {
        int end = x.length - 1;
        for (int link = 0; link < ITERATIONS * LINKS; link++) {
            ranges(1, end, (from, to) -> {
                for (int i = from; i < to; i++) {
                    y[i] = (x[i - 1] + x[i + 1]) / 2;
                }
            });
            ranges(1, end, (from, to) -> {
                for (int i = from; i < to; i++) {
                    z[i] = (x[i - 1] + 2 * x[i] + x[i + 1]) / 4;
                }
            });
            ranges(1, end, (from, to) -> {
                for (int i = from; i < to; i++) {
                    x[i] = (y[i - 1] + z[i + 1]) / 2;
                }
            });
        }
    }

    @Override
    public double[] solution() {
        return x;
    }
}
