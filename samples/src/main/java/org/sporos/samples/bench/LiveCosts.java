package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/**
 * Measures the costs of dynamic features beside static graphs: rotating time levels, and rebound or updated
 * executables. The variants of a table are measured in turn; it has the medians of the rounds, their range, and the
 * ratio to the first variant.
 */
public final class LiveCosts {
    private static final int ROUNDS = 9;
    private static final long WARM_UP_NANOS = 1_000_000_000L;

    private final ExecutionSpace space;

    private LiveCosts(ExecutionSpace space) {
        this.space = space;
    }

    /** Runs it on the default space. */
    public static void main(String... args) {
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            System.out.println("LiveCosts on " + space.description());
            LiveCosts costs = new LiveCosts(space);
            for (int n : new int[] {64, 1024}) {
                costs.levels(n);
            }
            for (int nodes : new int[] {4, 100}) {
                costs.changes(nodes);
            }
        }
    }

    /** A step of a five-point stencil, as a graph of two steps there and back, and as one of a step and a rotation. */
    private void levels(int n) {
        try (DoubleView a = DoubleView.of("a", space, n, n);
                DoubleView b = DoubleView.of("b", space, n, n);
                ViewRing<DoubleView> ring = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n, n));
                ExecutableGraph two = Graph.define(
                                "two steps", root -> Kernels.smooth(Kernels.smooth(root, a, b), b, a))
                        .instantiate(space);
                ExecutableGraph one = Graph.define(
                                "one step",
                                root -> Kernels.smooth(root, ring.level(0), ring.level(1))
                                        .thenAdvance("turn", ring))
                        .instantiate(space);
                ExecutableGraph still = Graph.define("no turn", root -> Kernels.smooth(root, a, b))
                        .instantiate(space)) {
            Map<String, DoubleSupplier> ways = new LinkedHashMap<>();
            ways.put("two steps a graph", () -> batch(1000, two::submit) / 2);
            ways.put("one step and a turn a graph", () -> batch(1000, one::submit));
            ways.put("one step a graph, no turn", () -> batch(1000, still::submit));
            inTurns("a step, " + n + " x " + n, ways);
        }
    }

    /** A change of an executable beside a new instantiation of its graph, and a submit before and after changes. */
    private void changes(int nodes) {
        try (DoubleView from = DoubleView.of("from", space, 1000);
                DoubleView to = DoubleView.of("to", space, 1000);
                DoubleView other = DoubleView.of("other", space, 1000);
                DoubleView spare = DoubleView.of("spare", space, 1000);
                ExecutableGraph still = steps(nodes, from, to, 1).instantiate(space);
                ExecutableGraph changed = steps(nodes, from, to, 1).instantiate(space)) {
            int[] calls = {0};
            Map<String, DoubleSupplier> ways = new LinkedHashMap<>();
            ways.put(
                    "define and instantiate",
                    () -> batch(20, () -> {
                        calls[0]++;
                        steps(nodes, from, calls[0] % 2 == 0 ? other : to, calls[0])
                                .instantiate(space)
                                .close();
                    }));
            ways.put(
                    "define and update",
                    () -> batch(20, () -> {
                        calls[0]++;
                        Graph next = steps(nodes, from, calls[0] % 2 == 0 ? other : to, calls[0]);
                        if (!changed.update(next).isDone()) {
                            throw new IllegalStateException("the update was refused");
                        }
                    }));
            ways.put(
                    "rebind",
                    () -> batch(20, () -> {
                        calls[0]++;
                        changed.rebind(from, calls[0] % 2 == 0 ? spare : from);
                    }));
            ways.put("submit of one that never changed", () -> batch(1000, still::submit));
            ways.put("submit of the changed one", () -> batch(1000, changed::submit));
            inTurns("a graph of " + nodes + " nodes", ways);
        }
    }

    private static Graph steps(int nodes, DoubleView from, DoubleView to, double step) {
        return Graph.define("steps", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                last = last.thenParallelFor(
                        "step" + k,
                        RangePolicy.of(1, 999),
                        i -> to.set(i, to.get(i) + step * (from.get(i - 1) + from.get(i + 1))));
            }
        });
    }

    /** Returns the time of one of several runs between two fences, in microseconds. */
    private double batch(int times, Runnable run) {
        return Clock.batch(space, times, run);
    }

    private void inTurns(String title, Map<String, DoubleSupplier> ways) {
        System.out.println();
        Table.head("| " + title + ", us | median | range | / first |");
        ways.values().forEach(way -> Clock.warmUp(WARM_UP_NANOS, way));
        Map<String, double[]> times = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Map.Entry<String, DoubleSupplier> way : ways.entrySet()) {
                double[] each = times.computeIfAbsent(way.getKey(), name -> new double[ROUNDS]);
                each[round] = way.getValue().getAsDouble();
            }
        }
        double first = Clock.median(times.values().iterator().next());
        times.forEach((way, each) -> System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %.2f to %.2f | %.2f |%n",
                way,
                Clock.median(each),
                Arrays.stream(each).min().orElseThrow(),
                Arrays.stream(each).max().orElseThrow(),
                Clock.median(each) / first));
    }
}
