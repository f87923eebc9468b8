package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.graph.NodeRef;
import org.sporos.host.natives.ItemFailure;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Chunks that follow each other and are run as one piece: each index is met once, as chunk by chunk. */
class ChunksTogetherTest {

    /** A loop over some of the elements of a view, which it counts up. */
    private record Loop(String name, long[] extents, BiConsumer<DoubleView, NodeRef> node) {
        HostTask over(DoubleView view) {
            return Tasks.task(3, root -> node.accept(view, root));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Loop> loops() {
        return Stream.of(
                range("range", RangePolicy.of(3, 1001)),
                range("chunks of the user's", RangePolicy.of(100).withChunk(7)),
                new Loop(
                        "long range",
                        new long[] {1003},
                        (v, root) ->
                                root.thenParallelFor("n", LongRangePolicy.of(3, 1001), i -> v.set(i, v.get(i) + 1))),
                box("box", MDRangePolicy.of(40, 50)),
                box("box of few rows", MDRangePolicy.of(2, 1000)),
                box("tiles of the user's", MDRangePolicy.of(40, 50).withTile(9, 50)),
                new Loop(
                        "box of three dimensions",
                        new long[] {20, 6, 7},
                        (v, root) -> root.thenParallelFor(
                                "n", MDRangePolicy.of(20, 6, 7), (i, j, k) -> v.set(i, j, k, v.get(i, j, k) + 1))));
    }

    private static Loop range(String name, RangePolicy policy) {
        return new Loop(
                name,
                new long[] {policy.end() + 2},
                (v, root) -> root.thenParallelFor("n", policy, i -> v.set(i, v.get(i) + 1)));
    }

    private static Loop box(String name, MDRangePolicy policy) {
        return new Loop(
                name,
                new long[] {policy.end(0), policy.end(1)},
                (v, root) -> root.thenParallelFor("n", policy, (i, j) -> v.set(i, j, v.get(i, j) + 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("loops")
    void each_index_is_met_as_often_as_chunk_by_chunk(Loop loop) {
        DoubleView met = DoubleView.of("met", MemorySpace.host(), loop.extents);
        DoubleView wanted = DoubleView.of("wanted", MemorySpace.host(), loop.extents);
        HostTask together = loop.over(met);
        HostTask apart = loop.over(wanted);
        int chunks = apart.chunks(0);
        assertThat(chunks).isGreaterThan(2);
        for (int count = 1; count <= chunks; count++) {
            for (int first = 0; first < chunks; first += count) {
                together.run(0, first, Math.min(count, chunks - first));
            }
            IntStream.range(0, chunks).forEach(chunk -> apart.run(0, chunk));
        }
        assertThat(met.toArray()).isEqualTo(wanted.toArray());
        assertThat(Arrays.stream(met.toArray()).max()).hasValue(chunks);
    }

    @Test
    void a_box_without_indexes_is_run_in_any_way_and_calls_nothing() {
        DoubleView calls = DoubleView.of("calls", MemorySpace.host(), 1);
        int[][] extents = {{0, 50}, {50, 0}, {0, 0}};
        for (int[] n : extents) {
            HostTask task = Tasks.task(
                    3, root -> root.thenParallelFor("n", MDRangePolicy.of(n[0], n[1]), (i, j) -> calls.set(0, 1)));
            task.run(0, 0, task.chunks(0));
            task.run(0, 0);
            task.runAll(0);
        }
        HostTask cube = Tasks.task(
                3, root -> root.thenParallelFor("n", MDRangePolicy.of(3, 0, 4), (i, j, k) -> calls.set(0, 1)));
        cube.run(0, 0, cube.chunks(0));
        assertThat(calls.get(0)).isZero();
    }

    @Test
    void chunks_whose_indexes_an_int_cannot_count_are_run_one_by_one() {
        DoubleView last = DoubleView.of("last", MemorySpace.host(), 1);
        HostTask task = Tasks.task(
                1,
                root -> root.thenParallelFor(
                        "n",
                        RangePolicy.of(Integer.MIN_VALUE, Integer.MAX_VALUE).withChunk(1 << 30),
                        i -> {
                            if (i == Integer.MAX_VALUE - 1) {
                                last.set(0, i);
                            }
                        }));
        task.run(0, 2, task.chunks(0) - 2);
        assertThat(last.get(0)).isEqualTo(Integer.MAX_VALUE - 1.0);
    }

    @Test
    void a_failure_in_the_midst_of_a_piece_is_that_of_its_index() {
        DoubleView v = DoubleView.of("v", MemorySpace.host(), 1000);
        HostTask task = range("range", RangePolicy.of(1010)).over(v);
        assertThatThrownBy(() -> task.run(0, 0, task.chunks(0)))
                .isInstanceOfSatisfying(
                        ItemFailure.class,
                        failure -> assertThat(failure.first()).isEqualTo(1000))
                .cause()
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("1000");
    }
}
