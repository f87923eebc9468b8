package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.Scan;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.LongView;

/** Ranges of more indexes than a grid has threads, leagues of none, and what a device cannot launch. */
class LaunchLimitsTest {
    private static final int MOST_SCRATCH = (48 << 10) - 1536;

    private final RecordingDriver driver = new RecordingDriver() {
        @Override
        public int blocksPerMultiprocessor(long function, int block, int sharedBytes) {
            return 2048 / block;
        }
    };
    private final GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
    private final LongView x = LongView.of("x", space, 8);

    @AfterEach
    void close() {
        x.close();
        space.close();
    }

    private String launched(Graph graph) {
        try (ExecutableGraph exec = graph.instantiate(space)) {
            assertThat(exec.graph()).isSameAs(graph);
            return driver.lastGraph().text().split(", [0-9]+ bytes")[0];
        }
    }

    private String refusal(Graph graph) {
        return refusal(graph, space);
    }

    private static String refusal(Graph graph, GpuSpace on) {
        GraphException refused = catchThrowableOfType(GraphException.class, () -> graph.instantiate(on));
        return String.valueOf(refused.getMessage()).replaceAll("Test.java:[0-9]+", "Test.java:1");
    }

    private Graph counting(LongRangePolicy range) {
        return Graph.define("g", root -> root.thenParallelFor("count", range, i -> x.atomicExchange((int) i & 7, 1L)));
    }

