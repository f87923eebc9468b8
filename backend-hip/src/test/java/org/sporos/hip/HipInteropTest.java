package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.hip.interop.HipInterop;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.ViewSpec;

/** HIP's own objects, as code that calls AMD's libraries sees them. */
class HipInteropTest {
    private static final int N = 64;

    private final ExecutionSpace space = HipSpaces.open();

    @AfterEach
    void close() {
        space.close();
    }

    @Test
    void objects_of_the_library_are_shown() {
        try (DoubleView x = DoubleView.of("x", space, 4, N);
                DoubleView mirror = x.mirror();
                DoubleView array = DoubleView.of("array", MemorySpace.host(), 3);
                ExecutionStream stream = space.stream("own");
                ExecutableGraph exec =
                        Graph.define("g", root -> root.thenFill("f", x, 1)).instantiate(space)) {
            Pointer whole = HipInterop.pointer(x);
            Pointer row = HipInterop.pointer(x.subview(Slice.at(1), Slice.all()));
            Pointer column = HipInterop.pointer(x.subview(Slice.all(), Slice.at(1)));
            assertThat(row.address()).isEqualTo(whole.address() + 8L * N);
            assertThat(row.capacity()).isEqualTo(N);
            assertThat(column.capacity()).isEqualTo(3L * N + 1);
            assertThat(HipInterop.graph(exec).address()).isNotZero();
            HipInterop.makeCurrent(space);

            mirror.set(2, 3, 7.5);
            DoublePointer pinned = new DoublePointer(HipInterop.pointer(mirror));
            assertThat(pinned.capacity()).isEqualTo(4L * N);
            assertThat(pinned.get(2L * N + 3)).isEqualTo(7.5);

            long handle = HipInterop.stream(stream).address();
            assertThat(HipGlue.hipMemsetD32Async(whole.address(), 0, 8L * N, handle))
                    .isZero();
            stream.fence();

            assertThatThrownBy(() -> HipInterop.pointer(array))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("S220: view 'array' lives in host, which has no native object of hip; make it on a hip"
                            + " space");
        }
    }

    @Test
    void a_pointer_that_is_cast_keeps_its_view_reachable() {
        DoublePointer[] pointer = new DoublePointer[1];
        WeakReference<DoubleView> view = forgotten(pointer);
        for (int k = 0; k < 3; k++) {
            System.gc();
        }
        assertThat(view.get()).isNotNull();
        assertThat(pointer[0].capacity()).isEqualTo(N);
        Objects.requireNonNull(view.get()).close();
        Reference.reachabilityFence(pointer);
    }

    private WeakReference<DoubleView> forgotten(DoublePointer[] pointer) {
        DoubleView view = DoubleView.of("forgotten", space, N);
        pointer[0] = new DoublePointer(HipInterop.pointer(view));
        return new WeakReference<>(view);
    }

    @Test
    void a_body_that_waits_while_it_is_recorded_is_refused_and_the_space_goes_on() {
        try (IntView x = IntView.of("x", space, N)) {
            Capture waits = Capture.hip(stream -> HipCall.check(
                            HipGlue.hipStreamSynchronize(
                                    HipInterop.stream(stream).address()),
                            "hipStreamSynchronize"))
                    .accessing(Access.reads(x));
            Graph graph = Graph.define("step", root -> root.thenCapture("waits", waits));
            assertThatThrownBy(() -> graph.instantiate(space))
                    .isInstanceOf(GraphException.class)
                    .hasMessageContaining("D403: capture 'waits' (HipInteropTest.java:")
                    .hasMessageContaining("of graph 'step' cannot be recorded on hip:0");
            assertThat(space.isUsable()).isTrue();
            x.assign(new int[N]);
        }
    }

