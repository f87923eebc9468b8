package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.error.InternalException;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.plan.Planner;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Loops over ranges and boxes, and single calls. */
class LoopTest {
    private final Random random = new Random(5);

    private static IntView counts(long... extents) {
        return IntView.of("counts", MemorySpace.host(), extents);
    }

    @Test
    void a_chunk_that_the_user_sets_is_the_piece_of_a_thread() {
        HostTask task = Tasks.task(
                2, root -> root.thenParallelFor("x", RangePolicy.of(100).withChunk(7), i -> {}));
        assertThat(task.chunks(0)).isEqualTo(15);
        HostTask many = Tasks.task(
                2, root -> root.thenParallelFor("x", RangePolicy.of(1 << 30).withChunk(1), i -> {}));
        assertThat(many.chunks(0)).isEqualTo(1 << 16);
    }

    @Test
    void expressions_may_be_long() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                DoubleView x = DoubleView.of("x", space, 3);
                DoubleView sum = DoubleView.of("sum", space, 3)) {
            x.set(1, 0.25);
            DoubleView[] all = new DoubleView[3000];
            Arrays.fill(all, x);
            Graph.define(
                            "g",
                            root -> root.thenParallelFor("long", RangePolicy.of(3), i -> {
                                double y = 0;
                                for (DoubleView one : all) {
                                    y += one.get(i);
                                }
                                sum.set(i, y);
                            }))
                    .run(space);
            assertThat(sum.toArray()).containsExactly(0, 750, 0);
        }
    }

    @Test
    void few_indexes_that_may_take_long_are_shared_by_threads() {
        TaskContext two = new TaskContext(2, false);
        assertThat(Chunks.ofRange(16, 0, true, two).count()).isEqualTo(8);
        assertThat(Chunks.ofRange(3, 0, true, two).count()).isEqualTo(3);
        assertThat(Chunks.ofRange(16, 0, false, two).count()).isEqualTo(1);
        assertThat(Chunks.ofRange(16, 16, true, two).count()).isEqualTo(1);
        assertThat(Chunks.ofRange(63, 0, true, two).count()).isEqualTo(8);
        assertThat(Chunks.ofRange(64, 0, true, two).count()).isEqualTo(4);
        assertThat(Chunks.ofRange(64, 0, true, new TaskContext(16, false)).count())
                .isEqualTo(64);
        assertThat(Chunks.ofRange(0, 0, true, two).count()).isEqualTo(1);
        assertThat(Chunks.tiles(16, true, two)).isEqualTo(8);
        assertThat(Chunks.tiles(3, true, two)).isEqualTo(3);
        assertThat(Chunks.tiles(16, false, two)).isEqualTo(1);
        assertThat(Chunks.tiles(63, true, two)).isEqualTo(8);
        assertThat(Chunks.tiles(64, true, two)).isEqualTo(4);
        assertThat(Chunks.tiles(63, false, two)).isEqualTo(3);
        assertThat(Chunks.tiles(0, true, two)).isEqualTo(1);
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, 16, 1000);
                DoubleView sum = DoubleView.of("sum", space)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("long", RangePolicy.of(16), i -> {
                                for (int k = 1; k < 1000; k++) {
                                    x.set(i, k, x.get(i, k - 1) + 1);
                                }
                            })
                            .thenParallelFor("box", MDRangePolicy.of(4, 4), (i, j) -> {
                                for (int k = 1; k < 1000; k++) {
                                    x.set(4 * i + j, k, x.get(4 * i + j, k - 1) + 1);
                                }
                            })
                            .thenParallelReduce("sum", RangePolicy.of(16), Sum.into(sum, i -> {
                                double y = 0;
                                for (int k = 0; k < 1000; k++) {
                                    y += x.get(i, k);
                                }
                                return y;
                            }))
                            .thenParallelFor("short", RangePolicy.of(16), i -> x.set(i, 0, i)));
            try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.Merging.OFF)) {
                assertThat(exec.explain())
                        .contains("long parallelFor[0, 16): kernel in 8 chunks")
                        .contains("sum parallelReduce[0, 16) [SUM into 'sum']: kernel in 8 + 1 chunks")
                        .contains("box parallelFor[0, 4)x[0, 4): kernel in 8 chunks")
                        .contains("short parallelFor[0, 16): kernel in 1 chunk,");
            }
        }
    }

    @Test
    void chunks_of_the_longest_ranges_cover_them_without_overflow() {
        for (long size : new long[] {(1L << 32) - 1, Long.MAX_VALUE, Long.MAX_VALUE - 1, 1L << 62}) {
            for (long wanted : new long[] {0, 1, 3, 1L << 61, Long.MAX_VALUE}) {
                Chunks chunks = Chunks.of(size, wanted, 16, new TaskContext(3, false));
                assertThat(chunks.begin(0)).isZero();
                for (int chunk = 1; chunk < chunks.count(); chunk++) {
                    assertThat(chunks.begin(chunk)).isEqualTo(chunks.end(chunk - 1));
                }
                assertThat(chunks.end(chunks.count() - 1)).isEqualTo(size);
            }
        }
    }

    @Test
    void units_without_work_for_threads_are_refused() {
        Graph empty = Graph.define("empty", root -> {});
        Graph graph = Graph.define("g", root -> root.thenIf("if", () -> true, empty));
        assertThatThrownBy(() -> HostTasks.of(
                        Planner.plan(graph).units().get(0), new TaskContext(1, false), KernelCompiler.none()))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("no task on host does the work of #0 if if 'empty'");
        assertThatThrownBy(() -> Tasks.task(1, root -> root.thenCapture("c", Capture.cuda(stream -> {}))))
                .hasMessageContaining("no task on host does the work of #0 c capture");
        assertThatThrownBy(() -> new TaskContext(0, false))
                .hasMessageContaining("a task context of 0 threads; use 1 or more");
    }
}
