package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.sporos.comm.Communicator;
import org.sporos.comm.Halo;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Task;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/**
 * Measures the cost of messages and the scaling of the heat equation: started with 1, 2, 4, ... processes, it prints
 * the time per message size, a fitted model of latency and bandwidth, the overlap of an exchange with an inner kernel,
 * and the time of a step in strong and weak scaling.
 */
public final class RankScaling {
    private static final int RUNS = 200;
    private static final int ROUNDS = 5;
    private static final int OVERLAP_ROUNDS = 21;
    private static final int INNER = 2_000_000;
    private static final double LATE_MILLIS = 30;

    private RankScaling() {}

    /**
     * Runs it: {@code --size=} points along an edge for one process, {@code --steps=}, {@code --space=}, {@code
     * --ranks=}.
     */
    public static void main(String... args) {
        Arguments arguments = Arguments.of(args, "size=500", "steps=100", "ranks=0");
        int n = arguments.number("size");
        int steps = arguments.number("steps");
        Ranks.run(arguments, (space, world) -> {
            line(world, "%d ranks on %s", world.size(), space.description());
            // The first messages run in code that the JVM has not compiled yet.
            warmUp(space, world);
            Fit exchange = new Fit();
            Fit reduce = new Fit();
            for (int size = 1; size <= 1 << 18; size *= 8) {
                messages(space, world, size, exchange, reduce);
            }
            line(world, "exchange: %s", exchange);
            line(world, "all-reduce: %s", reduce);
            if (world.size() > 1) {
                overlap(space, world);
            }
            int grown = (int) (n * Math.sqrt(world.size()));
            line(world, "heat, %d x %d points: %.1f us a step", n, n, step(space, world, n, steps));
            line(world, "heat, %d x %d points: %.1f us a step", grown, grown, step(space, world, grown, steps));
        });
    }

    private static void line(Communicator world, String format, Object... values) {
        if (world.rank() == 0) {
            System.out.println(String.format(Locale.ROOT, format, values));
        }
    }

    /** A fit of message times by a latency and a bandwidth, from the smallest and the largest message. */
    private static final class Fit {
        private final List<double[]> times = new ArrayList<>();

        void add(double bytes, double micros) {
            times.add(new double[] {bytes, micros});
        }

        @Override
        public String toString() {
            double[] least = times.get(0);
            double[] most = times.get(times.size() - 1);
            double each = (most[1] - least[1]) / (most[0] - least[0]);
            StringBuilder text = new StringBuilder(String.format(
                    Locale.ROOT, "%.1f us + bytes / %.2f GB/s; measured over model:", least[1], 1e-3 / each));
            for (double[] time : times) {
                text.append(String.format(Locale.ROOT, " %.2f", time[1] / (least[1] + each * (time[0] - least[0]))));
            }
            return text.toString();
        }
    }

    private static void messages(ExecutionSpace space, Communicator world, int size, Fit exchanges, Fit reduces) {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        try (DoubleView sent = DoubleView.of("sent", space, size);
                DoubleView got = DoubleView.of("got", space, size)) {
            Halo halo = Halo.none().sending(next, sent).receiving(before, got);
            double exchange = micros(space, world.exchange("ring", halo));
            double reduce = micros(space, world.allReduce("sum", Sum, sent));
            line(world, "%7d bytes: exchange %8.1f us, all-reduce %8.1f us", 8 * size, exchange, reduce);
            exchanges.add(8.0 * size, exchange);
            reduces.add(8.0 * size, reduce);
        }
    }

    /**
     * Prints the time on rank 0 of an inner stencil and of an exchange with a late neighbour, in sequence and
     * overlapped.
     */
    private static void overlap(ExecutionSpace space, Communicator world) {
        try (DoubleView sent = DoubleView.of("sent", space, 1000);
                DoubleView got = DoubleView.of("got", space, 1000);
                DoubleView u = DoubleView.of("u", space, INNER)) {
            int next = (world.rank() + 1) % world.size();
            int before = (world.rank() + world.size() - 1) % world.size();
            Halo halo = Halo.none().sending(next, sent).receiving(before, got);
            boolean isLate = world.rank() != 0;
            Task exchange = world.exchange("ring", halo);
            Graph alone = Graph.define("alone", root -> late(root, isLate).then(exchange));
            Graph after = Graph.define("after", root -> inner(late(root, isLate).then(exchange), u, isLate));
            Graph beside = Graph.define("beside", root -> {
                late(root, isLate).then(exchange);
                inner(root, u, isLate);
            });
            Graph inner = Graph.define("inner", root -> inner(root, u, isLate));
            line(
                    world,
                    "rank 0: inner kernel %.1f ms, exchange with a late neighbour %.1f ms, one after the other %.1f ms,"
                            + " side by side %.1f ms",
                    millis(space, world, inner),
                    millis(space, world, alone),
                    millis(space, world, after),
                    millis(space, world, beside));
        }
    }

    private static NodeRef late(NodeRef root, boolean isLate) {
        return isLate
                ? root.thenHost("late", Access.reads(), () -> LockSupport.parkNanos((long) (LATE_MILLIS * 1e6)))
                : root;
    }

    private static void inner(NodeRef after, DoubleView u, boolean isLate) {
        if (!isLate) {
            after.thenParallelFor("inner", RangePolicy.of(INNER), i -> {
                double x = u.get(i);
                for (int k = 0; k < 20; k++) {
                    x = Math.sqrt(x + k);
                }
                u.set(i, x);
            });
        }
    }

    /** Returns the median time from a barrier to the end of a run. */
    private static double millis(ExecutionSpace space, Communicator world, Graph graph) {
        Graph together = Graph.define("together", root -> root.then(world.barrier("together")));
        double[] times = new double[OVERLAP_ROUNDS];
        try (ExecutableGraph exec = graph.instantiate(space);
                ExecutableGraph barrier = together.instantiate(space)) {
            for (int round = 0; round < OVERLAP_ROUNDS; round++) {
                barrier.submit();
                space.fence();
                long begin = System.nanoTime();
                exec.submit();
                space.fence();
                times[round] = (System.nanoTime() - begin) / 1e6;
            }
        }
        Arrays.sort(times);
        return times[OVERLAP_ROUNDS / 2];
    }

    private static void warmUp(ExecutionSpace space, Communicator world) {
        try (DoubleView one = DoubleView.of("one", space, 1)) {
            Halo halo = Halo.none().sending(world.rank(), one);
            micros(space, world.exchange("warm-up", halo.receiving(world.rank(), one)));
            micros(space, world.allReduce("warm-up", Sum, one));
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
        RankHeat.Result result = RankHeat.solve(space, world, n, steps);
        return result.seconds() / result.timed() * 1e6;
    }
}
