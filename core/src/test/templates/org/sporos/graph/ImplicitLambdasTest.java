package org.sporos.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}Join;
import org.sporos.policy.${t.Type}ScanBody;
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamBody;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;
import org.sporos.view.LongView;

/**
 * Lambdas need no parameter types: the arguments beside them, or the names of methods, leave one overload. That this
 * file compiles says so; the rest says that it is the right one.
 */
@SuppressWarnings("cast")
final class ImplicitLambdasTest {
    private final LongView at = LongView.of("at", MemorySpace.host());
[#list reductions as t]

    @Test
    void reductions_of_${t.type}s_are_picked_by_the_view() {
        ${t.Type}View result = ${t.Type}View.of("result", MemorySpace.host());
        contributes(Sum.into(result, i -> (${t.type}) 1), ${t.Type}Contribution.Range.class);
        contributes(Sum.into(result, (i, j) -> (${t.type}) 1), ${t.Type}Contribution.Range2.class);
        contributes(Sum.into(result, (i, j, k) -> (${t.type}) 1), ${t.Type}Contribution.Range3.class);
        contributes(Sum.into(result, (i, j, k, l) -> (${t.type}) 1), ${t.Type}Contribution.Range4.class);
        contributes(Sum.intoLongRange(result, i -> (${t.type}) i), ${t.Type}Contribution.LongRange.class);
        contributes(Sum.intoTeam(result, team -> (${t.type}) team.leagueRank()), ${t.Type}Contribution.Team.class);
        contributes(MaxLoc.into(result, at, i -> (${t.type}) 1), ${t.Type}Contribution.Range.class);
        contributes(MaxLoc.into(result, at, (i, j) -> (${t.type}) 1), ${t.Type}Contribution.Range2.class);
        contributes(MaxLoc.into(result, at, (i, j, k) -> (${t.type}) 1), ${t.Type}Contribution.Range3.class);
        contributes(MaxLoc.into(result, at, (i, j, k, l) -> (${t.type}) 1), ${t.Type}Contribution.Range4.class);
        contributes(MaxLoc.intoLongRange(result, at, i -> (${t.type}) i), ${t.Type}Contribution.LongRange.class);
        contributes(MaxLoc.intoTeam(result, at, team -> (${t.type}) team.leagueSize()), ${t.Type}Contribution.Team.class);
        Reduction custom = Custom.into(result, (${t.type}) 0, (a, b) -> a + b, i -> (${t.type}) 1);
        contributes(custom, ${t.Type}Contribution.Range.class);
        assertThat(custom.join()).isInstanceOf(${t.Type}Join.class);
        contributes(
                Custom.into(result, (${t.type}) 0, (a, b) -> a, (i, j) -> (${t.type}) 1), ${t.Type}Contribution.Range2.class);
        contributes(
                Custom.into(result, (${t.type}) 0, (a, b) -> a, (i, j, k) -> (${t.type}) 1), ${t.Type}Contribution.Range3.class);
        contributes(
                Custom.into(result, (${t.type}) 0, (a, b) -> a, (i, j, k, l) -> (${t.type}) 1),
                ${t.Type}Contribution.Range4.class);
        contributes(
                Custom.intoLongRange(result, (${t.type}) 0, (a, b) -> a, i -> (${t.type}) i),
                ${t.Type}Contribution.LongRange.class);
        contributes(
                Custom.intoTeam(result, (${t.type}) 0, (a, b) -> a, team -> (${t.type}) team.leagueRank()),
                ${t.Type}Contribution.Team.class);
    }

    @Test
    void scans_of_${t.type}s_are_picked_by_the_policy_and_the_scan() {
        IndexSet set = IndexSet.of(0);
        Graph graph = Graph.define("g", root -> {
            root.thenParallelScan(
                    "range", RangePolicy.of(1), i -> (${t.type}) 1, (i, sum) -> {}, Scan.exclusive${t.Type}());
            root.thenParallelScan("set", set, i -> (${t.type}) 1, (i, sum) -> {}, Scan.inclusive${t.Type}());
            root.thenParallelScan(
                    "longs", LongRangePolicy.of(1), i -> (${t.type}) i, (i, sum) -> {}, Scan.exclusive${t.Type}());
        });
        scans(graph, 0, ${t.Type}Contribution.Range.class, ${t.Type}ScanBody.Range.class);
        scans(graph, 1, ${t.Type}Contribution.Range.class, ${t.Type}ScanBody.Range.class);
        scans(graph, 2, ${t.Type}Contribution.LongRange.class, ${t.Type}ScanBody.LongRange.class);
    }
[/#list]
[#list integers as t]

    @Test
    void bitwise_reductions_of_${t.type}s_are_picked_by_the_view() {
        ${t.Type}View result = ${t.Type}View.of("result", MemorySpace.host());
        contributes(BitXor.into(result, i -> (${t.type}) 1), ${t.Type}Contribution.Range.class);
        contributes(BitXor.intoLongRange(result, i -> (${t.type}) i), ${t.Type}Contribution.LongRange.class);
        contributes(BitXor.intoTeam(result, team -> (${t.type}) 1), ${t.Type}Contribution.Team.class);
    }
[/#list]

    @Test
    void nested_reductions_are_picked_by_the_name() {
        TeamBody body = team -> {
[#list reductions as t]
            team.parallelReduce${t.Type}(Sum, 3, i -> (${t.type}) 1);
[/#list]
        };
        assertThat(body).isNotNull();
    }

    private static void contributes(Reduction reduction, Class<?> type) {
        assertThat(reduction.contribution()).isInstanceOf(type);
    }

    private static void scans(Graph graph, int node, Class<?> contribution, Class<?> consumer) {
        Work.ParallelScan scan = (Work.ParallelScan) graph.nodes().get(node).work();
        assertThat(scan.contribution()).isInstanceOf(contribution);
        assertThat(scan.consumer()).isInstanceOf(consumer);
    }
}
