package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.MemoryMeter;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reducers;
import org.sporos.space.ElementType;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.Slice;
import org.sporos.view.View;

/** Copies and fills, whole and in chunks, of all layouts; and memory that is not open to everybody. */
class CopyTest {
    private static final HostMemorySpace HOST = HostMemorySpace.INSTANCE;

    private final Random random = new Random(3);

    private static IntView numbered(Layout layout, long... extents) {
        IntView view = IntView.of("from", HOST, layout, extents);
        int[] values = new int[(int) view.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = i + 1;
        }
        view.assign(values);
        return view;
    }

    private void copy(View to, View from) {
        Tasks.runParallel(Tasks.task(3, root -> root.thenDeepCopy("copy", to, from)), 2, random);
    }

    @ParameterizedTest
    @CsvSource({"RIGHT, RIGHT", "LEFT, LEFT", "LEFT, RIGHT", "RIGHT, LEFT"})
    void views_of_all_ranks_are_copied_between_layouts(Layout target, Layout source) {
        long[][] all = {
            {},
            {0},
            {7},
            {200_000},
            {3, 5},
            {400, 300},
            {1, 90_000},
            {90_000, 1},
            {3, 4, 5},
            {60, 1, 70},
            {20, 30, 5, 40}
        };
        for (long[] extents : all) {
            IntView from = numbered(source, extents);
            IntView to = IntView.of("to", HOST, target, extents);
            copy(to, from);
            assertThat(to.toArray()).isEqualTo(from.toArray());
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void sub_views_are_copied_and_what_is_around_them_stays(Layout layout) {
        IntView from = numbered(layout, 300, 400);
        IntView to = IntView.of("to", HOST, 300, 400);
        copy(
                to.subview(Slice.range(10, 290), Slice.range(5, 385)),
                from.subview(Slice.range(20, 300), Slice.range(10, 390)));
        for (int i = 0; i < 300; i++) {
            for (int j = 0; j < 400; j++) {
                boolean inside = i >= 10 && i < 290 && j >= 5 && j < 385;
                assertThat(to.get(i, j)).isEqualTo(inside ? from.get(i + 10, j + 5) : 0);
            }
        }
        IntView column = IntView.of("column", HOST, 300);
        copy(column, from.subview(Slice.all(), Slice.at(7)));
        assertThat(column.get(299)).isEqualTo(from.get(299, 7));
    }

    @Test
    void large_fills_are_cut_up_and_leave_no_gap() {
        IntView view = IntView.of("v", HOST, 1000, 999);
        HostTask task = Tasks.task(4, root -> root.thenFill("fill", view, 9));
        assertThat(task.chunks(0)).isGreaterThan(4);
        Tasks.runShuffled(task, random);
        assertThat(view.toArray()).containsOnly(9);
        HostTask part =
                Tasks.task(4, root -> root.thenFill("fill", view.subview(Slice.range(1, 999), Slice.range(1, 998)), 4));
        assertThat(part.chunks(0)).isGreaterThan(4);
        Tasks.runShuffled(part, random);
        assertThat(view.get(0, 5)).isEqualTo(9);
        assertThat(view.get(5, 0)).isEqualTo(9);
        assertThat(view.get(5, 998)).isEqualTo(9);
        assertThat(view.get(999, 998)).isEqualTo(9);
        assertThat(view.subview(Slice.range(1, 999), Slice.range(1, 998)).toArray())
                .containsOnly(4);
    }

    @Test
    void memory_inside_of_a_graph_is_what_the_frame_of_the_run_brings() {
        DoubleView inside = DoubleView.spec(200_000L).inGraph("inside");
        DoubleView cell = DoubleView.spec().inGraph("cell");
        DoubleView out = DoubleView.of("out", HOST, 200_000);
        DoubleView sum = DoubleView.of("sum", HOST);
        HostTask fill = Tasks.task(2, root -> root.thenFill("fill", inside, 1.5));
        HostTask reduce = Tasks.task(
                2,
                root -> root.thenParallelReduce(
                        "sum", RangePolicy.of(100), Reducers.Sum.into(cell, i -> inside.get(i))));
        HostTask copy = Tasks.task(2, root -> root.thenDeepCopy("copy", out, inside));
        HostTask copyCell = Tasks.task(2, root -> root.thenDeepCopy("copy", sum, cell));
        for (int repeat = 0; repeat < 2; repeat++) {
            RunFrame frame = new RunFrame(true, inside.allocation(), cell.allocation());
            frame.memory(0, HOST.allocate("brought", ElementType.DOUBLE, 200_000));
            frame.memory(1, HOST.allocate("brought", ElementType.DOUBLE, 1));
            RunFrame before = RunFrame.enter(frame);
            Tasks.runParallel(fill, 2, random);
            Tasks.run(reduce);
            Tasks.run(copy);
            Tasks.run(copyCell);
            RunFrame.enter(before);
            assertThat(out.toArray()).containsOnly(1.5);
            assertThat(sum.get()).isEqualTo(150);
            out.set(7, 0);
        }
    }

    @Test
    void memory_that_only_kernels_may_touch_is_filled_copied_and_reduced_into() {
        DoubleView guarded = DoubleView.spec(100).over("guarded", new Guarded(100));
        DoubleView result = DoubleView.spec().over("result", new Guarded(1));
        DoubleView out = DoubleView.of("out", HOST);
        RunFrame before = RunFrame.enter(new RunFrame(true));
        Tasks.run(2, root -> root.thenFill("fill", guarded, 2));
        Tasks.run(
                2,
                root -> root.thenParallelReduce(
                        "sum", RangePolicy.of(100), Reducers.Sum.into(result, i -> guarded.get(i))));
        Tasks.run(2, root -> root.thenDeepCopy("copy", out, result));
        RunFrame.enter(before);
        assertThat(out.get()).isEqualTo(200);
    }

    /** Memory that throws outside of kernels. */
    private static final class Guarded extends ArrayAllocation {
        Guarded(int size) {
            super("guarded", HOST, ElementType.DOUBLE, size, new MemoryMeter());
        }

        @Override
        protected void check(String label, long index, AccessKind access) {
            RunFrame frame = RunFrame.current();
            if (frame == null || !frame.isKernel()) {
                throw new IllegalStateException("touched outside of a kernel");
            }
        }
    }
}
