package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.algorithm.Histogram;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.param.IntParam;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;

/** Many atomics on few elements, which GPUs make on copies: the same results in any order. */
abstract class AtomicsContract extends Contract {
    private static final int N = 150_000;

    private IntView keys(int bins) {
        return intsOf("keys", new Random(bins).ints(N, 0, bins).toArray());
    }

    private static int[] counted(IntView keys, int bins) {
        int[] counts = new int[bins];
        for (int key : keys.toArray()) {
            counts[key]++;
        }
        return counts;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 256, 290, 1000})
    void keys_are_counted(int bins) {
        IntView keys = keys(bins);
        IntView counts = ints("counts", bins);
        run(root -> root.thenParallelFor("count", N, i -> counts.atomicAdd(keys.get(i), 1)));
        assertThat(counts.toArray()).isEqualTo(counted(keys, bins));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void the_grid_does_not_change_counts(int grid) {
        IntView keys = keys(100);
        IntView counts = ints("counts", 100);
        RangePolicy range = RangePolicy.of(N).withGrid(grid).withBlock(96);
        run(root -> root.thenParallelFor("count", range, i -> counts.atomicAdd(keys.get(i), 1)));
        assertThat(counts.toArray()).isEqualTo(counted(keys, 100));
    }

    @Test
    void histograms_count_a_range_of_any_size() {
        IntView keys = keys(50);
        IntView counts = ints("counts", 50);
        IntParam n = IntParam.of("n", N).within(0, N);
        ExecutableGraph exec = instantiate(Histogram.of("count", RangePolicy.of(n), i -> keys.get(i), counts));
        exec.submit();
        assertThat(counts.toArray()).isEqualTo(counted(keys, 50));
        n.set(0);
        exec.submit();
        assertThat(counts.toArray()).containsOnly(0);
        n.set(1);
        exec.submit();
        assertThat(counts.toArray()[keys.toArray()[0]]).isEqualTo(1);
    }

    @Test
    void minima_maxima_and_sums_of_ints_and_longs_wrap_and_begin_with_the_elements() {
        IntView keys = keys(20);
        int[] leastWanted = new int[20];
        long[] mostWanted = new long[20];
        long[] sumsWanted = new long[20];
        leastWanted[3] = -5_000_000;
        mostWanted[4] = Long.MAX_VALUE;
        sumsWanted[5] = Long.MAX_VALUE;
        IntView least = intsOf("least", leastWanted);
        LongView most = longs("most", 20);
        LongView sums = longs("sums", 20);
        most.assign(mostWanted);
        sums.assign(sumsWanted);
        run(root -> root.thenParallelFor("extremes", N, i -> {
            least.atomicMin(keys.get(i), -i);
            most.atomicMax(keys.get(i), (long) i << 33);
            sums.atomicAdd(keys.get(i), (long) i << 40);
        }));
        int[] key = keys.toArray();
        for (int i = 0; i < N; i++) {
            leastWanted[key[i]] = Math.min(leastWanted[key[i]], -i);
            mostWanted[key[i]] = Math.max(mostWanted[key[i]], (long) i << 33);
            sumsWanted[key[i]] += (long) i << 40;
        }
        assertThat(least.toArray()).isEqualTo(leastWanted);
        assertThat(most.toArray()).isEqualTo(mostWanted);
        assertThat(sums.toArray()).isEqualTo(sumsWanted);
    }

    @Test
    void a_column_is_counted_beside_stores_to_another() {
        IntView keys = keys(10);
        IntView table = ints("table", 10, 4);
        IntView counts = table.subview(Slice.all(), Slice.at(1));
        IntView marks = table.subview(Slice.all(), Slice.at(2));
        run(root -> root.thenParallelFor("count", LongRangePolicy.of(N), i -> {
            counts.atomicAdd(keys.get(i), 1);
            if (i < 10) {
                marks.set(i, (int) i);
            }
        }));
        assertThat(counts.toArray()).isEqualTo(counted(keys, 10));
        assertThat(marks.toArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(table.subview(Slice.all(), Slice.at(0)).toArray()).containsOnly(0);
    }

    @ParameterizedTest
    @CsvSource({"1500, 100, 1", "3, 50000, 1", "300, 5, 100", "7, 300, 80"})
    void boxes_are_counted(int n, int m, int depth) {
        IntView keys = keys(40);
        IntView counts = ints("counts", 40);
        int[] wanted = new int[40];
        int[] key = keys.toArray();
        for (int i = 0; i < n * m * depth; i++) {
            wanted[key[i % N]]++;
        }
        Graph flat = Graph.define(
                "flat",
                root -> root.thenParallelFor(
                        "count",
                        MDRangePolicy.of(n * depth, m),
                        (i, j) -> counts.atomicAdd(keys.get((i * m + j) % N), 1)));
        Graph deep = Graph.define(
                "deep",
                root -> root.thenParallelFor(
                        "count",
                        MDRangePolicy.of(n, m, depth),
                        (i, j, k) -> counts.atomicAdd(keys.get(((i * m + j) * depth + k) % N), -1)));
        run(flat);
        assertThat(counts.toArray()).isEqualTo(wanted);
        run(deep);
        assertThat(counts.toArray()).containsOnly(0);
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "3, 4", "4, 4", "1000, 100000", "40000, 5000"})
    void few_indexes_and_many_elements_are_counted_beside_what_was_there(int n, int bins) {
        IntView keys = keys(bins);
        int[] wanted = new Random(7).ints(bins).toArray();
        IntView counts = intsOf("counts", wanted);
        run(root -> root.thenParallelFor("count", n, i -> counts.atomicAdd(keys.get(i), 2)));
        int[] key = keys.toArray();
        for (int i = 0; i < n; i++) {
            wanted[key[i]] += 2;
        }
        assertThat(counts.toArray()).isEqualTo(wanted);
    }

    @Test
    void nodes_in_one_loop_share_a_copy_and_keep_other_accesses() {
        IntView keys = keys(50);
        IntView next = ints("next", N);
        IntView counts = ints("counts", 50);
        run(root -> root.thenParallelFor("count", N, i -> counts.atomicAdd(keys.get(i), 1))
                .thenParallelFor("next", N, i -> next.set(i, (keys.get(i) + 1) % 50))
                .thenParallelFor("again", N, i -> counts.atomicAdd(next.get(i), 100))
                .thenParallelFor("read", N, i -> next.set(i, counts.get(keys.get(i)))));
        int[] once = counted(keys, 50);
        int[] wanted = new int[50];
        Arrays.setAll(wanted, k -> once[k] + 100 * once[(k + 49) % 50]);
        assertThat(counts.toArray()).isEqualTo(wanted);
        assertThat(next.toArray())
                .isEqualTo(Arrays.stream(keys.toArray()).map(k -> wanted[k]).toArray());
    }

    /** The arrays of the kernel and the copies may be parts of one array of the thread. */
    @Test
    void guarded_updates_those_of_inner_loops_and_local_arrays_are_apart() {
        IntView counts = ints("counts", 8);
        IntView sums = ints("sums", 5);
        IntView own = ints("own", 10);
        run(root -> {
            root.thenParallelFor("stride", N, i -> {
                if (i % 2 == 0) {
                    counts.atomicAdd(i % 8, 1);
                }
            });
            root.thenParallelFor("inner", N, i -> {
                for (int k = 0; k < i % 6; k++) {
                    sums.atomicAdd(Math.max(0, k - 1) % 5, k);
                }
            });
            root.thenParallelFor("local", N, i -> {
                int[] array = new int[20];
                for (int k = 0; k < 20; k++) {
                    array[(k + i) % 20] += k;
                }
                own.atomicAdd(i % 10, array[(i + 3) % 20]);
            });
        });
        int[] wanted = new int[5];
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < i % 6; k++) {
                wanted[Math.max(0, k - 1)] += k;
            }
        }
        assertThat(counts.toArray()).containsExactly(N / 8, 0, N / 8, 0, N / 8, 0, N / 8, 0);
        assertThat(sums.toArray()).isEqualTo(wanted);
        assertThat(own.toArray()).containsOnly(3 * N / 10);
    }

    @Test
    void empty_and_large_views_beside_a_small_one_have_no_copy() {
        IntView keys = keys(30);
        IntView empty = ints("empty", 0);
        LongView large = longs("large", 300_000);
        IntView counts = ints("counts", 30);
        run(root -> root.thenParallelFor("count", N, i -> {
            int key = keys.get(i);
            if (key > 30) {
                empty.atomicAdd(key, 1);
            }
            large.atomicAdd(10_000 * key - key, i);
            counts.atomicAdd(key, 1);
        }));
        assertThat(counts.toArray()).isEqualTo(counted(keys, 30));
        assertThat(Arrays.stream(large.toArray()).sum()).isEqualTo((long) N * (N - 1) / 2);
    }

    @Test
    void runs_and_nodes_without_an_order_lose_no_update() {
        IntView keys = keys(16);
        IntView counts = ints("counts", 16);
        Graph graph = Graph.define("g", root -> {
            root.thenParallelFor("one", N, i -> counts.atomicAdd(keys.get(i), 1));
            root.thenParallelFor("two", N, i -> counts.atomicAdd(15 - keys.get(i), 1));
        });
        ExecutionStream stream = stream("another");
        ExecutableGraph here = instantiate(graph, InstantiateOption.relax("G102"));
        ExecutableGraph beside = instantiate(graph, InstantiateOption.relax("G102"));
        for (int run = 0; run < 10; run++) {
            here.submit();
            beside.submit(stream);
        }
        space().fence();
        int[] once = counted(keys, 16);
        int[] wanted = new int[16];
        Arrays.setAll(wanted, k -> 20 * (once[k] + once[15 - k]));
        assertThat(counts.toArray()).isEqualTo(wanted);
    }

    /** A branch that is not taken changes nothing, and a view that was replaced is left alone. */
    @Test
    void bodies_of_loops_and_branches_and_rebound_views_are_counted() {
        IntView keys = keys(7);
        IntView left = ints("left");
        IntView first = ints("first", 7);
        IntView second = ints("second", 7);
        Graph odd = Graph.define("odd", root -> root.thenParallelFor("odd", N, i -> first.atomicAdd(keys.get(i), 10)));
        Graph body = Graph.define(
                "body",
                root -> root.thenParallelFor("count", N, i -> first.atomicAdd(keys.get(i), 1))
                        .thenIf("odd", () -> left.get() % 2 == 1, odd)
                        .then("next", () -> left.set(left.get() - 1)));
        ExecutableGraph exec =
                run(root -> root.then("start", () -> left.set(3)).thenWhile("while", () -> left.get() > 0, body));
        int[] wanted =
                Arrays.stream(counted(keys, 7)).map(k -> 3 * k + 2 * 10 * k).toArray();
        assertThat(first.toArray()).isEqualTo(wanted);
        exec.rebind(first, second);
        exec.submit();
        assertThat(first.toArray()).isEqualTo(wanted);
        assertThat(second.toArray()).isEqualTo(wanted);
    }

    @Test
    void ranges_of_a_run_and_levels_of_rings_are_counted() {
        IntView keys = keys(9);
        int[] of = keys.toArray();
        ViewRing<IntView> ring = own(ViewRing.of(2, level -> IntView.of("counts" + level, space(), 9)));
        IntParam n = IntParam.of("n", 0).within(0, N);
        IntView counts = ring.level(0);
        ExecutableGraph exec = instantiate(
                root -> root.thenParallelFor("count", RangePolicy.of(n), i -> counts.atomicAdd(keys.get(i), 1)));
        int[][] wanted = new int[2][9];
        for (int run : new int[] {5, N, 0, 8, N - 1, 9}) {
            n.set(run);
            exec.submit();
            for (int i = 0; i < run; i++) {
                wanted[0][of[i]]++;
            }
            assertThat(counts.toArray()).isEqualTo(wanted[0]);
            ring.advance();
            wanted = new int[][] {wanted[1], wanted[0]};
        }
    }

    @Test
    void results_that_are_used_are_those_of_the_elements() {
        IntView slots = ints("slots", N);
        IntView next = ints("next");
        run(root -> root.thenParallelFor("take", N, i -> slots.atomicAdd(next.atomicAdd(1), 1)));
        assertThat(slots.toArray()).containsOnly(1);
        assertThat(next.toArray()).containsExactly(N);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, -1, Integer.MIN_VALUE})
    void a_key_out_of_bounds_fails_the_run_and_the_next_run_is_right(int wrong) {
        IntView keys = keys(64);
        IntView counts = ints("counts", 64);
        int[] right = keys.toArray();
        int[] of = right.clone();
        of[77] = wrong;
        keys.assign(of);
        ExecutableGraph exec = instantiate(root ->
                root.thenFill("empty", counts, 0).thenParallelFor("count", N, i -> counts.atomicAdd(keys.get(i), 1)));
        assertThat(failure(exec))
                .hasMessageContaining("R301")
                .hasMessageContaining("index (" + wrong + ")")
                .hasMessageContaining("counts");
        keys.assign(right);
        exec.submit();
        assertThat(counts.toArray()).isEqualTo(counted(keys, 64));
    }

    @Test
    void views_of_each_rank_are_counted_over_a_box_of_rank_4() {
        IntView all = ints("all");
        IntView plane = ints("plane", 3, 4);
        IntView space = ints("space", 2, 3, 2);
        run(root -> root.thenParallelFor("count", MDRangePolicy.of(7, 8, 9, 10), (i, j, k, l) -> {
            all.atomicAdd(1);
            plane.atomicAdd(j % 3, l % 4, 1);
            space.atomicAdd(l % 2, k % 3, j % 2, 1);
        }));
        int[] wantedOfPlane = new int[12];
        int[] wantedOfSpace = new int[12];
        for (int p = 0; p < 7 * 8 * 9 * 10; p++) {
            int j = p / 90 % 8;
            int k = p / 10 % 9;
            int l = p % 10;
            wantedOfPlane[j % 3 * 4 + l % 4]++;
            wantedOfSpace[l % 2 * 6 + k % 3 * 2 + j % 2]++;
        }
        assertThat(all.toArray()).containsExactly(7 * 8 * 9 * 10);
        assertThat(plane.toArray()).isEqualTo(wantedOfPlane);
        assertThat(space.toArray()).isEqualTo(wantedOfSpace);
    }
}
