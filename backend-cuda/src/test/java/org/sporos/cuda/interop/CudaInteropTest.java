package org.sporos.cuda.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bytedeco.cuda.global.cudart.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
import static org.bytedeco.cuda.global.cudart.cuGraphDestroy;
import static org.bytedeco.cuda.global.cudart.cuMemAlloc;
import static org.bytedeco.cuda.global.cudart.cuMemFree;
import static org.bytedeco.cuda.global.cudart.cuMemsetD32Async;
import static org.bytedeco.cuda.global.cudart.cuStreamBeginCapture;
import static org.bytedeco.cuda.global.cudart.cuStreamEndCapture;

import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.DoublePointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.contract.Spaces;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Native graphs and memory that go in and out, on the device, where there is one. */
class CudaInteropTest {
    private static final int N = 64;

    private ExecutionSpace space;

    @BeforeEach
    void open() {
        space = Spaces.open("cuda");
    }

    @AfterEach
    void close() {
        if (space != null) {
            space.fence();
            space.close();
        }
    }

    // snippet: captures-foreign
    /** Returns a matrix in memory of another library as a view; its rows begin so many elements after each other. */
    static DoubleView matrix(ExecutionSpace space, DoublePointer memory, long rows, long columns, long pitch) {
        return DoubleView.spec(rows, columns).over("matrix", space, memory.address(), memory, pitch, 1);
    }
    // end

    @Test
    void memory_of_another_library_is_a_view() {
        CudaInterop.makeCurrent(space);
        long[] address = new long[1];
        check(cuMemAlloc(address, 8L * 3 * N));
        try (DoubleView rows = DoubleView.spec(3, N - 1).over("rows", space, address[0], this, N, 1)) {
            Graph step = Graph.define(
                    "step",
                    root -> root.thenParallelFor(
                            "set", MDRangePolicy.of(3, N - 1), (i, j) -> rows.set(i, j, 10.0 * i + j)));
            try (ExecutableGraph exec = step.instantiate(space)) {
                exec.submit();
                space.fence();
                assertThat(CudaInterop.executable(exec).address()).isNotZero();
            }
            assertThat(rows.toArray()).contains(25, 16);
        }
        try (DoubleView flat = DoubleView.spec(3L * N).over("flat", space, address[0], this)) {
            assertThat(flat.toArray()[2 * N + 5]).isEqualTo(25);
        }
        assertThatThrownBy(() -> DoubleView.spec(1L << 30).over("x", space, address[0], this))
                .hasMessageStartingWith("S272: ");
        check(cuMemFree(address[0]));
        try (DoublePointer onHost = new DoublePointer(N)) {
            assertThatThrownBy(() -> matrix(space, onHost, 2, N / 2, N / 2))
                    .hasMessageStartingWith("S272: view 'matrix' has 512 bytes");
        }
    }

    @Test
    void a_native_graph_is_a_node_and_stays_the_callers() {
        try (IntView x = IntView.of("x", space, N);
                ExecutionStream own = space.stream("own")) {
            CUstream_st stream = CudaInterop.stream(own);
            check(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
            check(cuMemsetD32Async(CudaInterop.pointer(x).address(), 6, N, stream));
            CUgraph_st graph = new CUgraph_st();
            check(cuStreamEndCapture(stream, graph));
            Capture foreign = Capture.cuda(CudaInterop.nativeGraph(graph)).accessing(Access.writes(x));
            Graph step = Graph.define(
                    "step",
                    root -> root.thenCapture("sixes", foreign)
                            .thenParallelFor("more", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1)));
            try (ExecutableGraph exec = step.instantiate(space)) {
                assertThat(x.toArray()).containsOnly(0);
                check(cuGraphDestroy(graph));
                exec.submit();
                space.fence();
                assertThat(x.toArray()).containsOnly(7);
            }
        }
    }

    private static void check(int status) {
        assertThat(status).isZero();
    }
}
