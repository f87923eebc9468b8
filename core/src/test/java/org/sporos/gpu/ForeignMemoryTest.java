package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.space.ElementType;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Memory and native graphs that others than the library own. */
class ForeignMemoryTest {
    private static final int N = 100;

    private final RecordingDriver driver = new RecordingDriver();
    private final GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
    private final long address = driver.allocate(8 * N);

    private DoubleView view(Object owner, long... strides) {
        return DoubleView.spec(10, 10).over("x", space, address, owner, strides);
    }

    @Test
    void strides_are_those_that_are_given() {
        try (DoubleView right = view(this)) {
            assertThat(right).hasToString("DoubleView 'x' [10, 10] RIGHT in cuda:0");
            assertThat(GpuHandles.address("cuda", right)).isEqualTo(address);
        }
        try (DoubleView left = view(this, 1, 10)) {
            assertThat(left).hasToString("DoubleView 'x' [10, 10] LEFT in cuda:0");
        }
        try (DoubleView padded = view(this, 16, 1)) {
            assertThat(padded).hasToString("DoubleView 'x' [10, 10] strided in cuda:0");
            assertThat(padded.stride(0)).isEqualTo(16);
            assertThat(GpuHandles.span(padded)).isEqualTo(9 * 16 + 10);
        }
    }

    @Test
    void strides_by_which_elements_share_places_are_refused() {
        assertThatThrownBy(() -> view(this, 9, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "S203: view 'x' of extents [10, 10] has the strides [9, 1], by which elements share places; the"
                                + " stride of dimension 0 must be 10 or more");
        assertThatThrownBy(() -> view(this, 0, 1)).hasMessageStartingWith("S203: ");
        assertThatThrownBy(() -> view(this, -10, 1)).hasMessageStartingWith("S203: ");
        assertThatThrownBy(() -> view(this, 10))
                .hasMessage("S203: view 'x' of rank 2 is given 1 strides; give one for each dimension, in elements");
        assertThatThrownBy(() -> view(this, Long.MAX_VALUE / 2, 1)).hasMessageStartingWith("S207: view 'x' has more");
    }

    @Test
    void the_owner_is_kept_until_the_view_is_closed() throws InterruptedException {
        WeakReference<Object> owner = new WeakReference<>(new Object());
        DoubleView x = view(owner.get());
        System.gc();
        assertThat(owner.get()).isNotNull();
        x.close();
        for (int k = 0; k < 100 && owner.get() != null; k++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(owner.get()).isNull();
        assertThat(x.label()).isEqualTo("x");
    }

    @Test
    void memory_is_shown_by_one_view_at_a_time() {
        DoubleView first = view(this);
        assertThatThrownBy(() -> IntView.spec(2).over("y", space, address + 792, this))
                .hasMessageStartingWith("S274: view 'y' has memory from the address ");
        IntView.spec(2).over("y", space, address + 800, this).close();
        first.close();
        IntView.spec(2).over("y", space, address + 792, this).close();
    }

    @Test
    void a_closed_space_shows_no_memory() {
        space.close();
        assertThatThrownBy(() -> view(this))
                .hasMessage("S217: view 'x' is made in space 'cuda:0', which is closed; open a space again");
    }

    @Test
    void memory_of_java_arrays_is_not_there_before() {
        HostMemorySpace host = HostMemorySpace.INSTANCE;
        assertThatThrownBy(() -> host.adopt("x", ElementType.INT, 1, address, this))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S220: view 'x' is made over existing memory in host, where views are Java arrays; copy"
                        + " the memory into a view of this space, or use a GPU space");
        assertThatThrownBy(() -> host.adopt("x", ElementType.INT, 1, ByteBuffer.allocateDirect(4)))
                .hasMessageStartingWith("S220: view 'x' is made over existing memory");
    }

    @Test
    void a_buffer_is_a_view_that_java_reads_and_writes() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        try (IntView pinned = IntView.spec(2).over("p", space, buffer)) {
            pinned.set(1, 77);
            assertThat(buffer.order(ByteOrder.nativeOrder()).getInt(4)).isEqualTo(77);
            assertThat(pinned.memorySpace().isPinned()).isTrue();
        }
    }

    @Test
    void a_native_graph_is_a_child_without_being_run() {
        DoubleView view = view(this);
        long made = driver.createGraph();
        driver.addEmpty(made);
        Capture foreign = Capture.cuda(new NativeGraph(made)).accessing(Access.writes(view));
        Graph graph = Graph.define("step", root -> root.thenCapture("native", foreign));
        try (view;
                ExecutableGraph exec = graph.instantiate(space)) {
            assertThat(driver.lastGraph().text()).contains("CHILD");
            assertThat(GpuHandles.executable("cuda", exec)).isNotZero();
        }
    }
}