    @Test
    void a_body_that_allocates_while_it_is_recorded_must_be_relaxed() {
        try (IntView x = IntView.of("x", space, N)) {
            long to = HipInterop.pointer(x).address();
            Capture allocates = Capture.hip(stream -> {
                        long[] memory = new long[1];
                        check(HipGlue.hipMalloc(memory, 4L * N));
                        check(HipGlue.hipMemsetD32Async(
                                to, 5, N, HipInterop.stream(stream).address()));
                        check(HipGlue.hipFree(memory[0]));
                    })
                    .accessing(Access.writes(x));
            Graph broken = Graph.define("step", root -> root.thenCapture("allocates", allocates));
            assertThatThrownBy(() -> broken.instantiate(space))
                    .isInstanceOf(GraphException.class)
                    .hasMessageContaining("D403: capture 'allocates' (HipInteropTest.java:")
                    .hasMessageContaining("of graph 'step' cannot be recorded on hip:0");

            Capture relaxed = allocates.relaxed();
            try (ExecutableGraph exec = Graph.define("step", root -> root.thenCapture("allocates", relaxed))
                    .instantiate(space)) {
                assertThat(x.toArray()).containsOnly(0);
                exec.submit();
                space.fence();
                assertThat(x.toArray()).containsOnly(5);
            }
        }
    }

    @Test
    void a_workspace_is_memory_that_recorded_calls_can_use() {
        try (IntView x = IntView.of("x", space, N)) {
            long to = HipInterop.pointer(x).address();
            Capture capture = Capture.hip(stream -> {
                        long main = HipInterop.stream(stream).address();
                        Pointer workspace = HipInterop.workspace(stream);
                        assertThat(workspace.capacity()).isEqualTo(4L * N);
                        assertThat(workspace.address() % 256).isZero();
                        check(HipGlue.hipMemsetD32Async(workspace.address(), 9, N, main));
                        check(HipGlue.hipMemcpyAsync(to, workspace.address(), 4L * N, main));
                    })
                    .withWorkspace(4L * N)
                    .accessing(Access.writes(x));
            long before = space.memorySpace().statistics().bytesInUse();
            Graph graph = Graph.define("g", root -> root.thenCapture("through a workspace", capture));
            try (ExecutableGraph exec = graph.instantiate(space);
                    ExecutableGraph other = graph.instantiate(space)) {
                exec.submit();
                other.submit();
                space.fence();
                assertThat(x.toArray()).containsOnly(9);
            }
            assertThat(space.memorySpace().statistics().bytesInUse()).isEqualTo(before);
        }
    }

    @Test
    void calls_on_a_stream_that_joins_the_capture_are_recorded_too() {
        try (IntView x = IntView.of("x", space, N);
                IntView y = IntView.of("y", space, N);
                ExecutionStream side = space.stream("side")) {
            long[] fork = new long[1];
            long[] join = new long[1];
            assertThat(HipGlue.hipEventCreateWithFlags(fork, 2)).isZero();
            assertThat(HipGlue.hipEventCreateWithFlags(join, 2)).isZero();
            long other = HipInterop.stream(side).address();
            Capture both = Capture.hip(stream -> {
                        long main = HipInterop.stream(stream).address();
                        check(HipGlue.hipEventRecord(fork[0], main));
                        check(HipGlue.hipStreamWaitEvent(other, fork[0]));
                        check(HipGlue.hipMemsetD32Async(HipInterop.pointer(x).address(), 3, N, main));
                        check(HipGlue.hipMemsetD32Async(HipInterop.pointer(y).address(), 4, N, other));
                        check(HipGlue.hipEventRecord(join[0], other));
                        check(HipGlue.hipStreamWaitEvent(main, join[0]));
                    })
                    .accessing(Access.writes(x, y));
            try (ExecutableGraph exec =
                    Graph.define("g", root -> root.thenCapture("both", both)).instantiate(space)) {
                assertThat(x.toArray()).containsOnly(0);
                exec.submit();
                space.fence();
                assertThat(x.toArray()).containsOnly(3);
                assertThat(y.toArray()).containsOnly(4);
            }
            check(HipGlue.hipEventDestroy(fork[0]));
            check(HipGlue.hipEventDestroy(join[0]));
        }
    }

