package org.sporos.samples.bench;

import java.util.Objects;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.DoubleParam;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemoryStatistics;
import org.sporos.view.DoubleView;

/**
 * Submits a graph with a param a million times, and reports the time per submit and the memory in use after each tenth.
 */
public final class ManySubmits {
    private static final int PARTS = 10;
    private static final int BETWEEN_FENCES = 1000;

    private ManySubmits() {}

    /**
     * Runs it on the default space.
     *
     * @param args the number of submits, a million by default
     */
    public static void main(String... args) {
        int submits = args.length == 0 ? 1_000_000 : Integer.parseInt(args[0]);
        DoubleParam dt = DoubleParam.of("dt", 1);
        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView v = DoubleView.of("v", space, GraphShapes.MOST_NODES * GraphShapes.WIDTH);
                DoubleView t = DoubleView.of("t", space)) {
            Graph diamond =
                    Objects.requireNonNull(GraphShapes.all().get("diamond")).over(v);
            Graph graph = Graph.define(
                    "diamond and time",
                    root -> root.thenGraph("diamond", diamond).then("time", () -> t.set(t.get() + dt.get())));
            System.out.println("ManySubmits on " + space.description());
            Table.head("| submits | us each | heap MB | views, bytes | cached, bytes |");
            try (ExecutableGraph exec = graph.instantiate(space)) {
                part(space, exec, dt, submits / PARTS);
                for (int part = 1; part <= PARTS; part++) {
                    double us = part(space, exec, dt, submits / PARTS);
                    System.gc();
                    Runtime vm = Runtime.getRuntime();
                    MemoryStatistics device = space.memorySpace().statistics();
                    System.out.printf(
                            "| %d | %.3f | %.1f | %d | %d |%n",
                            part * (submits / PARTS),
                            us,
                            (vm.totalMemory() - vm.freeMemory()) * 1e-6,
                            device.bytesInUse(),
                            device.bytesCached());
                }
            }
        }
    }

    /** Returns the microseconds per submit. */
    private static double part(ExecutionSpace space, ExecutableGraph exec, DoubleParam dt, int submits) {
        long begin = System.nanoTime();
        for (int k = 0; k < submits; k++) {
            dt.set(k);
            exec.submit();
            if (k % BETWEEN_FENCES == 0) {
                space.fence();
            }
        }
        space.fence();
        return (System.nanoTime() - begin) * 1e-3 / submits;
    }
}
