package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.kernel.cpp.HostUnits.doubles;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sporos.error.InternalException;
import org.sporos.graph.Scan;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.DoubleJoin;
import org.sporos.policy.DoubleScanBody;
import org.sporos.policy.IntContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reducers;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Reductions, rows and scans, with their nodes before and after the passes. */
class ReductionLoopsTest {
    private static final int N = 100;
    private static final RangePolicy ALL = RangePolicy.of(N);

    private final DoubleView x = doubles("x", N);
    private final DoubleView u = doubles("u", N, N);
    private final IntView at = IntView.of("at", MemorySpace.host(), N);
    private final DoubleView sum = doubles("sum");
    private final DoubleView most = doubles("most");
    private final LongView where = LongView.of("where", MemorySpace.host());
    private final DoubleContribution.Range value = i -> x.get(i);
    private final DoubleContribution.Range gathered = i -> x.get(at.get(i)) > 0 ? 1 / x.get(at.get(i)) : 0;

    private String behind(CppDialect dialect, Policy policy, Reduction... reductions) {
        Map<String, String> passes = LoopPasses.of(dialect, policy, reductions);
        return passes.get(dialect.isGpu() ? "ReduceOnGrid" : "FoldTiles");
    }

    private static CppUnit row(Policy policy, KernelBody body) {
        return new CppUnit.Row("row", policy, ZooUnits.kernel("body", body, policy, true));
    }

    private static CppUnit piece(Scan scan, KernelBody contribution, KernelBody consumer) {
        return new CppUnit.ScanPiece(
                "scan",
                ALL,
                scan,
                ZooUnits.kernel("value", contribution, ALL, true),
                ZooUnits.kernel("take", consumer, ALL, true));
    }

    @Test
    void a_reduction_is_lowered_to_its_parts() {
        assertThat(LoopPasses.of(CppDialect.HOST, ALL, Reducers.Sum.into(sum, value), Reducers.Max.into(most, value)))
                .containsEntry("lowered", """
                        reduce over [0, 100)
                          sum of body0 into sum
                          max of body1 into most
                        """);
    }

    @Test
    void parts_without_branches_share_the_rows_of_a_tile_on_the_host() {
        assertThat(behind(CppDialect.HOST, ALL, Reducers.Sum.into(sum, value), Reducers.Max.into(most, value)))
                .isEqualTo("""
                        scope
                          note faults
                          lanes lane
                          lanes lane2
                          function value(int p)
                            return body0(p)
                          function value2(int p)
                            return body1(p)
                          java::begin(lane, (double) 0.0)
                          java::begin(lane2, (double) java::f64(-4503599627370496LL))
                          rows p in [0, count), lane l
                            lane[l] = java::Sum()(lane[l], value(p))
                            lane2[l] = java::Max()(lane2[l], value2(p))
                          give java::folded(lane, java::Sum())
                            function (double v)
                              *result = v
                          give java::folded(lane2, java::Max())
                            function (double v)
                              *result2 = v
                          report faults of node 0
                        """);
    }

    @Test
    void parts_of_other_sizes_or_with_branches_have_tiles_of_their_own() {
        DoubleContribution.Range branches = i -> x.get(i) > 0 ? Math.sqrt(x.get(i)) : 1 / x.get(i);
        IntContribution.Range counted = i -> i % 7;
        IntView count = IntView.of("count", MemorySpace.host());
        for (Reduction other : List.of(Reducers.Sum.into(most, branches), Reducers.Sum.into(count, counted))) {
            String tiles = behind(CppDialect.HOST, ALL, Reducers.Sum.into(sum, value), other);
            assertThat(tiles.split("scope\n", -1)).hasSize(3);
            assertThat(tiles).doesNotContain("rows ");
        }
    }

    @Test
    void gathered_loads_are_checked_before_a_tile() {
        assertThat(behind(CppDialect.HOST, ALL, Reducers.Sum.into(sum, gathered)))
                .isEqualTo("""
                        scope
                          note faults
                          lanes lane
                          check bounds, inside = all in bounds
                            loop p in [0, count)
                              farthest farthest of body0_reach(p)
                          if inside
                            function value(int p)
                              return body0_reached(p)
                            java::begin(lane, (double) 0.0)
                            rows p in [0, count), lane l
                              lane[l] = java::Sum()(lane[l], value(p))
                          else
                            function value2(int p)
                              return body0(p)
                            java::begin(lane, (double) 0.0)
                            rows p in [0, count), lane l2
                              lane[l2] = java::Sum()(lane[l2], value2(p))
                          give java::folded(lane, java::Sum())
                            function (double v)
                              *result = v
                          report faults of node 0
                        """);
    }

