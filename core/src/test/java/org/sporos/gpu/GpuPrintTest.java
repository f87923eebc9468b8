package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sporos.contract.PrintLogRecorder;
import org.sporos.debug.Debug;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** The code of kernels that print, and of those that would. */
class GpuPrintTest {
    private final WatchedDriver watched = new WatchedDriver(new RecordingDriver());
    private final GpuSpace space = GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off());

    @AfterEach
    void close() {
        space.close();
    }

    @Test
    void a_kernel_that_prints_calls_the_device_and_one_that_does_not_has_no_trace_of_it() {
        try (DoubleView x = DoubleView.of("x", space, 10)) {
            RangeBody with = i -> {
                x.set(i, i);
                Debug.print("x = {} at {}", x.get(i), i);
            };
            RangeBody without = i -> {
                x.set(i, i);
            };
            String plain = code(without);
            assertThat(code(with)).isEqualTo(plain).doesNotContain("rint(");
            try (PrintLogRecorder log = new PrintLogRecorder(10)) {
                assertThat(code(with))
                        .contains("java::Prints* prints, int print_node")
                        .contains("java::print(prints, print_node, 1, (long long) i, 0, 0, ");
                assertThat(code(without)).isEqualTo(plain);
                assertThat(log.taken()).isEmpty();
            }
        }
    }

    private String code(RangeBody body) {
        Graph graph = Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(10), body));
        try (ExecutableGraph exec = graph.instantiate(space)) {
            String all = exec.explain(ExplainOption.WITH_CODE);
            // The line of the lambda stands above its code.
            return all.substring(all.indexOf("// GpuPrintTest")).replaceAll("GpuPrintTest[^\n]*", "");
        }
    }
}
