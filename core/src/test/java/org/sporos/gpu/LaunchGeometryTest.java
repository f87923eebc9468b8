package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.Scan;
import org.sporos.graph.Task;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/**
 * The blocks of loops over ranges: the user's, else those that keep the device fullest; and those of reductions and
 * scans.
 */
class LaunchGeometryTest {
    private static final int MANY = 2048 * 132;

    private final Limited driver = new Limited();
    private final GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());

    /** A multiprocessor has room for so many threads of a kernel, in whole blocks. */
    private static final class Limited extends RecordingDriver {
        private int room = 2048;
        private int asked;

        @Override
        public int blocksPerMultiprocessor(long function, int block, int sharedBytes) {
            asked++;
            return room / block;
        }
    }

    @AfterEach
    void close() {
        space.close();
    }

    private String launched(RangePolicy policy) {
        try (IntView x = IntView.of("x", space, MANY);
                ExecutableGraph exec = Graph.define("g", root -> root.thenParallelFor("set", policy, i -> x.set(i, i)))
                        .instantiate(space, Merging.OFF)) {
            assertThat(exec.graph().label()).isEqualTo("g");
            return driver.lastGraph().text().split(", [0-9]+ bytes")[0];
        }
    }

    @Test
    void sizes_that_are_as_good_leave_256_threads() {
        assertThat(launched(RangePolicy.of(MANY))).isEqualTo("1 KERNEL k0_set (1056,1,1) x (256,1,1)");
        assertThat(driver.asked).isEqualTo(2);
    }

    @Test
    void a_kernel_that_takes_many_registers_has_the_blocks_of_which_most_fit() {
        driver.room = 910;
        assertThat(launched(RangePolicy.of(MANY))).isEqualTo("1 KERNEL k0_set (2112,1,1) x (128,1,1)");
    }

    @Test
    void small_ranges_and_blocks_of_the_users_stay_as_they_are() {
        driver.room = 910;
        assertThat(launched(RangePolicy.of(MANY - 1))).isEqualTo("1 KERNEL k0_set (1056,1,1) x (256,1,1)");
        assertThat(launched(RangePolicy.of(MANY).withBlock(512))).isEqualTo("1 KERNEL k0_set (528,1,1) x (512,1,1)");
        // Whether large blocks fit at all.
        assertThat(driver.asked).isEqualTo(1);
    }

    @Test
    void a_grid_of_the_users_is_what_is_launched_and_threads_take_several_indexes() {
        RangePolicy range = RangePolicy.of(MANY).withGrid(12);
        assertThat(launched(range)).isEqualTo("1 KERNEL k0_set (12,1,1) x (256,1,1)");
        assertThat(launched(range.withBlock(64))).isEqualTo("1 KERNEL k0_set (12,1,1) x (64,1,1)");
        assertThat(launched(RangePolicy.of(3).withGrid(5))).isEqualTo("1 KERNEL k0_set (5,1,1) x (256,1,1)");
        assertThat(launched(RangePolicy.of(MANY).withGrid(0))).isEqualTo("1 KERNEL k0_set (1056,1,1) x (256,1,1)");
        try (IntView x = IntView.of("x", space, MANY);
                ExecutableGraph exec = Graph.define("g", root -> {
                            root.thenParallelFor("whole", RangePolicy.of(7, MANY), i -> x.set(i, i))
                                    .thenParallelFor(
                                            "part", RangePolicy.of(8, MANY).withGrid(3), i -> x.set(i, i));
                        })
                        .instantiate(space, Merging.OFF)) {
            assertThat(exec.explain(ExplainOption.WITH_CODE))
                    .contains("    const int at = blockIdx.x * blockDim.x + threadIdx.x;\n")
                    .contains("    for (long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x; at < count;"
                            + " at += (long long) gridDim.x * blockDim.x) {\n"
                            + "        const int i = (int) (begin + at);\n");
        }
    }

    @Test
    void a_grid_is_the_most_blocks_of_a_reduction_and_no_matter_of_a_scan() {
        try (IntView x = IntView.of("x", space, MANY);
                IntView sum = IntView.of("sum", space);
                ExecutableGraph exec = Graph.define("g", root -> {
                            RangePolicy few = RangePolicy.of(MANY).withGrid(5);
                            root.thenParallelReduce("sum", few, Sum.into(sum, i -> x.get(i)))
                                    .thenParallelReduce("one", RangePolicy.of(9).withGrid(5), Sum.into(sum, i -> i))
                                    .thenParallelScan(
                                            "scan", few, i -> x.get(i), (i, s) -> x.set(i, s), Scan.exclusiveInt());
                        })
                        .instantiate(space, Merging.OFF)) {
            assertThat(exec.graph().label()).isEqualTo("g");
            assertThat(driver.lastGraph().text().lines().map(line -> line.split(", [0-9]+ bytes")[0]))
                    .containsExactly(
                            "1 KERNEL k0_sum (5,1,1) x (512,1,1)",
                            "2 KERNEL k1_one (1,1,1) x (512,1,1)",
                            "3 KERNEL k2_scan (132,1,1) x (128,1,1)");
        }
    }

    @Test
    void kernels_with_a_priority_are_nodes_of_their_own_that_have_it() {
        try (IntView x = IntView.of("x", space, 40);
                IntView y = IntView.of("y", space, 100)) {
            Graph graph = Graph.define("g", root -> {
                for (int k = 0; k < 40; k++) {
                    int at = k;
                    Task task = Task.parallelFor("n" + k, 1, i -> x.set(at, i));
                    root.then(k == 1 ? task.withPriority(2) : task);
                }
                root.thenParallelFor("d", 100, i -> y.set(i, i))
                        .then(Task.parallelFor("e", 100, i -> y.set(i, 2 * y.get(i)))
                                .withPriority(9));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain()).contains("#1 n1 parallelFor[0, 1) of priority 2");
                assertThat(driver.lastGraph().text().lines().map(line -> line.replaceAll(" x.*arguments", "")))
                        .containsExactly(
                                "1 KERNEL k1_n0_and_38_more (39,1,1) after 4",
                                "2 KERNEL k2_n1 (1,1,1), priority 2 after 4",
                                "3 KERNEL k3_d_and_1_more (1,1,1), priority 5 after 4",
                                "4 KERNEL sporos_nothing (1,1,1)",
                                "5 KERNEL sporos_nothing (1,1,1) after 1, 2, 3");
            }
        }
    }

    @Test
    void copies_and_fills_with_a_priority_are_kernels_that_share_a_launch_with_their_like() {
        try (IntView x = IntView.of("x", space, 100);
                IntView y = IntView.of("y", space, 100);
                IntView z = IntView.of("z", space, 10)) {
            Graph graph = Graph.define("g", root -> {
                for (int k = 0; k < 10; k++) {
                    IntView from = x.subview(Slice.range(10 * k, 10 * k + 10));
                    IntView to = y.subview(Slice.range(10 * k, 10 * k + 10));
                    int priority = k < 4 ? 0 : k < 8 ? 1 : k < 9 ? 2 : 0;
                    root.then(Task.deepCopy("c" + k, to, from).withPriority(priority));
                }
                root.then(Task.fill("f", z, 0).withPriority(3));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.graph()).isSameAs(graph);
                assertThat(driver.lastGraph().text().lines().map(line -> line.replaceAll(" x.*arguments", "")))
                        .containsExactly(
                                "1 KERNEL k1_c0_and_4_more (5,1,1) after 5",
                                "2 KERNEL k1_c0_and_4_more (4,1,1), priority 1 after 5",
                                "3 KERNEL sporos_copy4 (1,1,1), priority 2 after 5",
                                "4 KERNEL sporos_fill4 (1,1,1), priority 3 after 5",
                                "5 KERNEL sporos_nothing (1,1,1)",
                                "6 KERNEL sporos_nothing (1,1,1) after 1, 2, 3, 4");
            }
        }
    }

    @Test
    void a_kernel_of_which_no_block_fits_is_left_to_the_driver() {
        driver.room = 64;
        assertThat(launched(RangePolicy.of(MANY))).endsWith("x (256,1,1)");
    }

    @Test
    void a_scan_is_one_launch_of_a_block_a_tile() {
        assertThat(scanned(MANY)).containsExactly("1 KERNEL k0_scan (132,1,1) x (128,1,1)");
        assertThat(scanned(2048 * 1024 + 1)).containsExactly("1 KERNEL k0_scan (1025,1,1) x (128,1,1)");
    }

    private List<String> scanned(int n) {
        try (IntView x = IntView.of("x", space, n);
                ExecutableGraph exec = Graph.define(
                                "g",
                                root -> root.thenParallelScan(
                                        "scan",
                                        RangePolicy.of(n),
                                        i -> x.get(i),
                                        (i, sum) -> x.set(i, sum),
                                        Scan.exclusiveInt()))
                        .instantiate(space)) {
            assertThat(exec.graph().label()).isEqualTo("g");
            return driver.lastGraph()
                    .text()
                    .lines()
                    .map(line -> line.split(", [0-9]+ bytes")[0])
                    .toList();
        }
    }

    private String reduced(int n) {
        try (IntView x = IntView.of("x", space, n);
                IntView sum = IntView.of("sum", space);
                ExecutableGraph exec = Graph.define(
                                "g",
                                root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))))
                        .instantiate(space)) {
            assertThat(exec.graph().label()).isEqualTo("g");
            return driver.lastGraph().text().split(", [0-9]+ bytes")[0];
        }
    }

    @Test
    void a_reduction_has_a_block_for_each_tile_or_a_warp_where_tiles_are_many() {
        assertThat(reduced(1000)).isEqualTo("1 KERNEL k0_sum (1,1,1) x (512,1,1)");
        assertThat(reduced(1_000_000)).isEqualTo("1 KERNEL k0_sum (489,1,1) x (512,1,1)");
        assertThat(reduced(2_000_000)).isEqualTo("1 KERNEL k0_sum (245,1,1) x (128,1,1)");
        driver.room = 910;
        assertThat(reduced(10_000_000)).isEqualTo("1 KERNEL k0_sum (396,1,1) x (256,1,1)");
        assertThat(reduced(100_000_000)).isEqualTo("1 KERNEL k0_sum (132,1,1) x (512,1,1)");
        driver.room = 64;
        assertThat(reduced(100_000_000)).isEqualTo("1 KERNEL k0_sum (132,1,1) x (512,1,1)");
    }
}