    @Test
    void the_blocks_of_a_range_of_more_indexes_than_an_int_counts_go_on_with_what_is_left() {
        assertThat(launched(counting(LongRangePolicy.of(Integer.MAX_VALUE - 1024))))
                .isEqualTo("1 KERNEL k0_count (8388604,1,1) x (256,1,1)");
        assertThat(launched(counting(LongRangePolicy.of(1L << 31))))
                .isEqualTo("1 KERNEL k0_count (1056,1,1) x (256,1,1)");
        assertThat(launched(counting(LongRangePolicy.of(-5, 1L << 60).withBlock(64))))
                .isEqualTo("1 KERNEL k0_count (4224,1,1) x (64,1,1)");
        Graph ints = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "count",
                        RangePolicy.of(Integer.MIN_VALUE, Integer.MAX_VALUE),
                        i -> x.atomicExchange(i & 7, 1L)));
        assertThat(launched(ints)).isEqualTo("1 KERNEL k0_count (1056,1,1) x (256,1,1)");
        // So they do where each block has a copy of a view.
        Graph copies = Graph.define(
                "g", root -> root.thenParallelFor("count", RangePolicy.of(1 << 20), i -> x.atomicAdd(i & 7, 1L)));
        assertThat(launched(copies)).isEqualTo("1 KERNEL k0_count (1056,1,1) x (256,1,1)");
    }

    @Test
    void a_reduction_over_more_indexes_than_an_int_counts_is_cut_into_the_blocks_that_are_there_at_once() {
        LongView sum = LongView.of("sum", space);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelReduce(
                        "sum", LongRangePolicy.of(-1, 1L << 36), Sum.intoLongRange(sum, i -> i)));
        assertThat(launched(graph)).isEqualTo("1 KERNEL k0_sum (528,1,1) x (512,1,1)");
        sum.close();
    }

    @Test
    void an_empty_box_has_one_block_however_long_its_other_side_is() {
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "none", MDRangePolicy.of(0, Integer.MAX_VALUE), (i, j) -> x.atomicAdd(j & 7, i)));
        assertThat(launched(graph)).isEqualTo("1 KERNEL k0_none (1,1,1) x (32,8,1)");
    }

    private Graph four(MDRangePolicy box) {
        return Graph.define(
                "g", root -> root.thenParallelFor("four", box, (i, j, k, l) -> x.atomicAdd((i + j + k + l) & 7, 1)));
    }

    @Test
    void two_of_four_indexes_share_the_z_of_a_grid() {
        assertThat(launched(four(MDRangePolicy.of(3, 5, 6, 70)))).isEqualTo("1 KERNEL k0_four (3,2,9) x (32,4,2)");
        assertThat(launched(four(MDRangePolicy.of(3, 5, 6, 70).withTile(2, 4, 1, 16))))
                .isEqualTo("1 KERNEL k0_four (5,6,4) x (16,1,8)");
        assertThat(launched(four(MDRangePolicy.of(300, 1000, 1 << 20, 1))))
                .isEqualTo("1 KERNEL k0_four (1,65535,65535) x (32,4,2)");
        int most = Integer.MAX_VALUE;
        assertThat(launched(four(MDRangePolicy.of(most, 0, most, most))))
                .isEqualTo("1 KERNEL k0_four (1,1,1) x (32,4,2)");
        assertThat(launched(four(MDRangePolicy.of(most, most, 1, 1))))
                .isEqualTo("1 KERNEL k0_four (1,1,65535) x (32,4,2)");
    }

    @Test
    void no_block_is_deeper_than_64_threads() {
        assertThat(launched(four(MDRangePolicy.of(200, 200, 1, 1).withTile(8, 16, 1, 1))))
                .isEqualTo("1 KERNEL k0_four (1,1,650) x (1,1,64)");
        assertThat(launched(four(MDRangePolicy.of(200, 200, 1, 1).withTile(5, 100, 1, 1))))
                .isEqualTo("1 KERNEL k0_four (1,1,800) x (1,1,64)");
    }

    @Test
    void a_league_of_no_teams_is_one_thread_that_does_nothing() {
        Graph graph = Graph.define(
                "g", root -> root.thenParallelFor("none", TeamPolicy.of(0), team -> x.set(team.leagueRank(), 1)));
        assertThat(launched(graph)).isEqualTo("1 KERNEL k0_none (1,1,1) x (1,1,1)");
    }

    private Graph team(int scratch) {
        return Graph.define("g", root -> {
            root.thenParallelFor("team", TeamPolicy.of(4, 32).withScratch(scratch), team -> {
                LongView row = team.scratchLong(4);
                row.set(0, 1);
            });
            LongView sum = x.subview(org.sporos.view.Slice.at(0));
            root.thenParallelReduce(
                    "sum", TeamPolicy.of(4, 32).withScratch(scratch - 16), Sum.intoTeam(sum, team -> 1L));
        });
    }

    @Test
    void more_scratch_than_a_block_can_have_names_node_line_and_limit() {
        try (ExecutableGraph exec = team(MOST_SCRATCH).instantiate(space)) {
            assertThat(driver.lastGraph().text()).contains("k0_team (4,1,1) x (32,1,1)");
            assertThat(exec.warnings()).isEmpty();
        }
        assertThat(refusal(team(MOST_SCRATCH + 1))).isEqualTo("""
                        G125: node 'team' (LaunchLimitsTest.java:1) of graph 'g' wants 47617 bytes of scratch for each \
                        team; cuda:0 has at most 47616
                              Ask for less in withScratch, and for the rest in withDeviceScratch.
                        G125: node 'sum' (LaunchLimitsTest.java:1) of graph 'g' wants 47601 bytes of scratch for each \
                        team; cuda:0 has at most 47600
                              Ask for less in withScratch, and for the rest in withDeviceScratch.""");
        assertThat(refusal(team(Integer.MAX_VALUE))).contains("wants 2147483647 bytes", "has at most 47616");
    }

    @Test
    void more_scratch_than_every_gpu_has_is_allowed_once_for_a_kernel_where_the_device_has_it() {
        List<Integer> allowed = new ArrayList<>();
        RecordingDriver large = new RecordingDriver() {
            @Override
            public GpuProperties properties() {
                return new GpuProperties("large", "sm_90", 0, 32, 132, 1024, 1L << 36, 227 << 10, 1L << 40, "1.0");
            }

            @Override
            public void allowShared(long function, int bytes) {
                allowed.add(bytes);
            }
        };
        try (GpuSpace on = GpuSpace.open("cuda", large, CppDialect.CUDA, BinaryCache.off())) {
            for (int bytes : new int[] {1000, 1 << 16, 1 << 15, 1 << 16, 100_000}) {
                Graph graph = Graph.define(
                        "g",
                        root -> root.thenParallelFor(
                                "team", TeamPolicy.of(4, 64).withScratch(bytes), team -> {
                                    team.scratchInt(8).set(0, 1);
                                }));
                try (ExecutableGraph exec = graph.instantiate(on)) {
                    assertThat(exec.explain())
                            .containsPattern("kernel k0_team: [0-9]+ blocks? of 64 threads with " + (bytes + 1536)
                                    + " bytes of shared memory at once on a multiprocessor\n");
                }
            }
        }
        assertThat(allowed).containsExactly((1 << 16) + 1536, 100_000 + 1536);
    }

    @Test
    void a_launch_of_more_threads_than_a_grid_has_names_the_node() {
        RecordingDriver small = new RecordingDriver() {
            @Override
            public GpuProperties properties() {
                return new GpuProperties("small", "sm_90", 0, 32, 132, 1024, 1L << 36, 48 << 10, 1L << 40, "1.0");
            }
        };
        try (GpuSpace on = GpuSpace.open("cuda", small, CppDialect.CUDA, BinaryCache.off());
                LongView y = LongView.of("y", on, 8)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelScan(
                            "scan",
                            LongRangePolicy.of(1L << 41),
                            i -> i,
                            (i, sum) -> y.atomicAdd((int) i & 7, sum),
                            Scan.exclusiveLong()));
            assertThat(refusal(graph, on))
                    .startsWith(
                            "G126: node 'scan' (LaunchLimitsTest.java:1) of graph 'g' needs 1073741824 blocks of 128"
                                    + " threads; small launches at most 536870912 of that size at once\n"
                                    + "      Cut it into several nodes.");
        }
    }
}
