package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.sporos.contract.Patience;
import org.sporos.graph.Graph;
import org.sporos.space.MemorySpace;
import org.sporos.space.MemoryStatistics;

final class ViewLifeTest {

    @Test
    void statistics_count_what_lives_and_what_ever_lived() {
        TestMemory space = TestMemory.device("device");
        assertThat(space.statistics()).isEqualTo(new MemoryStatistics(0, 0, 0, 0, 0));
        DoubleView a = DoubleView.of("a", space, 100);
        IntView b = IntView.of("b", space, 10);
        assertThat(space.statistics()).isEqualTo(new MemoryStatistics(840, 0, 840, 2, 2));
        a.close();
        a.close();
        assertThat(space.statistics()).isEqualTo(new MemoryStatistics(40, 0, 840, 1, 2));
        b.close();
        LongView c = LongView.of("c", space, 1);
        assertThat(space.statistics()).isEqualTo(new MemoryStatistics(8, 0, 840, 1, 3));
        c.close();
    }

    @Test
    void closing_is_idempotent_and_closing_a_sub_view_does_nothing() {
        IntView x = IntView.of("x", TestMemory.checked("m"), 8);
        IntView part = x.subview(Slice.range(2, 4));
        part.close();
        assertThat(part.isClosed()).isFalse();
        x.set(2, 5);
        assertThat(part.get(0)).isEqualTo(5);
        x.close();
        x.close();
        assertThat(x.isClosed()).isTrue();
        assertThat(part.isClosed()).isTrue();
        assertThatThrownBy(() -> x.get(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S202: view 'x' is closed");
        assertThatThrownBy(() -> part.set(0, 1)).hasMessage("S202: view 'x' is closed");
        assertThatThrownBy(() -> x.atomicAdd(0, 1)).hasMessage("S202: view 'x' is closed");
    }

    @Test
    void memory_that_is_retained_outlives_its_view() {
        TestMemory space = TestMemory.device("device");
        IntView x = IntView.of("x", space, 8);
        x.allocation().retain();
        x.close();
        assertThat(x.isClosed()).isTrue();
        assertThat(x.allocation().isFreed()).isFalse();
        assertThat(space.statistics().liveAllocations()).isEqualTo(1);
        x.allocation().release();
        assertThat(x.allocation().isFreed()).isTrue();
        assertThat(space.statistics().liveAllocations()).isZero();
        assertThatThrownBy(() -> x.allocation().retain())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S202: the memory of view 'x' is freed already");
    }

    @Test
    void the_memory_of_100_000_views_that_were_never_closed_comes_back() {
        TestMemory space = TestMemory.device("device");
        for (int i = 0; i < 100_000; i++) {
            DoubleView.of("forgotten", space, 16);
        }
        assertThat(space.statistics().totalAllocations()).isEqualTo(100_000);
        collectUntil(() -> space.statistics().liveAllocations() == 0);
        assertThat(space.statistics().bytesInUse()).isZero();
    }

    /** Only the sub-view is held: the memory must not be freed under it. */
    @Test
    void a_sub_view_keeps_the_memory_of_a_parent_that_nobody_else_holds() {
        TestMemory space = TestMemory.checked("m");
        IntView part = IntView.of("x", space, 100).subview(Slice.range(10, 20)).subview(Slice.range(0, 5));
        collectGarbage();
        part.set(3, 7);
        assertThat(part.get(3)).isEqualTo(7);
        assertThat(space.statistics().liveAllocations()).isEqualTo(1);
        part = null;
        collectUntil(() -> space.statistics().liveAllocations() == 0);
    }

    /** Nobody holds the ring. */
    @Test
    void a_level_keeps_the_memory_of_its_ring() {
        TestMemory space = TestMemory.checked("m");
        IntView level = ViewRing.of(3, j -> IntView.of("x" + j, space, 100)).level(2);
        assertThatLives(level, space, 3);
        IntView part = level.subview(Slice.range(10, 20));
        level = null;
        assertThatLives(part, space, 3);
        part = null;
        collectUntil(() -> space.statistics().liveAllocations() == 0);
    }

    record Pair(int one, int other) {}

    @Test
    void a_component_of_a_level_keeps_the_memory_of_its_ring() {
        TestMemory space = TestMemory.checked("m");
        IntView one = (IntView) ViewRing.ofRecords(2, j -> RecordView.of("x" + j, space, Pair.class, 100))
                .level(1)
                .component("one");
        assertThatLives(one, space, 4);
        one = null;
        collectUntil(() -> space.statistics().liveAllocations() == 0);
    }

    @Test
    void a_graph_keeps_the_memory_of_a_ring_that_it_rotates() {
        TestMemory space = TestMemory.checked("m");
        Graph graph = Graph.define(
                "g", root -> root.thenAdvance("turn", ViewRing.of(2, j -> IntView.of("x" + j, space, 100))));
        collectGarbage();
        assertThat(space.statistics().liveAllocations()).isEqualTo(2);
        assertThat(graph.nodes()).hasSize(1);
        graph = null;
        collectUntil(() -> space.statistics().liveAllocations() == 0);
    }

    private static void assertThatLives(IntView view, TestMemory space, int allocations) {
        collectGarbage();
        view.set(3, 7);
        assertThat(view.get(3)).isEqualTo(7);
        assertThat(space.statistics().liveAllocations()).isEqualTo(allocations);
    }

    /** Returns once unreachable objects are collected and the cleaner had time. */
    private static void collectGarbage() {
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        collectUntil(() -> garbage.get() == null);
        for (int i = 0; i < 5; i++) {
            System.gc();
            Patience.sleep(10);
        }
    }

    @Test
    void memory_of_a_graph_has_no_place_outside_of_runs() {
        IntView t = IntView.spec(4).inGraph("t");
        assertThatThrownBy(() -> t.get(0))
                .hasMessage("S209: view 't' that a graph allocates exists only between its allocate and free nodes"
                        + " while the graph runs; copy it to a view of your own inside of the graph");
        assertThatThrownBy(() -> Views.fill(t, 1)).hasMessageStartingWith("S209: view 't'");
        assertThatThrownBy(() -> Views.deepCopy(t, IntView.of("x", MemorySpace.host(), 4)))
                .hasMessageStartingWith("S209: view 't'");
        assertThat(t.size()).isEqualTo(4);
    }

    @Test
    void a_spec_keeps_its_extents() {
        long[] extents = {2, 3};
        ViewSpec<DoubleView> spec = DoubleView.spec(extents);
        extents[0] = 50;
        assertThat(spec.size()).isEqualTo(6);
        assertThat(spec.inGraph("t").region().extents()).containsExactly(2, 3);
    }

    private static void collectUntil(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Patience.SECONDS);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            System.gc();
            Patience.sleep(10);
        }
        assertThat(condition.getAsBoolean()).as("collected within a minute").isTrue();
    }
}
