package org.sporos.gpu;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.sporos.check.GraphCheck;
import org.sporos.check.GraphEffects;
import org.sporos.check.KernelCheck;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.Helpers;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppEmitter;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.plan.FusionSupport;
import org.sporos.plan.KernelUnits;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.Planner;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/**
 * A program, not a test: the time of each step from a graph's definition to its executable, over a driver that does
 * nothing, and the calls that the driver gets. Kernels are known already, as in a process that makes the same graph
 * again and again.
 */
public final class BuildCost {
    private static final int WIDTH = 32;
    /** The rounds of the largest graphs; small ones have more, until the JVM has compiled what they run. */
    private static final int ROUNDS = 300;

    private static final int MOST_ROUNDS = 15_000;
    private static final int TIMED = 100;

    private BuildCost() {}

    /** Prints a table for each graph. */
    public static void main(String... args) {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        shapes.put("diamond", v -> layered(v, 1, 2));
        shapes.put("chain of 100", v -> chain(v, 100));
        shapes.put("1-100-1", v -> layered(v, 1, 100));
        shapes.put("layered 10x100", v -> layered(v, 10, 100));
        shapes.put("chain of 1000", v -> chain(v, 1000));
        for (Merging merging : new Merging[] {Merging.OFF, Merging.ON}) {
            shapes.forEach((name, shape) -> {
                times(name, shape, merging);
                calls(name, shape, merging);
            });
        }
    }

    /** Defines a graph over a view of 32,064 elements. */
    private interface Shape {
        Graph over(DoubleView v);
    }

    /** A first node, levels of nodes that follow two of the level before, and a last one. */
    private static Graph layered(DoubleView v, int levels, int width) {
        return Graph.define("layered", root -> {
            NodeRef first = tick(root, v, levels * width);
            long state = 1;
            NodeRef[] before = new NodeRef[width];
            Arrays.fill(before, first);
            for (int level = 0; level < levels; level++) {
                NodeRef[] now = new NodeRef[width];
                for (int k = 0; k < width; k++) {
                    state = state * 6364136223846793005L + 1442695040888963407L;
                    NodeRef a = before[(int) ((state >>> 33) % width)];
                    state = state * 6364136223846793005L + 1442695040888963407L;
                    NodeRef b = before[(int) ((state >>> 33) % width)];
                    now[k] = tick(level == 0 ? first : Graph.whenAll(a, b), v, level * width + k);
                }
                before = now;
            }
            tick(Graph.whenAll(before), v, levels * width + 1);
        });
    }

    /** Nodes one after another. */
    private static Graph chain(DoubleView v, int nodes) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                last = tick(last, v, k);
            }
        });
    }

    private static NodeRef tick(NodeRef after, DoubleView v, int node) {
        RangePolicy own = RangePolicy.of(node * WIDTH, (node + 1) * WIDTH);
        return after.thenParallelFor("tick " + node, own, i -> v.set(i, v.get(i) + 1));
    }

    private static void times(String name, Shape shape, Merging merging) {
        try (GpuSpace space = GpuSpace.open("cuda", new IdleDriver(), CppDialect.CUDA, BinaryCache.off());
                DoubleView v = DoubleView.of("v", space, 1002 * WIDTH)) {
            int rounds =
                    Math.min(MOST_ROUNDS, ROUNDS * 1002 / shape.over(v).nodes().size());
            Stages stages = new Stages(rounds);
            for (int round = 0; round < rounds; round++) {
                Graph graph = stages.time("define", () -> shape.over(v));
                CapturedGraph captured = stages.time("capture", () -> CapturedGraph.of(graph));
                GraphEffects effects = stages.time("views and params", () -> GraphEffects.of(captured));
                KernelIndex kernels = stages.time("kernels", () -> KernelIndex.of(captured, Helpers.NONE));
                stages.time("checks", () -> {
                    KernelCheck.problems(kernels);
                    return GraphCheck.of(graph, effects, space, kernels);
                });
                FusionSupport merges =
                        merging == Merging.ON ? space.merges() : space.merges().apart();
                LaunchPlan plan = stages.time("plan", () -> Planner.plan(graph, kernels, merges));
                KernelUnits units = stages.time("units", () -> KernelUnits.of(plan, kernels, true));
                stages.time("text", () -> CppEmitter.emit(units.units(), CppDialect.CUDA, CppOptions.DEFAULT));
                ExecutableGraph exec = stages.time("all but define", () -> graph.instantiate(space, merging));
                ExecutableGraph again = stages.time(
                        "define and instantiate", () -> shape.over(v).instantiate(space, merging));
                again.close();
                stages.time("close", () -> {
                    exec.close();
                    return exec;
                });
            }
            stages.print(name + ", merging " + merging);
        }
    }

    private static void calls(String name, Shape shape, Merging merging) {
        Map<String, Integer> counts = new TreeMap<>();
        GpuDriver inner = new IdleDriver();
        GpuDriver driver = (GpuDriver) Proxy.newProxyInstance(
                BuildCost.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    counts.merge(method.getName(), 1, Integer::sum);
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                DoubleView v = DoubleView.of("v", space, 1002 * WIDTH)) {
            for (int round = 0; round < 2; round++) {
                counts.clear();
                shape.over(v).instantiate(space, merging).close();
            }
            System.out.println("calls: " + counts + "\n");
        }
    }

    /** The times of named steps. */
    private static final class Stages {
        private final Map<String, long[]> times = new LinkedHashMap<>();
        private final Map<String, Integer> counts = new TreeMap<>();
        private final int rounds;

        Stages(int rounds) {
            this.rounds = rounds;
        }

        <T> T time(String stage, Supplier<T> what) {
            long begin = System.nanoTime();
            T made = what.get();
            long time = System.nanoTime() - begin;
            int at = counts.merge(stage, 1, Integer::sum) - 1 - (rounds - TIMED);
            if (at >= 0) {
                times.computeIfAbsent(stage, s -> new long[TIMED])[at] = time;
            }
            return made;
        }

        void print(String title) {
            System.out.println("| " + title + " | us, least | median |\n| --- | --- | --- |");
            times.forEach((stage, all) -> {
                Arrays.sort(all);
                System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f |%n", stage, all[0] * 1e-3, all[TIMED / 2] * 1e-3);
            });
        }
    }

    /** Gives out handles and remembers no graph. */
    private static final class IdleDriver extends RecordingDriver {
        private long nodes;

        @Override
        public long addKernel(long graph, long function, LaunchShape shape, ByteBuffer arguments) {
            return ++nodes;
        }

        @Override
        public long addEmpty(long graph) {
            return ++nodes;
        }

        @Override
        public void addEdge(long graph, long from, long to) {}

        @Override
        public long instantiate(long graph) {
            return ++nodes;
        }

        @Override
        public byte[] compile(String source, String name, List<String> options) {
            return new byte[0];
        }
    }
}
