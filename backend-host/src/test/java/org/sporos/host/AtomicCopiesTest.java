package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.ViewRing;

/** Loops that update copies of small views, in calls of more and of fewer indexes than the copies have elements. */
class AtomicCopiesTest {
    private static final int N = 40_000;

    private static ExecutionSpace space(String tier, int threads) {
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        return ExecutionSpaces.open("host,threads=" + threads + ",kernels=" + tier);
    }

    private static int[] keys(int n, int bins) {
        return new Random(n + bins).ints(n, 0, bins).toArray();
    }

    private static int[] counted(int[] keys, int bins) {
        int[] counts = new int[bins];
        for (int key : keys) {
            counts[key]++;
        }
        return counts;
    }

    private static void run(Graph graph, ExecutionSpace space) {
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            space.fence();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bytecode, 1, 0, 4", "bytecode, 1, 3, 4", "bytecode, 1, 4, 4", "bytecode, 1, 40000, 1",
        "bytecode, 3, 40000, 256", "bytecode, 3, 40000, 257", "bytecode, 3, 40000, 5000", "bytecode, 2, 1000, 100000",
        "bytecode, 1, 600000, 300000", "native, 3, 40000, 256", "auto, 3, 40000, 256", "loop, 3, 40000, 256"
    })
    void keys_are_counted(String tier, int threads, int n, int bins) {
        int[] of = keys(n, bins);
        try (ExecutionSpace space = space(tier, threads);
                IntView keys = IntView.copyOf("keys", space, of);
                IntView counts = IntView.of("counts", space, bins)) {
            counts.assign(new Random(7).ints(bins).toArray());
            int[] wanted = counts.toArray();
            int[] counted = counted(of, bins);
            Arrays.setAll(wanted, k -> wanted[k] + 2 * counted[k]);
            Graph graph =
                    Graph.define("g", root -> root.thenParallelFor("count", n, i -> counts.atomicAdd(keys.get(i), 2)));
            run(graph, space);
            assertThat(counts.toArray()).isEqualTo(wanted);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void nodes_in_one_loop_share_a_copy_and_keep_other_accesses(String tier) {
        int[] of = keys(N, 50);
        try (ExecutionSpace space = space(tier, 2);
                IntView keys = IntView.copyOf("keys", space, of);
                IntView next = IntView.of("next", space, N);
                IntView counts = IntView.of("counts", space, 50)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("count", N, i -> counts.atomicAdd(keys.get(i), 1))
                            .thenParallelFor("next", N, i -> next.set(i, (keys.get(i) + 1) % 50))
                            .thenParallelFor("again", N, i -> counts.atomicAdd(next.get(i), 100))
                            .thenParallelFor("read", N, i -> next.set(i, counts.get(keys.get(i)))));
            run(graph, space);
            int[] once = counted(of, 50);
            int[] wanted = new int[50];
            Arrays.setAll(wanted, k -> once[k] + 100 * once[(k + 49) % 50]);
            assertThat(counts.toArray()).isEqualTo(wanted);
            assertThat(next.toArray())
                    .isEqualTo(Arrays.stream(of).map(k -> wanted[k]).toArray());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void loops_with_a_stride_and_inner_loops_update_each_element(String tier) {
        try (ExecutionSpace space = space(tier, 2);
                IntView counts = IntView.of("counts", space, 8);
                IntView sums = IntView.of("sums", space, 5)) {
            Graph graph = Graph.define("g", root -> {
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
            });
            run(graph, space);
            int[] wanted = new int[5];
            for (int i = 0; i < N; i++) {
                for (int k = 0; k < i % 6; k++) {
                    wanted[Math.max(0, k - 1)] += k;
                }
            }
            assertThat(counts.toArray()).containsExactly(N / 8, 0, N / 8, 0, N / 8, 0, N / 8, 0);
            assertThat(sums.toArray()).isEqualTo(wanted);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void empty_and_large_views_beside_a_small_one_have_no_copy(String tier) {
        int[] of = keys(N, 30);
        try (ExecutionSpace space = space(tier, 2);
                IntView keys = IntView.copyOf("keys", space, of);
                IntView empty = IntView.of("empty", space, 0);
                LongView large = LongView.of("large", space, 300_000);
                IntView counts = IntView.of("counts", space, 30)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("count", N, i -> {
                        int key = keys.get(i);
                        if (key > 30) {
                            empty.atomicAdd(key, 1);
                        }
                        large.atomicAdd(10_000 * key - key, i);
                        counts.atomicAdd(key, 1);
                    }));
            run(graph, space);
            assertThat(counts.toArray()).isEqualTo(counted(of, 30));
            assertThat(Arrays.stream(large.toArray()).sum()).isEqualTo((long) N * (N - 1) / 2);
        }
    }

    /** The arrays of the kernel and the copies are parts of one array of the thread. */
    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void local_arrays_and_copies_are_apart(String tier) {
        try (ExecutionSpace space = space(tier, 2);
                IntView counts = IntView.of("counts", space, 10);
                IntView sums = IntView.of("sums", space, 10)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", N, i -> {
                        int[] own = new int[20];
                        for (int k = 0; k < 20; k++) {
                            own[(k + i) % 20] += k;
                        }
                        counts.atomicAdd(own[i % 20] % 10, 1);
                        sums.atomicAdd(i % 10, own[(i + 3) % 20]);
                    }));
            run(graph, space);
            int[] wanted = new int[10];
            wanted[0] = N;
            assertThat(counts.toArray()).isEqualTo(wanted);
            assertThat(sums.toArray()).containsOnly(3 * N / 10);
        }
    }

    /** Runs on several streams have no order among each other; each sum is exact nevertheless. */
    @Test
    void runs_that_overlap_lose_no_update() {
        int runs = 30;
        int[] of = keys(N, 16);
        try (ExecutionSpace space = space("bytecode", 3);
                ExecutionSpace other = space("bytecode", 1);
                IntView keys = IntView.copyOf("keys", space, of);
                IntView counts = IntView.of("counts", space, 16)) {
            Graph graph =
                    Graph.define("g", root -> root.thenParallelFor("count", N, i -> counts.atomicAdd(keys.get(i), 1)));
            ExecutionStream stream = space.stream("another");
            try (ExecutableGraph here = graph.instantiate(space);
                    ExecutableGraph beside = graph.instantiate(space);
                    ExecutableGraph there = graph.instantiate(other)) {
                for (int r = 0; r < runs; r++) {
                    here.submit();
                    beside.submit(stream);
                    there.submit();
                }
                space.fence();
                other.fence();
            }
            assertThat(counts.toArray())
                    .isEqualTo(Arrays.stream(counted(of, 16))
                            .map(k -> 3 * runs * k)
                            .toArray());
        }
    }

    @Test
    void nodes_without_an_order_lose_no_update() {
        int[] of = keys(N, 16);
        try (ExecutionSpace space = space("bytecode", 3);
                IntView keys = IntView.copyOf("keys", space, of);
                IntView counts = IntView.of("counts", space, 16)) {
            Graph graph = Graph.define("g", root -> {
                root.thenParallelFor("one", N, i -> counts.atomicAdd(keys.get(i), 1));
                root.thenParallelFor("two", N, i -> counts.atomicAdd(15 - keys.get(i), 1));
            });
            try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.relax("G102"))) {
                for (int r = 0; r < 50; r++) {
                    exec.submit();
                }
                space.fence();
            }
            int[] once = counted(of, 16);
            int[] wanted = new int[16];
            Arrays.setAll(wanted, k -> 50 * (once[k] + once[15 - k]));
            assertThat(counts.toArray()).isEqualTo(wanted);
        }
    }

    /** A branch that is not taken changes nothing, and a view that was replaced is left alone. */
    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void bodies_of_loops_and_branches_and_rebound_views_have_copies(String tier) {
        int[] of = keys(N, 7);
        try (ExecutionSpace space = space(tier, 2);
                IntView keys = IntView.copyOf("keys", space, of);
                IntView left = IntView.of("left", space);
                IntView first = IntView.of("first", space, 7);
                IntView second = IntView.of("second", space, 7)) {
            Graph odd =
                    Graph.define("odd", root -> root.thenParallelFor("odd", N, i -> first.atomicAdd(keys.get(i), 10)));
            Graph body = Graph.define(
                    "body",
                    root -> root.thenParallelFor("count", N, i -> first.atomicAdd(keys.get(i), 1))
                            .thenIf("odd", () -> left.get() % 2 == 1, odd)
                            .then("next", () -> left.set(left.get() - 1)));
            Graph graph = Graph.define(
                    "g", root -> root.then("start", () -> left.set(3)).thenWhile("while", () -> left.get() > 0, body));
            int[] wanted =
                    Arrays.stream(counted(of, 7)).map(k -> 3 * k + 2 * 10 * k).toArray();
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                assertThat(first.toArray()).isEqualTo(wanted);
                exec.rebind(first, second);
                exec.submit();
                space.fence();
            }
            assertThat(first.toArray()).isEqualTo(wanted);
            assertThat(second.toArray()).isEqualTo(wanted);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void ranges_of_a_run_and_levels_of_rings_keep_their_copies(String tier) {
        int[] of = keys(N, 9);
        try (ExecutionSpace space = space(tier, 2);
                IntView keys = IntView.copyOf("keys", space, of);
                ViewRing<IntView> ring = ViewRing.of(2, level -> IntView.of("counts" + level, space, 9))) {
            IntParam n = IntParam.of("n", 0).within(0, N);
            IntView counts = ring.level(0);
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("count", RangePolicy.of(n), i -> counts.atomicAdd(keys.get(i), 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                int[][] wanted = new int[2][9];
                for (int run : new int[] {5, N, 0, 8, N - 1, 9}) {
                    n.set(run);
                    exec.submit();
                    space.fence();
                    for (int i = 0; i < run; i++) {
                        wanted[0][of[i]]++;
                    }
                    assertThat(counts.toArray()).isEqualTo(wanted[0]);
                    ring.advance();
                    wanted = new int[][] {wanted[1], wanted[0]};
                }
            }
        }
    }
}