    @Test
    void results_are_mapped_to_a_grid_one_after_the_other() {
        DoubleJoin join = (a, b) -> a * b + 1;
        Reduction least = Reducers.MinLoc.into(sum, where, value);
        Reduction custom = Reducers.Custom.into(most, 0, join, value);
        assertThat(behind(CppDialect.CUDA, RangePolicy.of(3, N), least, custom)).isEqualTo("""
                scope
                  note faults
                  function value(int p)
                    return java::Located<double>{body0((int) (begin2 + p)), p}
                  java::reduce<java::TilesOfBlocks<16>>(count, java::Located<double>{java::f64(9218868437227405312LL), -1}, \
                java::MinLoc(), value, partials, counter)
                    function (java::Located<double> v)
                      *result = java::one_nan(v.value)
                      *location = begin + v.at
                  report faults of node 0
                scope
                  note faults
                  function join(double a, double b)
                    return body2(a, b)
                  function value2(int p)
                    return body1((int) (begin2 + p))
                  java::reduce<java::TilesOfBlocks<16>>(count, 0.0, join, value2, partials2, counter2)
                    function (double v)
                      *result2 = v
                  report faults of node 0
                """);
    }

    @Test
    void a_box_is_reduced_in_row_major_order() {
        DoubleContribution.Range2 pair = (i, j) -> u.get(i, j);
        assertThat(behind(CppDialect.CUDA, MDRangePolicy.of(N, N), Reducers.Sum.into(sum, pair)))
                .contains("""
                          function value(int p)
                            let j = (int) (p % extent1)
                            let rest = p / extent1
                            let i = (int) rest
                            return body0(i, j)
                        """);
    }

    @Test
    void a_team_has_one_contribution_and_no_teams_give_the_identity() {
        DoubleContribution.Team team = member -> x.get(member.leagueRank());
        assertThat(behind(CppDialect.CUDA, TeamPolicy.of(N), Reducers.Sum.intoTeam(sum, team)))
                .contains("""
                          team
                          let value = body0()
                          java::reduce_blocks(team, 0.0, java::Sum(), value, partials, counter)
                        """);
        assertThat(behind(CppDialect.CUDA, TeamPolicy.of(0), Reducers.Sum.intoTeam(sum, team)))
                .contains("  give 0.0\n")
                .doesNotContain("team\n");
    }

    @Test
    void a_row_that_may_fail_records_the_fault_of_each_index() {
        assertThat(LoopPasses.of(row(ALL, gathered))).isEqualTo("""
                loop k in [0, count)
                  let i = begin + k
                  note faults
                  row[k] = body0(i)
                  report faults of node 0
                """);
    }

    @Test
    void a_row_of_a_box_continues_with_the_next_rows() {
        DoubleContribution.Range3 triple = (i, j, k) -> i + j * k;
        assertThat(LoopPasses.of(row(MDRangePolicy.of(4, 5, 6), triple))).isEqualTo("""
                let i2 = i
                let j2 = j
                let first = begin
                for (int done = 0; done < count; )
                  let left = (long long) end2 - first
                  let end = count - done < left ? count - done : (int) left
                  loop k in [0, end)
                    let k2 = first + k
                    row[done + k] = body0(i2, j2, k2)
                  done += end;
                  first = begin2;
                  if ++j2 == end1
                    j2 = begin1;
                    i2++;
                """);
    }

    @Test
    void a_piece_of_a_scan_goes_to_the_consumer_or_sums_up_tiles() {
        DoubleScanBody.Range take = (i, before) -> x.set(i, before);
        assertThat(LoopPasses.of(piece(Scan.inclusiveDouble(), gathered, take))).isEqualTo("""
                note faults
                function value(int p)
                  return body0(begin + p)
                function take(int p, double sum)
                  call body1(begin + p, sum)
                if passes
                  java::scan_pass<true>(count, java::RealSums<double>{sums, levels, tile}, value, take)
                else
                  java::scan_totals(count, java::RealSums<double>{sums, levels, tile}, value)
                """);
    }

    @Test
    void wrong_nodes_are_found_by_the_verifier() {
        UnitScope unit = new UnitScope(List.of(), null, CppDialect.HOST);
        CppFunction failing =
                new CppFunction("body0", ZooUnits.kernel("body", gathered, ALL, true), 0, unit, CppOptions.DEFAULT);
        LoopIr.Return end = new LoopIr.Return(LoopIr.Value.of(failing, List.of("p")));
        LoopIr.Lambda function = new LoopIr.Lambda("value", List.of("int p"), false, List.of(end));
        LoopVerifier.verify(List.of(new LoopIr.Faults(), function, new LoopIr.Report(0)));
        assertWrong("body0 may fail where no fault is noted", function);
        assertWrong("a report without faults", new LoopIr.Report(0));
        assertWrong("p is not known in p", new LoopIr.Faults(), function, new LoopIr.Store("x[0]", "p"));
        assertWrong("value is declared twice", new LoopIr.Faults(), function, function);
        LoopIr combine = new LoopIr.Combine("lane[l]", "op", "1");
        LoopIr.Axis axis = new LoopIr.Axis("int", "p", "0", "n");
        LoopIr rows = new LoopIr.Rows(axis, "l", List.of(combine));
        assertWrong("lane is not known in lane[l]", rows, new LoopIr.Lanes("double", "lane"));
        assertWrong("nothing is reduced", new LoopIr.Reduce(ALL, List.of(), List.of(), List.of()));
    }

    private static void assertWrong(String violation, LoopIr... nodes) {
        assertThatThrownBy(() -> LoopVerifier.verify(List.of(nodes)))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining(violation);
    }
}
