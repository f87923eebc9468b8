package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.util.Locale;
import org.sporos.comm.Communicator;
import org.sporos.comm.RankOrder;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.Ranks;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/**
 * The all-reduce of a communicator in graphs: checks the sums in both orders, and prints the time of one and of each of
 * a chain. With {@code --end} the last rank fails instead, and the others print their failure.
 */
public final class CollectiveSpeed {
    private static final int CHAIN = 20;
    private static final int ROUNDS = 200;
    private static final int ROUNDS_OF_LARGE = 20;

    private CollectiveSpeed() {}

    /**
     * Runs it: {@code --space=}, {@code --threads=} for ranks that are threads, {@code --end=} with {@code halt},
     * {@code freeze} or {@code other}, for another graph.
     */
    public static void main(String... args) {
        Options options = new Options(args);
        String end = options.text("end", "");
        Ranks.run(options.number("threads", 0), options.text("space", ""), (space, world) -> {
            System.out.println(world + " on " + space.description());
            if (!end.isEmpty()) {
                fail(space, world, end);
                return;
            }
            line(world, "| doubles | order | one, us | each of " + CHAIN + ", us |");
            line(world, "| --- | --- | --- | --- |");
            for (int n : new int[] {1, 1024, 1_000_000}) {
                for (RankOrder order : RankOrder.values()) {
                    check(space, world, n, order);
                    measure(space, world, n, order);
                }
            }
        });
    }

    private static void line(Communicator world, String line) {
        if (world.rank() == 0) {
            System.out.println(line);
        }
    }

    /** Two runs, so that a difference between the first and the next is found. */
    private static void check(ExecutionSpace space, Communicator world, int n, RankOrder order) {
        int rank = world.rank();
        try (DoubleView x = DoubleView.of("x", space, n);
                ExecutableGraph graph = Graph.define(
                                "check",
                                root -> root.thenParallelFor("own", RangePolicy.of(n), i -> x.set(i, rank + 1 + i))
                                        .then(world.allReduce("sum", Sum, x, order)))
                        .instantiate(space)) {
            for (int run = 0; run < 2; run++) {
                graph.submit();
                space.fence();
                double[] sums = x.toArray();
                for (int i = 0; i < n; i++) {
                    double expected = world.size() * (world.size() + 1) / 2.0 + (double) i * world.size();
                    if (sums[i] != expected) {
                        throw new IllegalStateException(
                                "on rank " + rank + " sum " + i + " of " + n + " is " + sums[i] + ", not " + expected);
                    }
                }
            }
        }
    }

    private static void measure(ExecutionSpace space, Communicator world, int n, RankOrder order) {
        try (DoubleView x = DoubleView.of("x", space, n);
                ExecutableGraph one = chain(world, x, order, 1).instantiate(space);
                ExecutableGraph chain = chain(world, x, order, CHAIN).instantiate(space)) {
            int rounds = n < 1_000_000 ? ROUNDS : ROUNDS_OF_LARGE;
            double[] single = new double[rounds];
            double[] each = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                single[round] = Clock.total(space, one);
                each[round] = Clock.total(space, chain) / CHAIN;
            }
            line(
                    world,
                    String.format(
                            Locale.ROOT,
                            "| %d | %s | %.1f | %.1f |",
                            n,
                            order,
                            Clock.median(single),
                            Clock.median(each)));
        }
    }

    private static Graph chain(Communicator world, DoubleView x, RankOrder order, int length) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int k = 0; k < length; k++) {
                last = last.then(world.allReduce("sum " + k, Sum, x, order));
            }
        });
    }

    private static void fail(ExecutionSpace space, Communicator world, String end) {
        try (DoubleView x = DoubleView.of("x", space, 1);
                ExecutableGraph sum = chain(world, x, RankOrder.ANY, 1).instantiate(space);
                ExecutableGraph other = chain(world, x, RankOrder.ANY, 2).instantiate(space)) {
            sum.submit();
            space.fence();
            boolean isLast = world.rank() == world.size() - 1;
            if (isLast && !end.equals("other")) {
                end(end);
            }
            (isLast ? other : sum).submit();
            space.fence();
            System.out.println("rank " + world.rank() + " has met no failure");
        } catch (GraphRunException | IllegalStateException e) {
            System.out.println("rank " + world.rank() + " met " + e.getMessage());
        }
    }

    private static void end(String how) {
        if (how.equals("halt")) {
            Runtime.getRuntime().halt(9);
        }
        try {
            new ProcessBuilder(
                            "kill",
                            "-STOP",
                            Long.toString(ProcessHandle.current().pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
