package org.sporos.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Random;
import org.sporos.gpu.GpuDriver;
import org.sporos.gpu.GpuSpace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Chains, loops and random graphs of phases, with the barriers after a phase of each launch or without one of them:
 * what they compute shows whether a barrier is missing.
 */
public final class PhaseOrders {
    private static final int N = 70;

    private PhaseOrders() {}

    /** The barriers that can be left out. */
    public enum Barrier {
        /** After the first phase of a launch. */
        FIRST,
        /** After the last phase of a loop. */
        BACK,
        /** After the first phase of a wave. */
        WAVE,
        /** After the copy of rows of a table to shared memory. */
        STAGED;

        private String without(String text) {
            return switch (this) {
                case FIRST ->
                    text.replace("if (control & 1) scope", "if (control & 1 && at != 1) scope")
                            .replaceFirst("blockDim.x\\);\n    __syncthreads\\(\\);", "blockDim.x);");
                case BACK ->
                    text.replace("if (control & 1) scope", "if (control & 1 && at != rows) scope")
                            .replaceFirst(
                                    "blockDim.x\\);\n        __syncthreads\\(\\);\n    }\\);", "blockDim.x);\n    });");
                case WAVE -> text.replaceFirst("    wave.barrier\\(\\);\n", "");
                case STAGED -> text.replaceFirst("(\\* width\\);\n) *__syncthreads\\(\\);\n", "$1");
            };
        }
    }

    /** Returns a driver whose compiler gets texts without a barrier. */
    public static GpuDriver without(Barrier barrier, GpuDriver driver) {
        String version = "without a barrier " + System.nanoTime();
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("compilerVersion")) {
                        return version;
                    } else if (method.getName().equals("compile")) {
                        arguments[0] = barrier.without((String) arguments[0]);
                    }
                    try {
                        return method.invoke(driver, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /**
     * Runs them and prints what they compute.
     *
     * @param arguments the seed, the number of random graphs, and the barrier to leave out, if any
     */
    public static void print(String kind, GpuDriver driver, CppDialect dialect, String... arguments) throws Exception {
        GpuDriver used = arguments.length > 2 ? without(Barrier.valueOf(arguments[2]), driver) : driver;
        Random seeds = new Random(Long.parseLong(arguments[0]));
        try (GpuSpace space = GpuSpace.open(kind, used, dialect)) {
            chain(space, 4);
            chain(space, 20);
            loop(space, 4);
            loop(space, 20);
            wave(space);
            for (int graph = 0; graph < Integer.parseInt(arguments[1]); graph++) {
                random(space, seeds.nextLong());
            }
        }
    }

    /** A node reads what the thread before wrote: threads in the order of their numbers need no barrier for that. */
    private static void chain(GpuSpace space, int nodes) {
        try (DoubleView x = DoubleView.of("x", space, N);
                DoubleView y = DoubleView.of("y", space, N);
                DoubleView z = DoubleView.of("z", space, N)) {
            DoubleView[] turns = {x, y, z};
            run(space, steps(turns, nodes));
            System.out.println("chain of " + nodes + ": " + Arrays.hashCode(x.toArray()));
        }
    }

    private static Graph steps(DoubleView[] turns, int nodes) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                DoubleView from = turns[k % 3];
                DoubleView to = turns[(k + 1) % 3];
                last = last.thenParallelFor(
                        "step", RangePolicy.of(1, N), i -> to.set(i, 3 * from.get(i - 1) + to.get(i) + i));
            }
        });
    }

    /** The first thread evaluates the condition, which reads what all threads wrote. */
    private static void loop(GpuSpace space, int nodes) {
        try (DoubleView x = DoubleView.of("x", space, N);
                DoubleView y = DoubleView.of("y", space, N);
                DoubleView z = DoubleView.of("z", space, N);
                DoubleView done = DoubleView.of("done", space, N)) {
            Graph chain = steps(new DoubleView[] {x, y, z}, nodes);
            Graph body = Graph.define(
                    "body",
                    root -> root.thenGraph("chain", chain)
                            .thenParallelFor("done", RangePolicy.of(N), i -> done.set(i, done.get(i) + 1)));
            run(space, Graph.define("loop", root -> root.thenWhile("while", () -> least(done) < 3, body, 100)));
            System.out.println("loop of " + nodes + ": " + Arrays.hashCode(x.toArray()));
        }
    }

    /** An index of a phase reads what another block wrote in the phase before. */
    private static void wave(GpuSpace space) {
        int n = 20_000;
        try (DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n);
                IntView count = IntView.of("count", space)) {
            RangePolicy all = RangePolicy.of(n);
            Graph body = Graph.define(
                    "body",
                    root -> root.thenParallelFor("there", all, i -> y.set(i, 3 * x.get((i + n / 2) % n) + i))
                            .thenParallelFor("back", all, i -> x.set(i, y.get((i + n / 2) % n) / 2))
                            .then("count", () -> count.set(count.get() + 1)));
            run(space, Graph.define("wave", root -> root.thenWhile("while", () -> count.get() < 3, body, 100)));
            System.out.println("loop of a wave: " + Arrays.hashCode(x.toArray()));
        }
    }

    private static double least(DoubleView of) {
        double least = of.get(0);
        for (int i = 1; i < N; i++) {
            least = Math.min(least, of.get(i));
        }
        return least;
    }

    private static void random(GpuSpace space, long seed) throws Exception {
        try (SmallGraphs views = SmallGraphs.of(space, new Random(seed))) {
            run(space, views.graph(new Random(seed + 1), 20));
            System.out.println("graph of seed " + seed + ": " + views.bits().hashCode());
        }
    }

    private static void run(GpuSpace space, Graph graph) {
        try (ExecutableGraph exec = graph.instantiate(space, PersistentLoops.WAVE)) {
            if (!exec.explain().contains("phases: ")) {
                System.out.println("no phases");
            }
            exec.submit();
            exec.submit();
            space.fence();
        }
    }
}
