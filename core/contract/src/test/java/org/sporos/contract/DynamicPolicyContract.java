package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Views;

/** Dynamic bounds of long ranges, leagues and boxes. Those of ranges of ints have {@link DynamicRangeContract}. */
abstract class DynamicPolicyContract extends Contract {

    @Test
    void long_ranges_have_the_bits_of_graphs_with_those_bounds() {
        long far = 1L << 40;
        int most = 5_000;
        DoubleView x = doublesOf("x", new Random(4).doubles(most, -1, 1).toArray());
        DoubleView sum = doubles("sum");
        DoubleView least = doubles("least");
        LongView at = longs("at");
        LongView marks = longs("marks", most);
        DoubleView before = doubles("before", most);
        LongParam first = LongParam.of("first", far).within(far, far + most);
        LongParam last = LongParam.of("last", far).within(far, far + most);
        LongView count = longs("count");
        ExecutableGraph live = instantiate(Graph.define(
                "live",
                root -> overLongs(root, LongRangePolicy.of(first, last), x, sum, least, at, marks)
                        .thenGraph(
                                "of view",
                                Graph.define(
                                        "of view",
                                        inner -> inner.then("count", () -> count.set(last.get() - far))
                                                .thenParallelScan(
                                                        "scan",
                                                        LongRangePolicy.of(count, most),
                                                        i -> x.get((int) i),
                                                        (i, s) -> before.set((int) i, s),
                                                        Scan.inclusiveDouble())))));
        for (int[] part : new int[][] {{0, 0}, {1, 2}, {0, 2049}, {1000, most}}) {
            first.set(far + part[0]);
            last.set(far + part[1]);
            Views.fill(before, 0);
            Views.fill(marks, 0);
            run(live);
            List<Object> found = bits(sum, least, at, marks);
            double[] prefixes = before.toArray();
            Views.fill(marks, 0);
            run(Graph.define(
                    "fixed",
                    root -> overLongs(
                            root, LongRangePolicy.of(far + part[0], far + part[1]), x, sum, least, at, marks)));
            assertThat(found).isEqualTo(bits(sum, least, at, marks));
            Views.fill(before, 0);
            run(Graph.define(
                    "fixed",
                    root -> root.thenParallelScan(
                            "scan",
                            LongRangePolicy.of(part[1]),
                            i -> x.get((int) i),
                            (i, s) -> before.set((int) i, s),
                            Scan.inclusiveDouble())));
            assertThat(prefixes).isEqualTo(before.toArray());
        }
    }

    private static NodeRef overLongs(
            NodeRef root,
            LongRangePolicy range,
            DoubleView x,
            DoubleView sum,
            DoubleView least,
            LongView at,
            LongView marks) {
        long far = 1L << 40;
        return root.thenParallelReduce(
                        "several",
                        range,
                        Sum.intoLongRange(sum, (long i) -> x.get((int) (i - far))),
                        MinLoc.intoLongRange(least, at, (long i) -> x.get((int) (i - far))))
                .thenParallelFor("mark", range, (long i) -> marks.set((int) (i - far), i));
    }

    private static List<Object> bits(DoubleView sum, DoubleView least, LongView at, LongView marks) {
        return List.of(
                Double.doubleToRawLongBits(sum.toArray()[0]),
                Double.doubleToRawLongBits(least.toArray()[0]),
                at.toArray()[0],
                Arrays.hashCode(marks.toArray()));
    }

