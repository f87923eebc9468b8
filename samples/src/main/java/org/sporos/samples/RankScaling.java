package org.sporos.samples;

import java.util.Arrays;
import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;
import org.sporos.comm.Halo;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Task;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/**
 * Measures what messages cost, and how the heat equation scales: started with 1, 2, 4, ... processes, it prints a line
 * for each size of message, and the time of a step on a plate of one size and on one that grows with the processes.
 */
public final class RankScaling {
    private static final int RUNS = 200;
    private static final int ROUNDS = 5;

    private RankScaling() {}

    /** Runs it: {@code --size=} points along an edge for one process, {@code --steps=}, {@code --space=}. */
    public static void main(String... args) {
        Arguments arguments = Arguments.of(args, "size=500", "steps=100");
        int n = arguments.number("size");
        int steps = arguments.number("steps");
        try (ExecutionSpace space = arguments.openSpace();
                Communicator world = Communicators.open()) {
            line(world, "%d ranks on %s", world.size(), space.description());
            for (int size = 1; size <= 1 << 17; size *= 8) {
                messages(space, world, size);
            }
            int grown = (int) (n * Math.sqrt(world.size()));
            line(world, "heat, %d x %d points: %.1f us a step", n, n, step(space, world, n, steps));
            line(world, "heat, %d x %d points: %.1f us a step", grown, grown, step(space, world, grown, steps));
        }
    }

    private static void line(Communicator world, String format, Object... values) {
        if (world.rank() == 0) {
            System.out.println(String.format(java.util.Locale.ROOT, format, values));
        }
    }

    private static void messages(ExecutionSpace space, Communicator world, int size) {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        try (DoubleView sent = DoubleView.of("sent", space, size);
                DoubleView got = DoubleView.of("got", space, size)) {
            Halo halo = Halo.none().sending(next, sent).receiving(before, got);
            double exchange = micros(space, world.exchange("ring", halo));
            double reduce = micros(space, world.allReduce("sum", ReductionOp.SUM, sent));
            line(world, "%7d bytes: exchange %8.1f us, all-reduce %8.1f us", 8 * size, exchange, reduce);
        }
    }

    /** Returns the median time of a run. */
    private static double micros(ExecutionSpace space, Task task) {
        Graph graph = Graph.define(task.label(), root -> root.then(task));
        double[] times = new double[ROUNDS];
        try (ExecutableGraph exec = graph.instantiate(space)) {
            for (int round = 0; round < ROUNDS; round++) {
                long begin = System.nanoTime();
                for (int run = 0; run < RUNS; run++) {
                    exec.submit();
                }
                space.fence();
                times[round] = (System.nanoTime() - begin) / 1e3 / RUNS;
            }
        }
        Arrays.sort(times);
        return times[ROUNDS / 2];
    }

    private static double step(ExecutionSpace space, Communicator world, int n, int steps) {
        RankHeat.solve(space, world, n, steps);
        return RankHeat.solve(space, world, n, steps).seconds() / steps * 1e6;
    }
}
