package org.sporos.samples.bench;

import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;

/**
 * The time of one graph alone, and of two, four and eight concurrent ones on streams of their own; each fills a part of
 * the device.
 */
public final class Overlap {
    private static final int WIDTH = 64;
    private static final int STEPS = 200_000;
    private static final int ROUNDS = 9;

    private Overlap() {}

    /** Runs it on the default space. */
    public static void main(String... args) {
        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView x = DoubleView.of("x", space, 8, WIDTH)) {
            System.out.println("Overlap on " + space.description());
            Table.head("| streams | us | times one |");
            ExecutionStream[] streams = new ExecutionStream[8];
            ExecutableGraph[] graphs = new ExecutableGraph[8];
            for (int k = 0; k < 8; k++) {
                streams[k] = space.stream("stream " + k);
                graphs[k] = slow(x, k).instantiate(space);
            }
            double one = time(space, streams, graphs, 1);
            for (int count = 1; count <= 8; count *= 2) {
                double us = time(space, streams, graphs, count);
                System.out.printf("| %d | %.0f | %.2f |%n", count, us, us / one);
            }
            for (int k = 0; k < 8; k++) {
                graphs[k].close();
                streams[k].close();
            }
        }
    }

    private static Graph slow(DoubleView x, int row) {
        return Graph.define(
                "slow " + row,
                root -> root.thenParallelFor("iterate", RangePolicy.of(WIDTH), i -> {
                    double v = x.get(row, i);
                    for (int step = 0; step < STEPS; step++) {
                        v = 0.5 * v + 1;
                    }
                    x.set(row, i, v);
                }));
    }

    private static double time(ExecutionSpace space, ExecutionStream[] streams, ExecutableGraph[] graphs, int count) {
        double[] times = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            for (int k = 0; k < count; k++) {
                graphs[k].submit(streams[k]);
            }
            space.fence();
            times[round] = (System.nanoTime() - begin) * 1e-3;
        }
        return Clock.median(times);
    }
}