    @Test
    void a_league_has_as_many_teams_as_the_run_says() {
        int most = 50;
        DoubleView x = doublesOf("x", new Random(5).doubles(most, -1, 1).toArray());
        IntView sizes = ints("sizes", most);
        DoubleView sum = doubles("sum");
        DoubleView largest = doubles("largest");
        IntParam n = IntParam.of("n", 0).within(0, most);
        IntView count = ints("count");
        ExecutableGraph live = instantiate(Graph.define(
                "live",
                root -> root.then("count", () -> count.set(n.get()))
                        .thenParallelFor("teams", TeamPolicy.of(count, most, 4), team -> {
                            if (team.teamRank() == 3) {
                                sizes.set(team.leagueRank(), team.leagueSize() * 10 + team.teamSize());
                            }
                            team.barrier();
                        })
                        .thenParallelReduce(
                                "sums",
                                TeamPolicy.of(n),
                                Sum.intoTeam(sum, team -> x.get(team.leagueRank())),
                                Max.intoTeam(largest, team -> x.get(team.leagueRank())))));
        assertThat(live.graph().nodes().get(1))
                .hasToString("#1 teams parallelFor[league view 'count' of at most 50 of 4]");
        for (int size : new int[] {0, 1, most, 33}) {
            n.set(size);
            Views.fill(sizes, 0);
            run(live);
            List<Long> found = List.of(
                    Double.doubleToRawLongBits(sum.toArray()[0]), Double.doubleToRawLongBits(largest.toArray()[0]));
            int[] seen = sizes.toArray();
            for (int k = 0; k < most; k++) {
                assertThat(seen[k]).isEqualTo(k < size ? size * 10 + 4 : 0);
            }
            run(Graph.define(
                    "fixed",
                    root -> root.thenParallelReduce(
                            "sums",
                            TeamPolicy.of(size),
                            Sum.intoTeam(sum, team -> x.get(team.leagueRank())),
                            Max.intoTeam(largest, team -> x.get(team.leagueRank())))));
            assertThat(found)
                    .containsExactly(
                            Double.doubleToRawLongBits(sum.toArray()[0]),
                            Double.doubleToRawLongBits(largest.toArray()[0]));
        }
    }

    @Test
    void leagues_and_long_ranges_outside_of_their_limits_fail_the_run() {
        LongView count = longs("count");
        IntView teams = ints("teams");
        LongView x = longs("x", 100);
        LongView sum = longs("sum");
        Views.fill(count, 1L << 33);
        Views.fill(teams, -3);
        Views.fill(sum, 7);
        Graph range = Graph.define(
                "g", root -> root.thenParallelFor("store", LongRangePolicy.of(count, 100), i -> x.set((int) i, 1)));
        instantiate(range).submit();
        assertThat(failure())
                .hasMessage("R313: " + name(range, "store")
                        + " fails: its range is [0, view 'count') in [0, 100), and the bounds are 0 and 8589934592 in"
                        + " this run, so that it ran over nothing; keep them inside of the limits, the begin not behind"
                        + " the end");
        assertThat(x.toArray()).containsOnly(0);
        Graph league = Graph.define(
                "g",
                root -> root.thenParallelReduce(
                        "count", TeamPolicy.of(teams, 9, TeamPolicy.AUTO), Sum.intoTeam(sum, team -> 1L)));
        instantiate(league).submit();
        assertThat(failure())
                .hasMessage("R313: " + name(league, "count")
                        + " fails: its range is [0, view 'teams') in [0, 9), and the bounds are 0 and -3 in this run, so"
                        + " that it ran over nothing; keep them inside of the limits, the begin not behind the end");
        assertThat(sum.toArray()).containsExactly(0);
        Graph writes =
                Graph.define("g", root -> root.thenParallelFor("k", TeamPolicy.of(teams, 1, 1), team -> teams.set(1)));
        assertThat(refusal(writes)).hasMessageContaining("G132: " + name(writes, "k") + " changes view 'teams' at ");
        assertThatThrownBy(() -> LongRangePolicy.of(LongParam.of("n", 5)).size())
                .hasMessage(
                        "G005: LongRangePolicy of LongParam 'n' = 5, which is not declared within bounds of 0 or more;"
                                + " declare it with within(0, max)");
        assertThatThrownBy(
                        () -> TeamPolicy.of(IntParam.of("n", 5).within(-1, 9)).size())
                .hasMessageStartingWith("G005: TeamPolicy of IntParam 'n'");
        assertThatThrownBy(() -> LongRangePolicy.of(count, -1).size())
                .hasMessage("G005: LongRangePolicy of view 'count' of at most -1; use a maximum of 0 or more");
        assertThatThrownBy(() -> TeamPolicy.of(teams, 3, 1025).size())
                .hasMessage("G005: TeamPolicy with a block of 1025 threads; use 1 to 1024, or 0 to leave it to the"
                        + " library");
        assertThat(TeamPolicy.of(teams, 3, 2))
                .isEqualTo(TeamPolicy.of(teams, 3, 2))
                .isNotEqualTo(TeamPolicy.of(3, 2));
        assertThat(LongRangePolicy.of(count, 3))
                .isEqualTo(LongRangePolicy.of(count, 3))
                .isNotEqualTo(LongRangePolicy.of(3))
                .hasToString("[0, view 'count') in [0, 3)");
    }

