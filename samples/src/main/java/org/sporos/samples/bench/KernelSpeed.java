package org.sporos.samples.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** What kernels, reductions and scans written as lambdas cost beside the same written by hand: a run of a graph of one node. */
public final class KernelSpeed {
    private static final int REPETITIONS = 5;

    private KernelSpeed() {}

    /**
     * Runs it on the space that the library takes by itself.
     *
     * @param args counterparts, each as {@code name=command}
     */
    public static void main(String... args) throws IOException {
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            System.out.println("KernelSpeed on " + space.description());
            for (Arithmetic arithmetic : new Arithmetic[] {Arithmetic.STRICT, Arithmetic.CONTRACTED}) {
                try (Comparison table = new Comparison("Sporos, " + arithmetic, args)) {
                    table.head();
                    kernels().forEach((work, kernel) -> row(table, space, work, kernel, arithmetic));
                }
            }
        }
    }

    private static Map<String, Function<Kernels, Graph>> kernels() {
        Map<String, Function<Kernels, Graph>> all = new LinkedHashMap<>();
        all.put("axpy", k -> k.axpy(100_000_000));
        all.put("stencil5", k -> k.stencil5(8192));
        all.put("stencil27", k -> k.stencil27(400));
        all.put("spmv", k -> k.spmv(2000));
        all.put("sgemm", k -> k.sgemm(2048));
        all.put("nbody", k -> k.nbody(65_536));
        for (int n : new int[] {1000, 1_000_000, 10_000_000, 100_000_000}) {
            all.put("sum-" + n, k -> k.sum(n));
            all.put("dot-" + n, k -> k.dot(n));
            all.put("scan-" + n, k -> k.scan(n));
        }
        return all;
    }

    private static void row(
            Comparison table,
            ExecutionSpace space,
            String work,
            Function<Kernels, Graph> kernel,
            Arithmetic arithmetic) {
        try (Kernels kernels = new Kernels(space);
                ExecutableGraph exec = kernel.apply(kernels).instantiate(space, arithmetic)) {
            table.row(work, work, REPETITIONS, () -> Clock.run(space, exec));
        }
    }
}
