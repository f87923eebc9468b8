package org.sporos.host;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sporos.check.GraphCheck;
import org.sporos.check.GraphEffects;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.Helpers;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.Planner;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.spi.Backend;
import org.sporos.spi.LoweringContext;
import org.sporos.view.DoubleView;

/**
 * Prints what making a graph ready takes: of two nodes, or of a hydrodynamics code. A program and not a test: it
 * asserts nothing.
 *
 * <p>{@code two} runs a graph of two nodes and ends, {@code empty} only opens the space; {@code first} instantiates the
 * hydrodynamics code once: their figure is that of the process. {@code hydro [times]} instantiates it as often, with
 * new memory each time; {@code steps [times]} tells the steps of the pipeline apart, in processor time of the calling
 * thread.
 */
public final class InstantiateTimes {
    private static final int SIDE = 10;

    private InstantiateTimes() {}

    /** Runs what the first argument says; {@code sporos.space} names the space. */
    public static void main(String[] args) {
        String what = args.length == 0 ? "hydro" : args[0];
        int times = args.length < 2 ? 8 : Integer.parseInt(args[1]);
        String name = System.getProperty("sporos.space", "host");
        try (ExecutionSpace space = ExecutionSpaces.open(name)) {
            switch (what) {
                case "empty" -> {}
                case "two" -> two(space);
                case "first" -> first(space);
                case "steps" -> steps(space, times);
                default -> hydro(space, times);
            }
        }
    }

    private static void two(ExecutionSpace space) {
        int n = 1000;
        DoubleView x = DoubleView.of("x", space, n);
        DoubleView y = DoubleView.of("y", space, n);
        Graph graph = Graph.define(
                "two",
                root -> root.thenParallelFor("fill", RangePolicy.of(n), i -> x.set(i, i))
                        .thenParallelFor("axpy", RangePolicy.of(n), i -> y.set(i, 2 * x.get(i) + y.get(i))));
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            space.fence();
            System.out.println(y.get(n - 1));
        }
    }

    private static void first(ExecutionSpace space) {
        try (ExecutableGraph exec = new Hydro(space, SIDE).step().instantiate(space)) {
            String instantiated = sinceStart();
            exec.submit();
            space.fence();
            System.out.printf(
                    "%d nodes instantiated after %s, run after %s%n",
                    exec.graph().nodes().size(), instantiated, sinceStart());
        }
    }

    private static String sinceStart() {
        long wall = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        return String.format("%d ms, %.0f ms of processor time", wall, cpu() / 1e6);
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long threadTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void hydro(ExecutionSpace space, int times) {
        for (int t = 0; t < times; t++) {
            Hydro hydro = new Hydro(space, SIDE);
            long cpu = cpu();
            long thread = threadTime();
            long start = System.nanoTime();
            Graph graph = hydro.step();
            long defined = System.nanoTime();
            try (ExecutableGraph exec = graph.instantiate(space)) {
                long made = System.nanoTime();
                long mine = threadTime() - thread;
                System.out.printf(
                        "%d: %d nodes defined in %.1f ms, instantiated in %.1f ms (processor time: %.1f ms, of this thread %.1f)%n",
                        t,
                        graph.nodes().size(),
                        (defined - start) / 1e6,
                        (made - defined) / 1e6,
                        (cpu() - cpu) / 1e6,
                        mine / 1e6);
                exec.submit();
                space.fence();
            }
        }
    }

    private static void steps(ExecutionSpace space, int times) {
        for (int t = 0; t < times; t++) {
            Graph graph = new Hydro(space, SIDE).step();
            Backend backend = (Backend) space;
            List<String> names = new ArrayList<>();
            long[] at = new long[6];
            at[0] = threadTime();
            CapturedGraph captured = CapturedGraph.of(graph);
            GraphEffects effects = GraphEffects.of(captured);
            at[1] = threadTime();
            KernelIndex kernels = KernelIndex.of(captured, Helpers.NONE);
            at[2] = threadTime();
            Map<String, Long> found = new TreeMap<>();
            GraphCheck.of(graph, effects, backend, kernels)
                    .forEach(violation -> found.merge(violation.code(), 1L, Long::sum));
            at[3] = threadTime();
            LaunchPlan plan = Planner.plan(graph, kernels, backend.merges());
            at[4] = threadTime();
            LoweringContext context = new LoweringContext(
                    graph, plan, List.of(), List.copyOf(effects.params()), List.of(), List.of(), kernels);
            try (ExecutableGraph exec = backend.lower(context)) {
                at[5] = threadTime();
                names.addAll(List.of("capture", "kernels", "check", "plan", "lower"));
                StringBuilder line = new StringBuilder().append(t).append(':');
                for (int k = 0; k < names.size(); k++) {
                    line.append(String.format(" %s %.1f ms", names.get(k), (at[k + 1] - at[k]) / 1e6));
                }
                System.out.println(line + ", " + plan.size() + " launches, " + found);
            }
        }
    }
}
