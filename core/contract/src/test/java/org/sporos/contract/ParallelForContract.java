package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Task;
import org.sporos.param.IntParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

abstract class ParallelForContract extends Contract {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 31, 1000, 100_003})
    void a_range_calls_its_body_once_per_index(int n) {
        IntView calls = ints("calls", n);
        run(root -> root.thenParallelFor("k", RangePolicy.of(n), i -> calls.atomicAdd(i, i + 1)));
        int[] expected = new int[n];
        Arrays.setAll(expected, i -> i + 1);
        assertThat(calls.toArray()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "3, 20", "-5, 9", "-9, -2"})
    void a_range_may_begin_anywhere(int begin, int end) {
        IntView calls = ints("calls", 40);
        run(root -> root.thenParallelFor("k", RangePolicy.of(begin, end), i -> calls.atomicAdd(i + 20, i)));
        int[] expected = new int[40];
        for (int i = begin; i < end; i++) {
            expected[i + 20] = i;
        }
        assertThat(calls.toArray()).isEqualTo(expected);
    }

    @Test
    void a_range_may_end_at_the_highest_index() {
        int begin = Integer.MAX_VALUE - 5;
        IntView calls = ints("calls", 5);
        run(root -> root.thenParallelFor(
                "k", RangePolicy.of(begin, Integer.MAX_VALUE), i -> calls.atomicAdd(i - begin, 1)));
        assertThat(calls.toArray()).containsOnly(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "7, 0", "1000000, 0", "0, 1", "0, 33", "0, 1024"})
    void chunks_and_blocks_do_not_change_what_is_done(int chunk, int block) {
        IntView calls = ints("calls", 5000);
        RangePolicy policy = RangePolicy.of(5000).withChunk(chunk).withBlock(block);
        run(root -> root.thenParallelFor("k", policy, i -> calls.atomicAdd(i, 1)));
        assertThat(calls.toArray()).containsOnly(1);
    }

    @Test
    void grids_and_priorities_change_no_bit() {
        DoubleView x = doublesOf("x", new Random(3).doubles(5000, -1, 1).toArray());
        IntView calls = ints("calls", 5000);
        DoubleView sums = doubles("sums", 2);
        LongView many = longs("many", 300);
        IntParam n = IntParam.of("n", 4999).within(0, 5000);
        RangePolicy range = RangePolicy.of(n).withGrid(2).withBlock(32);
        run(root -> root.then(Task.parallelFor("live", range, i -> calls.set(i, calls.get(i) + 1))
                        .withPriority(1))
                .thenParallelFor("set", IndexSet.of(4999, 3, 0).withGrid(1), i -> calls.set(i, calls.get(i) + 10))
                .thenParallelFor(
                        "longs",
                        LongRangePolicy.of(1L << 40, (1L << 40) + 300).withGrid(7),
                        i -> many.set((int) (i - (1L << 40)), i))
                .thenParallelReduce("free", RangePolicy.of(5000), Sum.into(sums.subview(Slice.at(0)), i -> x.get(i)))
                .then(Task.parallelReduce(
                                "held",
                                RangePolicy.of(5000).withGrid(2),
                                Sum.into(sums.subview(Slice.at(1)), i -> x.get(i)))
                        .withPriority(7)));
        int[] wanted = new int[5000];
        Arrays.fill(wanted, 0, 4999, 1);
        for (int i : new int[] {4999, 3, 0}) {
            wanted[i] += 10;
        }
        assertThat(calls.toArray()).isEqualTo(wanted);
        assertThat(many.toArray())
                .startsWith(1L << 40)
                .endsWith((1L << 40) + 299)
                .doesNotHaveDuplicates();
        double[] both = sums.toArray();
        assertThat(both[1]).isEqualTo(both[0]).isNotZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 5000", "4999999998, 5000000003"})
    void a_range_of_longs_calls_its_body_once_per_index(long begin, long end) {
        LongView calls = longs("calls", end - begin);
        LongRangePolicy policy = LongRangePolicy.of(begin, end).withChunk(64);
        run(root -> root.thenParallelFor("k", policy, i -> calls.atomicAdd((int) (i - begin), i + 1)));
        long[] expected = new long[(int) (end - begin)];
        Arrays.setAll(expected, i -> begin + i + 1);
        assertThat(calls.toArray()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 5, 0, 0", "1, 1, 0, 0", "37, 41, 0, 0", "37, 41, 8, 8", "37, 41, 1, 1024", "3, 1000, 5, 0"})
    void a_box_of_rank_2_calls_its_body_once_per_pair(int n, int m, int tile0, int tile1) {
        IntView calls = ints("calls", n, m);
        MDRangePolicy policy = MDRangePolicy.of(n, m).withTile(tile0, tile1);
        run(root -> root.thenParallelFor("k", policy, (i, j) -> calls.atomicAdd(i, j, i * 1000 + j)));
        int[] expected = new int[n * m];
        Arrays.setAll(expected, at -> at / m * 1000 + at % m);
        assertThat(calls.toArray()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "4, 4, 4", "1, 1, 64", "5, 0, 3"})
    void a_box_of_rank_3_calls_its_body_once_per_triple(int tile0, int tile1, int tile2) {
        IntView calls = ints("calls", 7, 9, 11);
        MDRangePolicy policy =
                MDRangePolicy.of(new int[] {1, -2, 3}, new int[] {6, 5, 14}).withTile(tile0, tile1, tile2);
        run(root -> root.thenParallelFor("k", policy, (i, j, k) -> calls.atomicAdd(i, j + 2, k - 3, i + j + k + 1)));
        int[] expected = new int[7 * 9 * 11];
        for (int i = 1; i < 6; i++) {
            for (int j = -2; j < 5; j++) {
                for (int k = 3; k < 14; k++) {
                    expected[(i * 9 + j + 2) * 11 + k - 3] = i + j + k + 1;
                }
            }
        }
        assertThat(calls.toArray()).isEqualTo(expected);
    }

    @Test
    void then_calls_its_body_once() {
        IntView calls = ints("calls");
        run(root -> root.then("k", () -> calls.atomicAdd(1)).then("l", () -> calls.atomicAdd(10)));
        assertThat(calls.toArray()).containsExactly(11);
    }

    @Test
    void kernels_read_and_write_views_of_each_type() {
        DoubleView d = doubles("d", 100);
        FloatView f = floats("f", 100);
        IntView k = ints("k", 100);
        LongView l = longs("l", 100);
        run(root -> root.thenParallelFor("k", RangePolicy.of(100), i -> {
            k.set(i, i * i);
            l.set(i, (long) k.get(i) << 33);
            f.set(i, (float) l.get(i) / 3);
            d.set(i, Math.sqrt(f.get(i)));
        }));
        for (int i = 0; i < 100; i++) {
            assertThat(d.toArray()[i]).isEqualTo(Math.sqrt((float) ((long) (i * i) << 33) / 3));
        }
    }

    @Test
    void neighbouring_work_items_are_neighbours_in_the_preferred_layout_of_a_gpu() {
        int cells = 1000;
        Layout preferred = Layout.preferredBy(space());
        DoubleView corners = own(DoubleView.of("corners", space(), preferred, cells, 8));
        // Strict mode plays the memory of a GPU.
        assertThat(corners.stride(0)).isEqualTo(isHost() && !spec().contains("strict") ? 8 : 1);
        run(Graph.define(
                "g",
                root -> root.thenParallelFor("cells", RangePolicy.of(cells), c -> {
                    for (int k = 0; k < 8; k++) {
                        corners.set(c, k, 10.0 * c + k);
                    }
                })));
        double[] expected = new double[8 * cells];
        Arrays.setAll(expected, at -> 10.0 * (at / 8) + at % 8);
        assertThat(corners.toArray()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RIGHT", "LEFT"})
    void kernels_reach_elements_of_each_rank_layout_and_sub_view(Layout layout) {
        DoubleView four = own(DoubleView.of("four", space(), layout, 3, 4, 5, 6));
        DoubleView three = four.subview(Slice.at(1), Slice.all(), Slice.range(1, 4), Slice.all());
        DoubleView zero = four.subview(Slice.at(2), Slice.at(3), Slice.at(4), Slice.at(5));
        run(root -> {
            NodeRef all = root.thenParallelFor("four", MDRangePolicy.of(12, 30), (p, q) -> {
                int i = p / 4;
                int j = p % 4;
                four.set(i, j, q / 6, q % 6, p * 100 + q);
            });
            all.thenParallelFor(
                            "three", MDRangePolicy.of(4, 3, 6), (i, j, k) -> three.set(i, j, k, -three.get(i, j, k)))
                    .then("zero", () -> zero.set(0.5));
        });
        double[] expected = new double[360];
        Arrays.setAll(expected, at -> {
            int i = at / 120;
            int j = at / 30 % 4;
            int q = at % 30;
            double value = (i * 4 + j) * 100 + q;
            boolean turned = i == 1 && q / 6 >= 1 && q / 6 < 4;
            return at == 359 ? 0.5 : turned ? -value : value;
        });
        assertThat(four.toArray()).isEqualTo(expected);
    }

    @Test
    void work_items_that_meet_in_one_element_use_atomics() {
        IntView sum = ints("sum");
        LongView most = longs("most");
        DoubleView least = doubles("least");
        FloatView last = floats("last");
        IntView winners = ints("winners");
        IntView lock = ints("lock");
        run(root -> root.thenParallelFor("k", RangePolicy.of(20_000), i -> {
            sum.atomicAdd(i);
            most.atomicMax(i * 3L);
            least.atomicMin(-i);
            last.atomicExchange(1.5f);
            if (lock.atomicCompareAndSet(0, 1)) {
                winners.atomicAdd(1);
            }
        }));
        assertThat(sum.toArray()).containsExactly(199_990_000);
        assertThat(most.toArray()).containsExactly(59_997L);
        assertThat(least.toArray()).containsExactly(-19_999.0);
        assertThat(last.toArray()).containsExactly(1.5f);
        assertThat(winners.toArray()).containsExactly(1);
    }

    @Test
    void compare_and_set_loops_compute_what_no_atomic_does() {
        int n = 5000;
        IntView capped = ints("capped");
        LongView product = longs("product", 3);
        DoubleView squares = doubles("squares", 2, 2);
        FloatView mean = floats("mean", 2, 1, 2);
        IntView count = ints("count", 2, 1, 2, 1);
        LongView odd = longsOf("odd", 0, 1, 0);
        try (ExecutableGraph exec = instantiate(root -> root.thenDeepCopy("one", product, odd)
                .thenParallelFor("k", RangePolicy.of(n), i -> {
                    int sum;
                    do {
                        sum = capped.atomicGet();
                    } while (!capped.atomicCompareAndSet(sum, Math.min(sum + i % 3, 1234)));
                    long factor = product.atomicGet(1);
                    while (!product.atomicCompareAndSet(1, factor, factor * (2 * i + 1))) {
                        factor = product.atomicGet(1);
                    }
                    double old;
                    do {
                        old = squares.atomicGet(1, 0);
                    } while (!squares.atomicCompareAndSet(1, 0, old, old + (double) i * i));
                    float half;
                    do {
                        half = mean.atomicGet(1, 0, 1);
                    } while (half < i && !mean.atomicCompareAndSet(1, 0, 1, half, i));
                    int before;
                    do {
                        before = count.atomicGet(1, 0, 1, 0);
                    } while (!count.atomicCompareAndSet(1, 0, 1, 0, before, before + 1));
                }))) {
            assertThat(exec.warnings()).isEmpty();
            run(exec);
        }
        long expected = 1;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            expected *= 2 * i + 1;
            sum += (double) i * i;
        }
        assertThat(capped.toArray()).containsExactly(1234);
        assertThat(product.toArray()).containsExactly(0, expected, 0);
        assertThat(squares.toArray()).containsExactly(0, 0, sum, 0);
        assertThat(mean.toArray()).containsExactly(0, 0, 0, n - 1);
        assertThat(count.toArray()).containsExactly(0, 0, 0, n);
    }

    @Test
    void nodes_run_after_those_they_wait_for() {
        IntView x = intsOf("x", new int[1000]);
        run(root -> {
            NodeRef last = root;
            for (int step = 0; step < 50; step++) {
                int s = step;
                last = last.thenParallelFor("s" + s, RangePolicy.of(1000), i -> x.set(i, x.get(i) * 3 + s));
            }
        });
        int expected = 0;
        for (int s = 0; s < 50; s++) {
            expected = expected * 3 + s;
        }
        assertThat(x.toArray()).containsOnly(expected);
    }

    @Test
    void a_graph_without_nodes_runs() {
        run(Graph.define("nothing", root -> {}));
    }

    @Test
    void an_executable_runs_as_often_as_it_is_submitted() {
        IntView x = ints("x", 100);
        var exec = instantiate(root -> root.thenParallelFor("k", RangePolicy.of(100), i -> x.set(i, x.get(i) + 1)));
        submit(exec, 1000);
        space().fence();
        assertThat(x.toArray()).containsOnly(1000);
    }
}
