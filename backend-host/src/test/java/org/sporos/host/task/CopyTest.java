package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.MemoryMeter;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reducers;
import org.sporos.space.ElementType;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Copies and fills, whole and in chunks, of all layouts; and memory that is not open to everybody. */
class CopyTest {
    private static final HostMemorySpace HOST = HostMemorySpace.INSTANCE;

    private final Random random = new Random(3);

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