    @Test
    void a_box_has_the_part_that_lies_between_the_bounds_of_the_run() {
        DoubleView x = doubles("x", 40, 70);
        x.assign(new Random(6).doubles(40 * 70, -1, 1).toArray());
        IntView calls = ints("calls", 40, 70);
        DoubleView sum = doubles("sum");
        DoubleView least = doubles("least");
        LongView at = longs("at");
        IntParam rows = IntParam.of("rows", -5).within(-5, 35);
        IntView left = ints("left");
        IntView right = ints("right");
        IntParam begin = IntParam.of("begin", 0).within(0, 70);
        IntParam end = IntParam.of("end", 0).within(0, 70);
        MDRangePolicy whole = MDRangePolicy.of(new int[] {-5, 0}, new int[] {35, 70});
        MDRangePolicy part = whole.withEnd(0, rows).withBegin(1, left).withEnd(1, right);
        ExecutableGraph live = instantiate(Graph.define(
                "live",
                root -> overBox(
                        root.then("bounds", () -> {
                            left.set(begin.get());
                            right.set(end.get());
                        }),
                        part,
                        x,
                        calls,
                        sum,
                        least,
                        at)));
        for (int[] box : new int[][] {{-5, 0, 70}, {35, 0, 70}, {20, 3, 68}, {-4, 69, 70}, {9, 5, 5}}) {
            rows.set(box[0]);
            begin.set(box[1]);
            end.set(box[2]);
            Views.fill(calls, 0);
            run(live);
            int[] called = calls.toArray();
            List<Object> found = results(sum, least, at);
            MDRangePolicy fixed = MDRangePolicy.of(new int[] {-5, box[1]}, new int[] {box[0], box[2]});
            Views.fill(calls, 0);
            run(Graph.define("fixed", root -> overBox(root, fixed, x, calls, sum, least, at)));
            assertThat(found).isEqualTo(results(sum, least, at));
            assertThat(called).isEqualTo(calls.toArray());
        }
    }

    private static List<Object> results(DoubleView sum, DoubleView least, LongView at) {
        return List.of(
                Double.doubleToRawLongBits(sum.toArray()[0]),
                Double.doubleToRawLongBits(least.toArray()[0]),
                at.toArray()[0]);
    }

    private static NodeRef overBox(
            NodeRef root,
            MDRangePolicy box,
            DoubleView x,
            IntView calls,
            DoubleView sum,
            DoubleView least,
            LongView at) {
        return root.thenParallelFor("mark", box, (i, j) -> calls.set(i + 5, j, calls.get(i + 5, j) + 1))
                .thenParallelReduce(
                        "several",
                        box,
                        Sum.into(sum, (i, j) -> x.get(i + 5, j)),
                        MinLoc.into(least, at, (i, j) -> x.get(i + 5, j)));
    }

