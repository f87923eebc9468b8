package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.Work;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.plan.LaunchUnit;
import org.sporos.plan.Planner;
import org.sporos.policy.RangePolicy;
import org.sporos.space.OutOfMemoryException;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** What fails on a GPU before anything has run there is told with its code. */
class GpuErrorsTest {
    private final ScriptedDriver driver = new ScriptedDriver("beginCapture");

    private static GraphException refusal(GpuSpace space, CaptureBody body) {
        Graph graph = Graph.define(
                "step", root -> root.thenCapture("gemm", Capture.cuda(body).accessing(Access.reads())));
        LaunchUnit unit = Planner.plan(graph).units().stream()
                .filter(u -> u.node().work() instanceof Work.Captured)
                .findFirst()
                .orElseThrow();
        GpuDevice device = space.device();
        GpuMemory memory = new GpuMemory(device.driver(), device.memory(), 0, new NativeResources(), "a capture");
        return assertThrows(
                GraphException.class,
                () -> new CaptureNodes(device, memory)
                        .add(unit, (Work.Captured) unit.node().work(), 1));
    }

    @Test
    void two_spaces_of_one_device_are_told_apart() {
        try (GpuSpace first = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());
                GpuSpace second = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off())) {
            IntView x = IntView.of("x", first, 4);
            Graph graph = Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(4), i -> x.set(i, i)));
            String one = first.memorySpace().description();
            String two = second.memorySpace().description();
            assertThat(one).matches("cuda:0 \\(opened as GPU space [0-9]+\\)").isNotEqualTo(two);
            assertThatThrownBy(() -> graph.instantiate(second))
                    .hasMessageContaining(
                            " uses view 'x', which lives in " + one + " and cannot be reached from " + two
                                    + "\n      Let the node run where the view lives, with on(space), or copy it there with deepCopy.");
            x.close();
        }
    }

    @Test
    void a_capture_whose_body_throws_is_told_with_what_it_threw() {
        try (GpuSpace space = GpuSpace.open("cuda", driver.driver(), CppDialect.CUDA)) {
            GraphException refused = refusal(space, stream -> {
                throw new IllegalStateException("no handle");
            });
            assertThat(refused.getMessage())
                    .matches(
                            "(?s)D403: capture 'gemm' \\(GpuErrorsTest.java:\\d+\\) of graph 'step' fails in its warm-up"
                                    + " run on cuda:0: IllegalStateException: no handle\n"
                                    + " *Make only calls on the stream that is given, which may be recorded: no waiting, no"
                                    + " allocation\\.\\s*");
            assertThat(refused).hasCauseInstanceOf(IllegalStateException.class);
        }
        assertThat(driver.calls()).isEmpty();
    }

    @Test
    void a_recording_that_is_broken_off_twice_is_told() {
        driver.answer("endCapture", arguments -> 0L);
        try (GpuSpace space = GpuSpace.open("cuda", driver.driver(), CppDialect.CUDA)) {
            assertThat(refusal(space, stream -> {}).getMessage())
                    .startsWith("D403: capture 'gemm' (GpuErrorsTest.java:")
                    .contains(" of graph 'step' cannot be recorded on cuda:0: the recording was broken off\n");
        }
        assertThat(driver.calls()).hasSize(2);
    }

    @Test
    void a_view_that_finds_no_room_says_how_much_there_is() {
        driver.answer("allocate", arguments -> {
            throw new GpuException("cuMemAlloc", 2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory");
        });
        driver.answer("freeBytes", arguments -> 77L);
        try (GpuSpace space = GpuSpace.open("cuda", driver.driver(), CppDialect.CUDA)) {
            assertThatThrownBy(() -> DoubleView.of("u", space, 1 << 20))
                    .isInstanceOf(OutOfMemoryException.class)
                    .hasMessageMatching("S208: no room for view 'u' in cuda:0: 8388608 bytes wanted, 0 in use, 77 free;"
                            + " close views and executables that are no longer needed, or split the work")
                    .hasCauseInstanceOf(GpuException.class);
        }
    }
}
