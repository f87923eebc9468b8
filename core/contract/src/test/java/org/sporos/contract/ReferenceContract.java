package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.LogicalAnd;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.graph.Verification;
import org.sporos.param.IntParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;

/** The plain Java reference of verification gives each kind of node the bits that the space gives it. */
abstract class ReferenceContract extends Contract {
    private static final int N = 4999;

    private DoubleView random(String label, long seed) {
        DoubleView view = doubles(label, N);
        double[] values = new Random(seed).doubles(N, -1, 1).toArray();
        values[4000] = -0.0;
        view.assign(values);
        return view;
    }

    /** Verifies node by node and as a whole, without a node that is left out. */
    private void expectEqual(Graph graph) {
        Verification found = graph.verify(space());
        assertThat(found.isEqual()).as(found.toString()).isTrue();
        assertThat(found.skipped()).isEmpty();
        assertThat(found.toString()).contains(", also as a whole: ");
    }

    @Test
    void reductions_of_reals_go_in_the_order_of_the_space() {
        DoubleView x = random("x", 1);
        DoubleView[] d = {doubles("d0"), doubles("d1"), doubles("d2"), doubles("d3"), doubles("d4")};
        FloatView f = floats("f");
        LongView at = longs("at");
        LongView last = longs("last");
        DoubleView a = d[0];
        DoubleView b = d[1];
        expectEqual(Graph.define("reals", root -> {
            root.thenParallelReduce(
                    "range",
                    RangePolicy.of(3, N),
                    Sum.into(d[2], i -> x.get(i)),
                    Prod.into(d[3], i -> 1 + 0.01 * x.get(i)),
                    Sum.into(f, i -> (float) x.get(i)),
                    MinLoc.into(d[4], at, i -> i == 4000 ? x.get(i) : Math.abs(x.get(i))));
            root.thenParallelReduce(
                            "long",
                            LongRangePolicy.of(N),
                            Max.intoLongRange(a, i -> x.get(i)),
                            MaxLoc.intoLongRange(b, last, i -> i % 100 == 7 ? Double.NaN : x.get(i)))
                    .thenParallelReduce(
                            "custom",
                            RangePolicy.of(N),
                            Custom.into(a, 1, (l, r) -> l * r + (l - 1) * 1e-9, i -> 1 + 1e-3 * x.get(i)))
                    .thenParallelReduce("none", RangePolicy.of(0), Min.into(a, i -> x.get(i)));
        }));
    }

    @Test
    void reductions_of_integers_over_boxes_sets_and_bounds_of_runs() {
        IntView x = ints("x", 17, 19, 23);
        IntView list = intsOf("list", 16, 3, 8, 5);
        IntView[] r = {ints("r0"), ints("r1"), ints("r2"), ints("r3"), ints("r4")};
        LongView sum = longs("sum");
        LongView at = longs("at");
        IntParam n = IntParam.of("n", 11).within(0, 17);
        expectEqual(Graph.define("integers", root -> {
            NodeRef filled = root.thenParallelFor(
                    "fill", MDRangePolicy.of(17, 19, 23), (i, j, k) -> x.set(i, j, k, (31 * i + j) * 7919 ^ k));
            filled.thenParallelReduce(
                    "box",
                    MDRangePolicy.of(new int[] {1, 0, 2}, new int[] {17, 19, 20}),
                    BitXor.into(r[0], (i, j, k) -> x.get(i, j, k)),
                    Prod.into(r[1], (i, j, k) -> x.get(i, j, k) | 1),
                    MaxLoc.into(r[2], at, (i, j, k) -> x.get(i, j, k) % 100));
            filled.thenParallelReduce(
                    "live",
                    MDRangePolicy.of(17, 19).withEnd(0, n),
                    Sum.into(sum, (i, j) -> x.get(i, j, 0) * 10_000_000_000L));
            filled.thenParallelReduce(
                    "set", IndexSet.assumeDistinct(list), LogicalAnd.into(r[3], i -> x.get(i, i, i) != 5));
            filled.thenParallelReduce("list", IndexSet.of(2, 9, 4), Min.into(r[4], i -> x.get(i, 0, i)));
        }));
    }

