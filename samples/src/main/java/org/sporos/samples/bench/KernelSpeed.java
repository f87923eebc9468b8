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

/** Measures kernels, reductions and scans written as lambdas beside hand-written ones: runs of single-node graphs. */
public final class KernelSpeed {
    private static final int REPETITIONS = 5;

    private KernelSpeed() {}

    /**
     * Runs it on the default space.
     *
     * @param args counterparts, each as {@code name=command}; {@code --only=regex} for kernels with matching names
     */
    public static void main(String... args) throws IOException {
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            System.out.println("KernelSpeed on " + space.description());
            for (Arithmetic arithmetic : Arithmetic.values()) {
                try (Comparison table = new Comparison("Sporos, " + arithmetic, args)) {
                    table.head();
                    kernels(1).forEach((work, kernel) -> row(table, space, work, kernel, arithmetic));
                }
            }
        }
    }

    /**
     * Returns the kernels by name.
     *
     * @param shrink the approximate divisor of the default number of elements; reductions and scans have the resulting
     * sizes
     */
    static Map<String, Function<Kernels, Graph>> kernels(int shrink) {
        double side = Math.sqrt(shrink);
        double edge = Math.cbrt(shrink);
        int longest = 100_000_000 / shrink;
        Map<String, Function<Kernels, Graph>> all = new LinkedHashMap<>();
        all.put("axpy", k -> k.axpy(longest));
        all.put("stencil5", k -> k.stencil5((int) (8192 / side)));
        all.put("stencil27", k -> k.stencil27((int) (400 / edge)));
        all.put("spmv", k -> k.spmv((int) (2000 / side)));
        all.put("spmv27", k -> k.spmv27((int) (128 / edge)));
        all.put("sgemm", k -> k.sgemm((int) (2048 / edge)));
        all.put("nbody", k -> k.nbody((int) (65_536 / side)));
        all.put("nbody-16384", k -> k.nbody((int) (16_384 / side)));
        all.put("waves", k -> k.waves(longest / 10));
        all.put("strict-waves", k -> k.strictWaves(longest / 10));
        for (int lanes : new int[] {1, 4, 8}) {
            all.put("csr27-" + lanes, k -> k.csr27((int) (128 / edge), lanes));
        }
        all.put("rows-128", k -> k.rows(262_144 / shrink, 128));
        all.put("rows-4096", k -> k.rows(16_384 / shrink, 4096));
        all.put("batch-32", k -> k.batch(100_000 / shrink, 32));
        all.put("divisions", k -> k.divisions(longest / 2));
        all.put("histogram", k -> k.histogram(longest / 5, 256));
        all.put("histogram-4096", k -> k.histogram(longest / 5, 4096));
        for (int n : new int[] {1000, 100_000, 1_000_000, 10_000_000, 100_000_000}) {
            if (n <= longest) {
                all.put("sum-" + n, k -> k.sum(n));
                all.put("custom-" + n, k -> k.custom(n));
                all.put("dot-" + n, k -> k.dot(n));
                all.put("scan-" + n, k -> k.scan(n));
                all.put("scan-int-" + n, k -> k.scanInts(n));
            }
        }
        return all;
    }

    private static void row(
            Comparison table,
            ExecutionSpace space,
            String work,
            Function<Kernels, Graph> kernel,
            Arithmetic arithmetic) {
        if (!table.has(work)) {
            return;
        }
        try (Kernels kernels = new Kernels(space);
                ExecutableGraph exec = kernel.apply(kernels).instantiate(space, arithmetic)) {
            table.row(work, work, REPETITIONS, () -> Clock.run(space, exec));
        }
    }
}
