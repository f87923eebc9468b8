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
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** HIP's own objects, as code that calls AMD's libraries sees them. */
class HipInteropTest {
    private static final int N = 64;

    private final ExecutionSpace space = HipSpaces.open();

    @AfterEach
    void close() {
        space.close();
    }

    @Test
    void native_objects_of_the_library_are_shown() {
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

    private static void check(int status) {
        HipCall.check(status, "a captured call");
    }
}
