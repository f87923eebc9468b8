package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.graph.Task;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.param.BooleanParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** The code and the launches of ranges with dynamic bounds, and of switches. */
class GpuDynamicRangeTest {
    private static final int MOST = 10_000;

    private final WatchedDriver watched = new WatchedDriver(new RecordingDriver());
    private final GpuSpace space = GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off());

    @AfterEach
    void close() {
        space.close();
    }

    @Test
    void launches_are_for_the_largest_range_and_read_the_bounds() {
        IntParam first = IntParam.of("first", 1).within(1, 50);
        IntParam n = IntParam.of("n", 10).within(0, MOST);
        try (IntView count = IntView.of("count", space);
                DoubleView x = DoubleView.of("x", space, MOST);
                DoubleView best = DoubleView.of("best", space);
                LongView at = LongView.of("at", space)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("mark", RangePolicy.of(count, MOST), i -> x.set(i, i))
                            .thenParallelReduce("least", RangePolicy.of(first, n), MinLoc.into(best, at, i -> x.get(i)))
                            .thenParallelScan(
                                    "scan", RangePolicy.of(n), i -> 1, (i, s) -> x.set(i, s), Scan.inclusiveInt()));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain(ExplainOption.WITH_CODE))
                        .contains("#0 mark parallelFor[0, view 'count') in [0, 10000)")
                        .contains("    const int end = *end_at;\n"
                                + "    const int count = java::live_count(0, end, 0, highest, 1, errors, node);\n"
                                + "    const int at = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                + "    if (at >= count) return;\n")
                        .contains(
                                "    const int begin = *begin_at;\n"
                                        + "    const int end = *end_at;\n"
                                        + "    const int count = java::live_count(begin, end, lowest, highest, 1, errors, node);\n")
                        .contains("v.at < 0 ? -1 : begin + v.at")
                        .contains("    if (blockIdx.x > 0 && (long long) blockIdx.x * 2048 >= count) return;\n");
            }
        }
    }

    @Test
    void two_of_four_live_dimensions_share_the_z_of_a_grid() {
        IntParam n = IntParam.of("n", 5).within(0, 8);
        try (DoubleView x = DoubleView.of("x", space, 9, 8, 7, 40)) {
            MDRangePolicy box = MDRangePolicy.of(9, 8, 7, 40).withEnd(1, n);
            Graph graph =
                    Graph.define("g", root -> root.thenParallelFor("mark", box, (i, j, k, l) -> x.set(i, j, k, l, 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain(ExplainOption.WITH_CODE))
                        .contains("    if (count == 0) return;\n"
                                + "    const int i = (int) blockIdx.z / grid1 * 1 + (int) threadIdx.z / 2;\n"
                                + "    if (i >= extent0) return;\n"
                                + "    const int j = (int) blockIdx.z % grid1 * 2 + (int) threadIdx.z % 2;\n"
                                + "    if (j >= count1) return;\n"
                                + "    const int k = (int) (blockIdx.y * blockDim.y + threadIdx.y);\n"
                                + "    if (k >= extent2) return;\n");
            }
        }
    }

    @Test
    void long_ranges_and_leagues_leave_threads_and_blocks_behind_the_end_out() {
        LongParam first = LongParam.of("first", 1).within(1, 50);
        LongParam n = LongParam.of("n", 10).within(0, 1L << 33);
        try (IntView teams = IntView.of("teams", space);
                DoubleView x = DoubleView.of("x", space, MOST);
                LongView sum = LongView.of("sum", space)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("mark", LongRangePolicy.of(first, n), i -> x.set((int) i, 1))
                            .thenParallelFor("teams", TeamPolicy.of(teams, 9, 4), team -> x.set(team.leagueRank(), 1))
                            .thenParallelReduce("sum", TeamPolicy.of(teams, 9, 32), Sum.intoTeam(sum, team -> 1L)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain(ExplainOption.WITH_CODE))
                        .contains("    const long long begin = *begin_at;\n"
                                + "    const long long end = *end_at;\n"
                                + "    const long long count = java::live_count<long long>(begin, end, lowest, highest, 2,"
                                + " errors, node);\n")
                        .contains("    const int count = java::live_count(0, end, 0, highest, 1, errors, node);\n"
                                + "    java::Team<1, 4> team(count);\n"
                                + "    if (team.league_rank >= team.league_size) return;\n")
                        .contains("    if (blockIdx.x > 0 && (int) blockIdx.x >= count) return;\n"
                                + "    {\n"
                                + "        if (count > 0) {\n"
                                + "            java::Team<1, 32> team(count);\n")
                        .contains("        } else if (threadIdx.x == 0) {\n");
            }
        }
    }

    @Test
    void a_box_is_launched_whole_and_threads_outside_of_its_part_leave() {
        IntParam last = IntParam.of("last", 50).within(0, 50);
        try (IntView first = IntView.of("first", space);
                DoubleView x = DoubleView.of("x", space, 50, 60);
                LongView sum = LongView.of("sum", space)) {
            MDRangePolicy box = MDRangePolicy.of(50, 60).withEnd(0, last).withBegin(1, first);
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("mark", box, (i, j) -> x.set(i, j, 1))
                            .thenParallelReduce("sum", box, Sum.into(sum, (i, j) -> 1L)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain(ExplainOption.WITH_CODE))
                        .contains("#0 mark parallelFor[0, param 'last') in [0, 50)x[view 'first', 60) in [0, 60)")
                        .contains("    const int end0 = *end0_at;\n"
                                + "    const int count0 = java::live_count(0, end0, 0, highest0, 1, errors, node);\n"
                                + "    const int begin1 = *begin1_at;\n"
                                + "    const int count1 = java::live_count(begin1, end1, 0, highest1, 2, errors, node);\n"
                                + "    const int count = count0 * count1;\n"
                                + "    if (count == 0) return;\n"
                                + "    const int i = (int) (blockIdx.y * blockDim.y + threadIdx.y);\n"
                                + "    if (i >= count0) return;\n"
                                + "    const int j = begin1 + (int) (blockIdx.x * blockDim.x + threadIdx.x);\n"
                                + "    if (j >= begin1 + count1) return;\n")
                        .contains("            const int j = begin1 + (int) (p % count1);\n"
                                + "            const int rest = p / count1;\n"
                                + "            const int i = (int) rest;\n");
            }
        }
    }

    @Test
    void a_submit_calls_the_driver_no_more_often_than_with_a_constant_size() {
        IntParam n = IntParam.of("n", 10).within(0, MOST);
        try (DoubleView x = DoubleView.of("x", space, MOST)) {
            Graph constant =
                    Graph.define("g", root -> root.thenParallelFor("mark", RangePolicy.of(MOST), i -> x.set(i, i)));
            Graph live = Graph.define("g", root -> root.thenParallelFor("mark", RangePolicy.of(n), i -> x.set(i, i)));
            try (ExecutableGraph a = constant.instantiate(space);
                    ExecutableGraph b = live.instantiate(space)) {
                a.submit();
                b.submit();
                space.fence();
                int ofConstant = callsOfSubmit(a);
                assertThat(ofConstant).isPositive();
                assertThat(callsOfSubmit(b)).isEqualTo(ofConstant);
                n.set(11);
                assertThat(callsOfSubmit(b)).isEqualTo(ofConstant + 1);
                space.fence();
            }
        }
    }

    @Test
    void a_switch_costs_no_call_of_a_submit_unless_it_is_thrown() {
        BooleanParam on = BooleanParam.of("on", true);
        try (DoubleView x = DoubleView.of("x", space, MOST)) {
            Task mark = Task.parallelFor("mark", RangePolicy.of(MOST), i -> x.set(i, i));
            try (ExecutableGraph a = Graph.define("a", root -> root.then(mark)).instantiate(space);
                    ExecutableGraph b = Graph.define("b", root -> root.then(mark.enabledIf(on)))
                            .instantiate(space)) {
                assertThat(b.explain(ExplainOption.WITH_CODE)).contains("#0 mark if 'mark'");
                a.submit();
                b.submit();
                space.fence();
                int ofAlways = callsOfSubmit(a);
                assertThat(callsOfSubmit(b)).isEqualTo(ofAlways);
                on.set(false);
                assertThat(callsOfSubmit(b)).isEqualTo(ofAlways + 1);
                space.fence();
            }
        }
    }

    private int callsOfSubmit(ExecutableGraph exec) {
        watched.failAfter(Integer.MAX_VALUE);
        exec.submit();
        return watched.calls();
    }
}
