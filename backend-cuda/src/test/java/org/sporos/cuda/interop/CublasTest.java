package org.sporos.cuda.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bytedeco.cuda.global.cublas.CUBLAS_OP_N;
import static org.bytedeco.cuda.global.cublas.cublasCreate_v2;
import static org.bytedeco.cuda.global.cublas.cublasDestroy_v2;
import static org.bytedeco.cuda.global.cublas.cublasDgemm_v2;
import static org.bytedeco.cuda.global.cublas.cublasSetStream_v2;
import static org.bytedeco.cuda.global.cublas.cublasSetWorkspace_v2;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.cuda.cublas.cublasContext;
import org.bytedeco.cuda.global.cublas;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.contract.Spaces;
import org.sporos.cuda.OwnJvm;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Captures of cuBLAS on the device, where there is one. */
class CublasTest {
    private static final int N = 64;

    private ExecutionSpace space;

    @BeforeEach
    void open() {
        space = Spaces.open("cuda");
        try {
            Loader.load(cublas.class);
        } catch (UnsatisfiedLinkError e) {
            assumeTrue(false, "there is no cuBLAS on this machine: " + e.getMessage());
        }
    }

    @AfterEach
    void close() {
        if (space != null) {
            space.fence();
            space.close();
        }
    }

    private static double[] counted(double from) {
        double[] values = new double[N * N];
        Arrays.setAll(values, i -> from + i % 7);
        return values;
    }