    @Test
    void a_box_of_rank_3_may_have_a_live_begin_alone_and_tiles_of_the_users() {
        IntView calls = ints("calls", 5, 6, 40);
        LongView sum = longs("sum");
        IntParam from = IntParam.of("from", 0).within(0, 6);
        MDRangePolicy box = MDRangePolicy.of(5, 6, 40).withTile(2, 3, 16).withBegin(1, from);
        assertThat(box).hasToString("[0, 5)x[param 'from', 6) in [0, 6)x[0, 40)");
        ExecutableGraph live = instantiate(Graph.define(
                "live",
                root -> root.thenParallelFor("mark", box, (i, j, k) -> calls.set(i, j, k, calls.get(i, j, k) + 1))
                        .thenParallelReduce("sum", box, Sum.into(sum, (i, j, k) -> i * 10_000L + j * 100 + k))));
        int[] wanted = new int[5 * 6 * 40];
        for (int first : new int[] {0, 6, 4, 1}) {
            from.set(first);
            run(live);
            long all = 0;
            for (int at = 0; at < wanted.length; at++) {
                int j = at / 40 % 6;
                wanted[at] += j >= first ? 1 : 0;
                all += j >= first ? at / 240 * 10_000L + j * 100 + at % 40 : 0;
            }
            assertThat(sum.toArray()).containsExactly(all);
        }
        assertThat(calls.toArray()).isEqualTo(wanted);
    }

    @Test
    void a_box_outside_of_its_limits_fails_the_run_and_wrong_bounds_are_refused() {
        IntView from = ints("from");
        IntView x = ints("x", 9, 9);
        IntView sum = ints("sum");
        MDRangePolicy box = MDRangePolicy.of(9, 9).withBegin(0, from);
        Views.fill(from, Integer.MAX_VALUE);
        Views.fill(sum, 7);
        Graph loop = Graph.define("g", root -> root.thenParallelFor("store", box, (i, j) -> x.set(i, j, 1)));
        instantiate(loop).submit();
        assertThat(failure())
                .hasMessage("R313: " + name(loop, "store")
                        + " fails: its range is [view 'from', 9) in [0, 9), and the bounds are 2147483647 and 9 in this"
                        + " run, so that it ran over nothing; keep them inside of the limits, the begin not behind the"
                        + " end");
        assertThat(x.toArray()).containsOnly(0);
        Graph reduce = Graph.define("g", root -> root.thenParallelReduce("sum", box, Sum.into(sum, (i, j) -> 1)));
        instantiate(reduce).submit();
        assertThat(failure()).hasMessageStartingWith("R313: " + name(reduce, "sum") + " fails: its range is ");
        assertThat(sum.toArray()).containsExactly(0);
        Graph writes = Graph.define("g", root -> root.thenParallelFor("k", box, (i, j) -> from.set(0)));
        assertThat(refusal(writes)).hasMessageContaining("G132: " + name(writes, "k") + " changes view 'from' at ");
        assertThatThrownBy(() -> box.withEnd(2, from).size())
                .hasMessage("G005: MDRangePolicy of rank 2 with a dynamic bound of dimension 2; use 0 to 1");
        assertThatThrownBy(() -> box.withEnd(1, x).size())
                .hasMessage("G005: MDRangePolicy whose size is view 'x' of rank 2; use a view of rank 0, or"
                        + " RangePolicy.over(view) for its elements");
        IntParam large = IntParam.of("large", 5).within(0, 10);
        assertThatThrownBy(() -> box.withEnd(1, large).size())
                .hasMessage("G005: MDRangePolicy with the end of dimension 1 from IntParam 'large' = 5, which can be"
                        + " outside of [0, 9]; declare it within these limits, or make the box larger");
        assertThatThrownBy(() -> box.withBegin(1, IntParam.of("free", 5)).size())
                .hasMessageStartingWith("G005: MDRangePolicy with the begin of dimension 1 from IntParam 'free'");
        assertThat(box).isEqualTo(MDRangePolicy.of(9, 9).withBegin(0, from)).isNotEqualTo(MDRangePolicy.of(9, 9));
    }
}
