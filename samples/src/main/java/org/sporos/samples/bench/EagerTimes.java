package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.RecordedOrder;
import org.sporos.graph.Task;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Measures an eager call beside a submit of the same node, and a step of thirty eager calls beside its recorded graph.
 * A program, not a test: it asserts nothing.
 */
public final class EagerTimes {
    private static final int ROUNDS = 41;

    private EagerTimes() {}

    /** Runs all parts; the first argument is the space. */
    public static void main(String[] args) {
        try (ExecutionSpace space = ExecutionSpaces.open(args.length == 0 ? "host" : args[0])) {
            System.out.println(space.description());
            for (int n : new int[] {1, 1000}) {
                calls(space, n);
            }
            for (int n : new int[] {100, 1000, 100_000}) {
                steps(space, n);
            }
        }
    }

    /** CPU time of the calling thread, and the time of a run with a fence after the last. */
    private static void calls(ExecutionSpace space, int n) {
        try (DoubleView x = DoubleView.of("x", space, n);
                DoubleView sum = DoubleView.of("sum", space)) {
            Task task = Task.parallelFor("add", RangePolicy.of(n), i -> x.set(i, x.get(i) + 1));
            try (ExecutableGraph exec =
                    Graph.define("g", root -> root.then(task)).instantiate(space)) {
                report(space, n, "submit of an executable", 20_000, i -> exec.submit());
            }
            report(space, n, "submit of a task", 20_000, i -> space.submit(task));
            report(
                    space,
                    n,
                    "call with a new lambda",
                    20_000,
                    i -> space.parallelFor("same", RangePolicy.of(n), k -> x.set(k, x.get(k) + 1)));
            report(
                    space,
                    n,
                    "call of a reduction",
                    20_000,
                    i -> space.parallelReduce("sum", RangePolicy.of(n), Sum.into(sum, k -> x.get(k))));
            report(space, n, "call of a fill", 20_000, i -> space.fill("fill", x, 1));
            report(space, n, "call with one of two numbers", 20_000, i -> {
                double number = i & 1;
                space.parallelFor("two", RangePolicy.of(n), k -> x.set(k, x.get(k) + number));
            });
            report(space, n, "call with a new double", 300, i -> {
                double number = i + 0.5;
                space.parallelFor("double", RangePolicy.of(n), k -> x.set(k, x.get(k) + number));
            });
            report(space, n, "call with a new int", 300, i -> {
                int number = i;
                space.parallelFor("int", RangePolicy.of(n), k -> x.set(k, x.get(k) + number));
            });
        }
    }

    private static void report(ExecutionSpace space, int n, String what, int times, IntConsumer call) {
        long[] each = new long[ROUNDS];
        long[] wall = new long[ROUNDS];
        int next = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            for (int k = 0; k < times; k++) {
                call.accept(next++);
            }
            each[round] = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / times;
            space.fence();
            wall[round] = (System.nanoTime() - begin) / times;
        }
        System.out.printf("n = %6d  %-30s %8d ns, %8d ns of a run%n", n, what, median(each), median(wall));
    }

    private static long median(long[] all) {
        long[] warm = Arrays.copyOfRange(all, all.length / 4, all.length);
        Arrays.sort(warm);
        return warm[warm.length / 2];
    }

    private static void steps(ExecutionSpace space, int n) {
        try (DoubleView u = DoubleView.of("u", space, n);
                DoubleView v = DoubleView.of("v", space, n);
                DoubleView w = DoubleView.of("w", space, n);
                DoubleView norms = DoubleView.of("norms", space, 2);
                DoubleView sum = DoubleView.of("sum", space);
                DoubleView most = DoubleView.of("most", space)) {
            Runnable step = () -> step(space, n, u, v, w, sum, most, norms);
            try (ExecutableGraph inOrder = Graph.record("step", step).instantiate(space);
                    ExecutableGraph byData = Graph.record("step", RecordedOrder.DATA_DEPENDENCES, step)
                            .instantiate(space)) {
                Runnable[] ways = {step, inOrder::submit, byData::submit};
                long[][] times = new long[ways.length][ROUNDS];
                for (int round = 0; round < ROUNDS; round++) {
                    for (int way = 0; way < ways.length; way++) {
                        times[way][round] = time(space, ways[way], Math.max(20, 2_000_000 / (n + 1000)));
                    }
                }
                System.out.printf(
                        "n = %6d  step of 30: eager %d ns, recorded %d ns, recorded by accesses %d ns%n",
                        n, median(times[0]), median(times[1]), median(times[2]));
            }
        }
    }

    private static long time(ExecutionSpace space, Runnable way, int times) {
        long before = System.nanoTime();
        for (int k = 0; k < times; k++) {
            way.run();
        }
        space.fence();
        return (System.nanoTime() - before) / times;
    }

    private static void step(
            ExecutionSpace space,
            int n,
            DoubleView u,
            DoubleView v,
            DoubleView w,
            DoubleView sum,
            DoubleView most,
            DoubleView norms) {
        for (int sweep = 0; sweep < 13; sweep++) {
            double weight = 0.25 / (1 + sweep);
            DoubleView from = sweep % 2 == 0 ? u : v;
            space.parallelFor(
                    "smooth",
                    RangePolicy.of(1, n - 1),
                    i -> w.set(i, from.get(i) + weight * (from.get(i - 1) - 2 * from.get(i) + from.get(i + 1))));
            space.deepCopy("copy", from, w);
        }
        space.parallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> u.get(i)));
        space.parallelReduce("most", RangePolicy.of(n), Max.into(most, i -> v.get(i)));
        space.submit(Task.single("norms", () -> norms.set(0, sum.get() + most.get())));
        space.fill("zero", w, 0);
    }
}