    /** Returns a product of column-major matrices; small whole numbers, so that it is exact in any order. */
    private static double[] product(double[] a, double[] b, double[] plus) {
        double[] c = plus.clone();
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                for (int k = 0; k < N; k++) {
                    c[i * N + j] += a[i * N + k] * b[k * N + j];
                }
            }
        }
        return c;
    }

    // snippet: captures-cublas
    /** Returns {@code c += a * b} as a capture; the matrices are column-major, as cuBLAS wants them. */
    static Capture multiply(cublasContext handle, DoubleView a, DoubleView b, DoubleView c) {
        int n = (int) a.extent(0);
        DoublePointer one = new DoublePointer(1.0);
        return Capture.cuda(stream -> {
                    check(cublasSetStream_v2(handle, CudaInterop.stream(stream)));
                    check(cublasDgemm_v2(
                            handle,
                            CUBLAS_OP_N,
                            CUBLAS_OP_N,
                            n,
                            n,
                            n,
                            one,
                            CudaInterop.pointer(a),
                            n,
                            CudaInterop.pointer(b),
                            n,
                            one,
                            CudaInterop.pointer(c),
                            n));
                })
                .accessing(Access.reads(a, b), Access.updates(c))
                .keepAlive(handle, one);
    }

    static void check(int status) {
        if (status != 0) {
            throw new IllegalStateException("cuBLAS failed with status " + status);
        }
    }
    // end

    // snippet: captures-workspace
    /** Returns a capture whose calls of cuBLAS use memory of their own; to set a stream takes that away again. */
    static Capture withWorkspace(cublasContext handle, CaptureBody calls, long bytes) {
        return Capture.cuda(stream -> {
                    check(cublasSetStream_v2(handle, CudaInterop.stream(stream)));
                    BytePointer workspace = CudaInterop.workspace(stream);
                    check(cublasSetWorkspace_v2(handle, workspace, workspace.capacity()));
                    calls.record(stream);
                })
                .withWorkspace(bytes)
                .keepAlive(handle);
    }
    // end

    private DoubleView matrix(String label, double[] values) {
        DoubleView view = DoubleView.of(label, space, Layout.LEFT, N, N);
        view.assign(values);
        return view;
    }

    private cublasContext handle() {
        CudaInterop.makeCurrent(space);
        cublasContext handle = new cublasContext();
        check(cublasCreate_v2(handle));
        return handle;
    }

    @Test
    void a_product_of_matrices_is_captured_and_replayed_after_the_collector_ran() {
        cublasContext handle = handle();
        try (DoubleView c = matrix("c", counted(3))) {
            try (ExecutableGraph exec = instantiated(handle, c)) {
                assertThat(c.toArray())
                        .as("instantiating runs nothing for good")
                        .isEqualTo(counted(3));
                assertThat(exec.explain()).contains("CHILD=1");
                double[] expected = counted(3);
                for (int run = 0; run < 3; run++) {
                    System.gc();
                    exec.submit();
                    space.fence();
                    expected = product(counted(1), counted(2), expected);
                    assertThat(c.toArray()).isEqualTo(expected);
                }
            }
        }
        check(cublasDestroy_v2(handle));
    }

    /** The views of the factors are closed, and nobody but the executable holds the capture. */
    private ExecutableGraph instantiated(cublasContext handle, DoubleView c) {
        try (DoubleView a = matrix("a", counted(1));
                DoubleView b = matrix("b", counted(2))) {
            return Graph.define("step", root -> root.thenCapture("gemm", multiply(handle, a, b, c)))
                    .instantiate(space);
        }
    }

    @Test
    void captures_at_the_same_time_have_workspaces_of_their_own() {
        cublasContext handle = handle();
        DoublePointer one = new DoublePointer(1.0);
        List<BytePointer> seen = new ArrayList<>();
        try (DoubleView a = matrix("a", counted(1));
                DoubleView b = matrix("b", counted(2));
                DoubleView c = matrix("c", counted(3));
                DoubleView d = matrix("d", counted(4))) {
            Graph graph = Graph.define("step", root -> {
                for (DoubleView result : List.of(c, d)) {
                    CaptureBody calls = stream -> {
                        seen.add(CudaInterop.workspace(stream));
                        check(cublasDgemm_v2(
                                handle,
                                CUBLAS_OP_N,
                                CUBLAS_OP_N,
                                N,
                                N,
                                N,
                                one,
                                CudaInterop.pointer(a),
                                N,
                                CudaInterop.pointer(b),
                                N,
                                one,
                                CudaInterop.pointer(result),
                                N));
                    };
                    root.thenCapture(
                            "gemm " + result.label(),
                            withWorkspace(handle, calls, 1 << 22)
                                    .accessing(Access.reads(a, b), Access.updates(result))
                                    .keepAlive(one));
                }
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                assertThat(c.toArray()).isEqualTo(product(counted(1), counted(2), counted(3)));
                assertThat(d.toArray()).isEqualTo(product(counted(1), counted(2), counted(4)));
            }
            assertThat(seen).hasSize(4).allMatch(workspace -> workspace.capacity() == 1 << 22);
            assertThat(seen.get(1).address()).isEqualTo(seen.get(0).address());
            assertThat(seen.get(2).address()).isNotEqualTo(seen.get(0).address());
        }
        check(cublasDestroy_v2(handle));
    }

    @Test
    void kernels_before_and_after_a_capture_see_its_views_in_order() {
        cublasContext handle = handle();
        try (DoubleView a = matrix("a", counted(1));
                DoubleView b = matrix("b", counted(2));
                DoubleView c = matrix("c", counted(3));
                DoubleView first = DoubleView.of("first", space)) {
            Graph graph = Graph.define(
                    "step",
                    root -> root.thenFill("zero", c, 0)
                            .thenCapture("gemm", multiply(handle, a, b, c))
                            .thenParallelFor("take", RangePolicy.of(1), i -> first.set(c.get(0, 0))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                exec.submit();
                space.fence();
                double[] expected = product(counted(1), counted(2), new double[N * N]);
                assertThat(first.toArray()).containsExactly(expected[0]);
                assertThat(c.toArray()).isEqualTo(expected);
            }
        }
        check(cublasDestroy_v2(handle));
    }

    @Test
    void a_body_that_waits_while_it_is_recorded_is_refused_and_the_space_goes_on() {
        try (DoubleView x = DoubleView.of("x", space, N)) {
            Capture waits = Capture.cuda(stream ->
                            check(org.bytedeco.cuda.global.cudart.cuStreamSynchronize(CudaInterop.stream(stream))))
                    .accessing(Access.reads(x));
            Graph graph = Graph.define("step", root -> root.thenCapture("waits", waits));
            assertThatThrownBy(() -> graph.instantiate(space))
                    .isInstanceOf(GraphException.class)
                    .hasMessageContaining("D403: capture 'waits' (CublasTest.java:")
                    .hasMessageContaining("of graph 'step' cannot be recorded on cuda:0");
            assertThat(space.isUsable()).isTrue();
            x.assign(new double[N]);
        }
    }

    @Test
    void a_process_that_used_cublas_and_host_nodes_ends() throws Exception {
        OwnJvm.End end = new OwnJvm(CublasProgram.class).run();
        assertThat(end.output().lines()).containsExactly("1 128.0", "closed");
        assertThat(end.status()).isZero();
    }

    @Test
    void native_objects_of_the_library_are_shown() {
        try (DoubleView x = DoubleView.of("x", space, 4, N);
                DoubleView array = DoubleView.of("array", MemorySpace.host(), 3);
                ExecutionStream stream = space.stream("own");
                ExecutableGraph exec =
                        Graph.define("g", root -> root.thenFill("f", x, 1)).instantiate(space)) {
            DoublePointer whole = CudaInterop.pointer(x);
            DoublePointer row = CudaInterop.pointer(x.subview(Slice.at(1), Slice.all()));
            DoublePointer column = CudaInterop.pointer(x.subview(Slice.all(), Slice.at(1)));
            assertThat(row.address()).isEqualTo(whole.address() + 8L * N);
            assertThat(row.capacity()).isEqualTo(N);
            assertThat(column.capacity()).isEqualTo(3L * N + 1);
            assertThat(CudaInterop.stream(stream).address()).isNotZero();
            assertThat(CudaInterop.graph(exec).address()).isNotZero();
            assertThatThrownBy(() -> CudaInterop.pointer(array))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "S220: view 'array' lives in host, which has no native object of cuda; make it on a cuda"
                                    + " space");
            try (FloatView f = FloatView.of("f", space, 3);
                    IntView i = IntView.of("i", space, 3);
                    LongView l = LongView.of("l", space, 3)) {
                assertThat(CudaInterop.pointer(f).capacity()).isEqualTo(3);
                assertThat(CudaInterop.pointer(i).capacity()).isEqualTo(3);
                assertThat(CudaInterop.pointer(l).capacity()).isEqualTo(3);
            }
        }
    }
}
