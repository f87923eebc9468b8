package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.Scan;
import org.sporos.kernel.cache.BinaryCache;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

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
        assertThat(driver.asked).isEqualTo(4);
    }

    @Test
    void a_kernel_that_takes_many_registers_has_the_blocks_of_which_most_fit() {
        driver.room = 910;
        assertThat(launched(RangePolicy.of(MANY))).isEqualTo("1 KERNEL k0_set (2112,1,1) x (128,1,1)");
    }

    @Test
    void small_ranges_and_blocks_of_the_users_are_not_asked_about() {
        driver.room = 910;
        assertThat(launched(RangePolicy.of(MANY - 1))).isEqualTo("1 KERNEL k0_set (1056,1,1) x (256,1,1)");
        assertThat(launched(RangePolicy.of(MANY).withBlock(512))).isEqualTo("1 KERNEL k0_set (528,1,1) x (512,1,1)");
        assertThat(driver.asked).isZero();
    }

    @Test
    void a_kernel_of_which_no_block_fits_is_left_to_the_driver() {
        driver.room = 64;
        assertThat(launched(RangePolicy.of(MANY))).endsWith("x (256,1,1)");
    }

    @Test
    void a_scan_is_one_launch_of_a_block_a_tile_and_two_where_not_all_blocks_are_on_the_device_at_once() {
        assertThat(scanned(MANY)).containsExactly("1 KERNEL k0_scan (132,1,1) x (128,1,1)");
        assertThat(scanned(2048 * 1024)).containsExactly("1 KERNEL k0_scan (1024,1,1) x (128,1,1)");
        assertThat(scanned(2048 * 1024 + 1))
                .containsExactly(
                        "1 KERNEL k0_scan_totals (1025,1,1) x (128,1,1)",
                        "2 KERNEL k0_scan_pass (1025,1,1) x (128,1,1)");
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
    void a_reduction_has_four_warps_a_tile_as_long_as_its_blocks_are_all_there_at_once() {
        assertThat(reduced(1000)).isEqualTo("1 KERNEL k0_sum (1,1,1) x (128,1,1)");
        assertThat(reduced(1_000_000)).isEqualTo("1 KERNEL k0_sum (489,1,1) x (128,1,1)");
        driver.room = 910;
        assertThat(reduced(10_000_000)).isEqualTo("1 KERNEL k0_sum (396,1,1) x (256,1,1)");
        assertThat(reduced(100_000_000)).isEqualTo("1 KERNEL k0_sum (132,1,1) x (512,1,1)");
        driver.room = 64;
        assertThat(reduced(100_000_000)).isEqualTo("1 KERNEL k0_sum (132,1,1) x (512,1,1)");
    }
}