    @Test
    void memory_of_another_library_is_a_view() {
        long address = allocated(8L * 3 * N);
        try (DoubleView flat = DoubleView.spec(3L * N).over("flat", space, address, this)) {
            flat.assign(new double[3 * N]);
            assertThatThrownBy(() -> DoubleView.spec(N).over("rows", space, address + 8 * N, this))
                    .hasMessage("S274: view 'rows' has memory from the address " + (address + 8 * N)
                            + " on, which another view has already; take a subview() of that one, or close it");
        }
        try (DoubleView rows = DoubleView.spec(3, N - 1).over("rows", space, address, this, N, 1)) {
            long before = space.memorySpace().statistics().bytesInUse();
            Graph step = Graph.define(
                    "step",
                    root -> root.thenParallelFor(
                            "set", MDRangePolicy.of(3, N - 1), (i, j) -> rows.set(i, j, 10.0 * i + j)));
            try (ExecutableGraph exec = step.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            assertThat(space.memorySpace().statistics().bytesInUse()).isEqualTo(before);
            assertThat(rows.toArray()).hasSize(3 * (N - 1)).contains(25, 16);
        }
        try (DoubleView flat = DoubleView.spec(3L * N).over("flat", space, address, this)) {
            double[] all = flat.toArray();
            assertThat(all[2 * N + 5]).isEqualTo(25);
            assertThat(all[N - 1]).isZero();
            assertThat(all[2 * N - 1]).isZero();
        }
        check(HipGlue.hipFree(address));
    }

    private static long allocated(long bytes) {
        long[] address = new long[1];
        check(HipGlue.hipMalloc(address, bytes));
        return address[0];
    }

    @Test
    void memory_that_is_not_there_or_elsewhere_is_refused() {
        long address = allocated(8L * N);
        ViewSpec<DoubleView> spec = DoubleView.spec(N);
        assertThatThrownBy(() -> spec.over("x", space, 0, this))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S270: view 'x' has the address 0; give the address of existing memory");
        assertThatThrownBy(() -> spec.over("x", space, address + 4, this))
                .hasMessage("S271: view 'x' has the address " + (address + 4)
                        + ", which is no multiple of the 8 bytes of a double; give the address of an element");
        assertThatThrownBy(() -> DoubleView.spec(N + 1).over("x", space, address, this))
                .hasMessage("S272: view 'x' has 520 bytes from the address " + address
                        + " on, which are not in memory of hip:0; give memory that was allocated on that device, and no"
                        + " more than there is");
        try (Pointer onHost = new DoublePointer(N)) {
            assertThatThrownBy(() -> spec.over("x", space, onHost.address(), this))
                    .hasMessageStartingWith("S272: view 'x' has 512 bytes");
        }
        assertThatThrownBy(() -> DoubleView.spec(8, 8).over("x", space, address, this, 7, 1))
                .hasMessage(
                        "S203: view 'x' of extents [8, 8] has the strides [7, 1], by which elements share places; the"
                                + " stride of dimension 0 must be 8 or more");
        try (ExecutionSpace host = ExecutionSpaces.open("host")) {
            assertThatThrownBy(() -> spec.over("x", host, address, this))
                    .hasMessageStartingWith("S220: view 'x' is made over existing memory in host, ");
        }
        try (DoubleView none = DoubleView.spec(0).over("none", space, 0, this)) {
            assertThat(none.toArray()).isEmpty();
        }
        check(HipGlue.hipFree(address));
    }

    @Test
    void a_native_graph_is_a_node_and_stays_the_callers() {
        try (IntView x = IntView.of("x", space, N)) {
            long stream = HipInterop.stream(space.stream("own")).address();
            check(HipGlue.hipStreamBeginCapture(stream, 1));
            check(HipGlue.hipMemsetD32Async(HipInterop.pointer(x).address(), 6, N, stream));
            long[] graph = new long[1];
            check(HipGlue.hipStreamEndCapture(stream, graph));
            Capture foreign = Capture.hip(HipInterop.nativeGraph(new Pointer() {
                        {
                            address = graph[0];
                        }
                    }))
                    .accessing(Access.writes(x));
            Graph step = Graph.define(
                    "step",
                    root -> root.thenCapture("sixes", foreign)
                            .thenParallelFor("more", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1)));
            try (ExecutableGraph exec = step.instantiate(space);
                    ExecutableGraph twice = step.instantiate(space)) {
                assertThat(x.toArray()).containsOnly(0);
                check(HipGlue.hipGraphDestroy(graph[0]));
                exec.submit();
                twice.submit();
                space.fence();
                assertThat(x.toArray()).containsOnly(7);
                assertThat(HipInterop.executable(exec).address()).isNotZero();
                assertThat(HipInterop.executable(exec).address())
                        .isNotEqualTo(HipInterop.executable(twice).address());
            }
        }
        assertThatThrownBy(() -> HipInterop.nativeGraph(new Pointer()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S270: a native graph has the address 0; give an existing one");
    }

    private static void check(int status) {
        HipCall.check(status, "a captured call");
    }
}
