package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Kernels whose methods would be too large for the compiler of the JVM: C++ does them, and explain() says what they
 * are.
 */
@Tag("matrix")
class LargeKernelTest {
    private static final int N = 3000;
    private static final String WHY = "its method has more than 8000 bytes, and the JVM compiles none that large";

    private static double once(double x) {
        return 0.75 * x - 1.5 * x * x + 0.125 / (2 + x * x);
    }

    private static double often(double x) {
        return once(once(once(once(once(once(once(once(x))))))));
    }

    private static double large(double x) {
        return often(often(often(often(often(often(often(often(often(
                often(often(often(often(often(often(often(x))))))))))))))));
    }

    private static double huge(double x) {
        return large(large(x));
    }

    /** The views of one run. */
    private record Views(DoubleView x, DoubleView box, DoubleView sum, DoubleView sums) implements AutoCloseable {
        Views(ExecutionSpace space) {
            this(
                    DoubleView.of("x", space, N),
                    DoubleView.of("box", space, 20, 30),
                    DoubleView.of("sum", space),
                    DoubleView.of("sums", space, N));
        }

        Graph graph() {
            DoubleView to = x;
            DoubleView all = sums;
            return Graph.define(
                    "large",
                    root -> root.thenParallelFor("range", RangePolicy.of(N), i -> to.set(i, huge(i * 1e-4)))
                            .thenParallelFor(
                                    "longs", LongRangePolicy.of(5, 900), i -> to.set(i, to.get(i) + huge(i * 1e-5)))
                            .thenParallelFor("set", IndexSet.of(7, 1000, 3), i -> to.set(i, huge(to.get(i))))
                            .thenParallelFor(
                                    "box",
                                    MDRangePolicy.of(new int[] {0, 0}, new int[] {20, 30}),
                                    (i, j) -> box.set(i, j, huge(i * 0.01 + j * 0.001)))
                            .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> huge(to.get(i))))
                            .thenParallelScan(
                                    "sums",
                                    RangePolicy.of(N),
                                    i -> huge(to.get(i)),
                                    (i, before) -> all.set(i, before),
                                    Scan.exclusiveDouble()));
        }

        List<Object> results() {
            return List.of(x.toArray(), box.toArray(), sum.get(), sums.toArray());
        }

        @Override
        public void close() {
            List.of(x, box, sum, sums).forEach(DoubleView::close);
        }
    }

    private static List<String> lines(ExecutableGraph exec) {
        return exec.explain().lines().filter(line -> line.contains(", code: ")).toList();
    }

    private static List<Object> results(String kernels) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,kernels=" + kernels);
                Views views = new Views(space);
                ExecutableGraph exec = views.graph().instantiate(space)) {
            exec.submit();
            space.fence();
            return views.results();
        }
    }

    private static List<String> codes(String kernels) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,kernels=" + kernels);
                Views views = new Views(space);
                ExecutableGraph exec = views.graph().instantiate(space)) {
            return lines(exec);
        }
    }

    @Test
    void explain_says_that_the_method_is_too_large() {
        List<String> codes = codes("bytecode");
        for (String line : codes.subList(0, 4)) {
            assertThat(line).endsWith("code: loop; no bytecode: " + WHY);
        }
        assertThat(codes.get(4))
                .endsWith("code: loop; no C++: some contributions are lambdas that are called as they are: " + WHY);
        assertThat(codes.get(5))
                .endsWith("code: loop; no C++: its contribution or its consumer is a lambda that is called as it is: "
                        + WHY);
    }

    @Test
    void explain_says_nothing_of_bytecode_where_lambdas_are_asked_for() {
        assertThat(codes("loop").subList(0, 4)).allMatch(line -> line.endsWith("code: loop"));
    }

    @Test
    void cpp_does_them_with_the_same_bits() {
        List<Object> right = results("loop");
        assertThat(results("bytecode")).usingRecursiveComparison().isEqualTo(right);
        assumeTrue(NativeCompileQueue.isPossible(), "there is no compiler");
        assertThat(results("native")).usingRecursiveComparison().isEqualTo(right);
        for (String line : codes("native").subList(0, 4)) {
            assertThat(line).contains("code: native; no bytecode: " + WHY);
        }
    }

    @Test
    void the_default_takes_cpp_for_them_once_it_is_there() {
        assumeTrue(NativeCompileQueue.isPossible(), "there is no compiler");
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                DoubleView x = DoubleView.of("x", space, N);
                ExecutableGraph exec = Graph.define(
                                "large",
                                root -> root.thenParallelFor("range", RangePolicy.of(N), i -> x.set(i, huge(i * 1e-4))))
                        .instantiate(space)) {
            long end = System.nanoTime() + 120_000_000_000L;
            while (!lines(exec).get(0).contains("code: native") && System.nanoTime() < end) {
                exec.submit();
                space.fence();
            }
            assertThat(lines(exec).get(0)).contains("code: native; ", "loop ", "native ", "no bytecode: " + WHY);
        }
    }
}
