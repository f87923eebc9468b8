package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.error.InternalException;
import org.sporos.graph.Capture;
import org.sporos.graph.Graph;
import org.sporos.plan.Planner;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Loops over ranges and boxes, and single calls. */
class LoopTest {
    private final Random random = new Random(5);

    private static IntView counts(long... extents) {
        return IntView.of("counts", MemorySpace.host(), extents);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "7, 0", "2, 1", "2, 13", "3, 5000", "64, 0"})
    void each_index_of_a_range_is_visited_once(int threads, int chunk) {
        for (int n : new int[] {0, 1, 15, 16, 17, 1000, 4099}) {
            IntView counts = counts(n);
            RangePolicy policy = RangePolicy.of(-7, n - 7).withChunk(chunk);
            HostTask task =
                    Tasks.task(threads, root -> root.thenParallelFor("count", policy, i -> counts.atomicAdd(i + 7, 1)));
            assertThat(task.chunks(0)).isPositive();
            Tasks.runParallel(task, 2, random);
            assertThat(counts.toArray()).containsOnly(n == 0 ? new int[0] : new int[] {1});
        }
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
    void ranges_at_the_limits_of_their_types_end_where_they_should() {
        LongView last = LongView.of("last", MemorySpace.host());
        LongView count = LongView.of("count", MemorySpace.host());
        Tasks.run(
                3,
                root -> root.thenParallelFor("ints", RangePolicy.of(Integer.MAX_VALUE - 1000, Integer.MAX_VALUE), i -> {
                    last.atomicMax(i);
                    count.atomicAdd(1);
                }));
        assertThat(last.get()).isEqualTo(Integer.MAX_VALUE - 1);
        assertThat(count.get()).isEqualTo(1000);
        Tasks.run(
                3,
                root -> root.thenParallelFor("longs", LongRangePolicy.of(Long.MAX_VALUE - 1000, Long.MAX_VALUE), i -> {
                    last.atomicMax(i);
                    count.atomicAdd(1);
                }));
        assertThat(last.get()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(count.get()).isEqualTo(2000);
        Tasks.run(
                3,
                root -> root.thenParallelFor(
                        "first", RangePolicy.of(Integer.MIN_VALUE, Integer.MIN_VALUE + 5), i -> count.atomicAdd(1)));
        assertThat(count.get()).isEqualTo(2005);
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
    void a_box_at_the_limits_of_int_ends_where_it_should() {
        LongView count = LongView.of("count", MemorySpace.host());
        int most = Integer.MAX_VALUE;
        MDRangePolicy policy = MDRangePolicy.of(new int[] {most - 20, most - 100}, new int[] {most, most});
        Tasks.run(2, root -> root.thenParallelFor("box", policy.withTile(16, 32), (i, j) -> count.atomicAdd(1)));
        assertThat(count.get()).isEqualTo(2000);
    }

    @Test
    void a_body_that_throws_is_thrown_on() {
        assertThatThrownBy(() -> Tasks.run(
                        2,
                        root -> root.thenHost("host", () -> {
                            throw new IllegalStateException("mine");
                        })))
                .hasMessage("mine");
        IntView x = counts(5);
        assertThatThrownBy(() -> Tasks.run(2, root -> root.thenParallelFor("for", RangePolicy.of(6), i -> x.set(i, 1))))
                .rootCause()
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("R301: index (5) is outside of view 'counts' of extents [5]");
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

    @Test
    void an_empty_league_runs_nothing() {
        IntView count = counts();
        HostTask task =
                Tasks.task(2, root -> root.thenParallelFor("t", TeamPolicy.of(0, 8), team -> count.atomicAdd(1)));
        Tasks.run(task);
        assertThat(task.chunks(0)).isEqualTo(1);
        assertThat(count.get()).isZero();
    }
}
