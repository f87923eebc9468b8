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

/**
 * Measures kernels, reductions and scans written as lambdas beside hand-written ones: runs of single-node graphs, in
 * each arithmetic that makes a difference.
 */
public final class KernelSpeed {
    private static final int REPETITIONS = 5;
    private static final int LONGEST = 100_000_000;

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
                    Map<String, Function<Kernels, Graph>> kernels = products();
                    if (arithmetic == Arithmetic.STRICT) {
                        kernels.putAll(others());
                    }
                    kernels.forEach((work, kernel) -> row(table, space, work, kernel, arithmetic));
                }
            }
        }
    }

    /** Returns the kernels by name whose products and sums, divisions or functions depend on the arithmetic. */
    private static Map<String, Function<Kernels, Graph>> products() {
        Map<String, Function<Kernels, Graph>> all = new LinkedHashMap<>();
        all.put("axpy", k -> k.axpy(LONGEST));
        all.put("stencil5", k -> k.stencil5(8192));
        all.put("stencil27", k -> k.stencil27(400));
        all.put("spmv", k -> k.spmv(2000));
        all.put("spmv27", k -> k.spmv27(128));
        all.put("sgemm", k -> k.sgemm(2048));
        all.put("nbody", k -> k.nbody(65_536));
        all.put("nbody-16384", k -> k.nbody(16_384));
        all.put("waves", k -> k.waves(LONGEST / 10));
        all.put("strict-waves", k -> k.strictWaves(LONGEST / 10));
        for (int lanes : new int[] {1, 4, 8}) {
            all.put("csr27-" + lanes, k -> k.csr27(128, lanes));
        }
        all.put("batch-32", k -> k.batch(100_000, 32));
        return all;
    }

    private static Map<String, Function<Kernels, Graph>> others() {
        Map<String, Function<Kernels, Graph>> all = new LinkedHashMap<>();
        all.put("rows-128", k -> k.rows(262_144, 128));
        all.put("rows-4096", k -> k.rows(16_384, 4096));
        all.put("divisions", k -> k.divisions(LONGEST / 2));
        all.put("histogram", k -> k.histogram(LONGEST / 5, 256));
        all.put("histogram-4096", k -> k.histogram(LONGEST / 5, 4096));
        for (int n : new int[] {1000, 100_000, 1_000_000, 10_000_000, LONGEST}) {
            all.put("sum-" + n, k -> k.sum(n));
            all.put("custom-" + n, k -> k.custom(n));
            all.put("dot-" + n, k -> k.dot(n));
            all.put("scan-" + n, k -> k.scan(n));
            all.put("scan-int-" + n, k -> k.scanInts(n));
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