    @Test
    void scans_go_in_the_order_of_the_space() {
        DoubleView x = random("x", 2);
        DoubleView sums = doubles("sums", N);
        FloatView floats = floats("floats", N);
        LongView longs = longs("longs", N);
        IntView ints = ints("ints", N);
        expectEqual(Graph.define("scans", root -> {
            root.thenParallelScan(
                    "double", RangePolicy.of(N), i -> x.get(i), (i, s) -> sums.set(i, s), Scan.inclusiveDouble());
            root.thenParallelScan(
                    "float",
                    RangePolicy.of(7, N),
                    i -> (float) x.get(i),
                    (i, s) -> floats.set(i, s),
                    Scan.exclusiveFloat());
            root.thenParallelScan(
                    "long",
                    LongRangePolicy.of(N),
                    (long i) -> i * i,
                    (long i, long s) -> longs.set(i, s),
                    Scan.exclusiveLong());
            root.thenParallelScan(
                    "set", IndexSet.of(9, 3, 4, 200), i -> i, (int i, int s) -> ints.set(i, s), Scan.inclusiveInt());
        }));
    }

    @Test
    void teams_meet_reduce_scan_and_share_scratch() {
        int leagues = 6;
        int columns = 70;
        DoubleView u = doubles("u", leagues, columns);
        DoubleView v = doubles("v", leagues, columns);
        IntView kept = ints("kept", leagues, columns);
        DoubleView sum = doubles("sum");
        u.assign(new Random(3).doubles(leagues * columns).toArray());
        for (int size : new int[] {1, 4}) {
            TeamPolicy policy = TeamPolicy.of(leagues, size).withScratch(8 * columns);
            expectEqual(Graph.define(
                    "teams",
                    root -> root.thenParallelFor("smooth", policy, team -> {
                                int row = team.leagueRank();
                                DoubleView shared = team.scratchDouble(columns);
                                team.parallelFor(columns, j -> shared.set(j, u.get(row, j)));
                                team.barrier();
                                double total = team.parallelReduceDouble(Sum, columns, j -> shared.get(j));
                                int odd = team.parallelReduceInt(Max, columns, j -> j % 7 + row);
                                int above = team.exclusiveScanInt(
                                        columns,
                                        j -> shared.get(j) * columns > total ? 1 : 0,
                                        (j, before) -> kept.set(row, j, before));
                                team.parallelFor(
                                        columns - 1,
                                        j -> v.set(row, j, shared.get(j) + shared.get(j + 1) + total * odd + above));
                                team.single(() -> v.set(row, columns - 1, total));
                            })
                            .thenParallelReduce("sum", policy, Sum.intoTeam(sum, team -> {
                                int row = team.leagueRank();
                                return team.parallelReduceDouble(Max, columns, j -> v.get(row, j));
                            }))));
        }
    }

    @Test
    void copies_fills_and_control_flow_are_what_they_say() {
        DoubleView left = own(DoubleView.of("left", space(), Layout.LEFT, 9, 11));
        DoubleView right = doubles("right", 11, 13);
        IntView which = ints("which");
        IntView passes = ints("passes");
        ViewRing<IntView> ring = own(ViewRing.of(2, j -> IntView.of("u" + j, space(), 50)));
        IntView now = ring.level(0);
        IntView next = ring.level(1);
        Graph step = Graph.define(
                "step",
                root -> root.thenParallelFor("step", RangePolicy.of(50), i -> next.set(i, 3 * now.get(i) + i))
                        .thenAdvance("turn", ring));
        Graph two = Graph.define(
                "two",
                root -> root.thenGraph("one", step).thenGraph("other", step).then("count", () -> {
                    which.set(which.get() + 1);
                }));
        Graph other = Graph.define("other", root -> root.then("set", () -> which.set(7)));
        expectEqual(Graph.define(
                "mixed",
                root -> root.thenParallelFor("fill", MDRangePolicy.of(9, 11), (i, j) -> left.set(i, j, i - 0.1 * j))
                        .thenFill("part", left.subview(Slice.range(2, 4), Slice.all()), -3)
                        .thenDeepCopy(
                                "copy",
                                right.subview(Slice.range(1, 10), Slice.range(2, 13)),
                                left.subview(Slice.all(), Slice.all()))
                        .thenGraph("before", step)
                        .thenWhile("while", () -> which.get() < 3, two, 9, passes)
                        .thenSwitch("switch", () -> which.get() - 2, other, two)
                        .thenSwitch("none", () -> 2, other, two)
                        .thenIf("if", () -> now.get(1) > 5, two)
                        .thenIf("else", () -> which.get() == 0, two, other)
                        .thenGraph("after", step)));
    }
}
