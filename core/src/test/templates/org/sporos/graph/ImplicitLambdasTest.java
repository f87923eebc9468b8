package org.sporos.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
//#for reduction
import org.sporos.policy.$Type$Contribution;
import org.sporos.policy.$Type$Join;
import org.sporos.policy.$Type$ScanBody;
import org.sporos.view.$Type$View;
//#end
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOp;
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
//#for reduction

    @Test
    void reductions_of_$type$s_are_picked_by_the_view() {
        $Type$View result = $Type$View.of("result", MemorySpace.host());
        contributes(Sum.into(result, i -> ($type$) 1), $Type$Contribution.Range.class);
        contributes(Sum.into(result, (i, j) -> ($type$) 1), $Type$Contribution.Range2.class);
        contributes(Sum.into(result, (i, j, k) -> ($type$) 1), $Type$Contribution.Range3.class);
        contributes(Sum.into(result, (i, j, k, l) -> ($type$) 1), $Type$Contribution.Range4.class);
        contributes(Sum.intoLongRange(result, i -> ($type$) i), $Type$Contribution.LongRange.class);
        contributes(Sum.intoTeam(result, team -> ($type$) team.leagueRank()), $Type$Contribution.Team.class);
        contributes(MaxLoc.into(result, at, i -> ($type$) 1), $Type$Contribution.Range.class);
        contributes(MaxLoc.into(result, at, (i, j) -> ($type$) 1), $Type$Contribution.Range2.class);
        contributes(MaxLoc.into(result, at, (i, j, k) -> ($type$) 1), $Type$Contribution.Range3.class);
        contributes(MaxLoc.into(result, at, (i, j, k, l) -> ($type$) 1), $Type$Contribution.Range4.class);
        contributes(MaxLoc.intoLongRange(result, at, i -> ($type$) i), $Type$Contribution.LongRange.class);
        contributes(MaxLoc.intoTeam(result, at, team -> ($type$) team.leagueSize()), $Type$Contribution.Team.class);
        Reduction custom = Custom.into(result, ($type$) 0, (a, b) -> a + b, i -> ($type$) 1);
        contributes(custom, $Type$Contribution.Range.class);
        assertThat(custom.join()).isInstanceOf($Type$Join.class);
        contributes(
                Custom.into(result, ($type$) 0, (a, b) -> a, (i, j) -> ($type$) 1), $Type$Contribution.Range2.class);
        contributes(
                Custom.into(result, ($type$) 0, (a, b) -> a, (i, j, k) -> ($type$) 1), $Type$Contribution.Range3.class);
        contributes(
                Custom.into(result, ($type$) 0, (a, b) -> a, (i, j, k, l) -> ($type$) 1),
                $Type$Contribution.Range4.class);
        contributes(
                Custom.intoLongRange(result, ($type$) 0, (a, b) -> a, i -> ($type$) i),
                $Type$Contribution.LongRange.class);
        contributes(
                Custom.intoTeam(result, ($type$) 0, (a, b) -> a, team -> ($type$) team.leagueRank()),
                $Type$Contribution.Team.class);
    }

    @Test
    void scans_of_$type$s_are_picked_by_the_policy_and_the_scan() {
        IndexSet set = IndexSet.of(0);
        Graph graph = Graph.define("g", root -> {
            root.thenParallelScan(
                    "range", RangePolicy.of(1), i -> ($type$) 1, (i, sum) -> {}, Scan.exclusive$Type$());
            root.thenParallelScan("set", set, i -> ($type$) 1, (i, sum) -> {}, Scan.inclusive$Type$());
            root.thenParallelScan(
                    "longs", LongRangePolicy.of(1), i -> ($type$) i, (i, sum) -> {}, Scan.exclusive$Type$());
        });
        scans(graph, 0, $Type$Contribution.Range.class, $Type$ScanBody.Range.class);
        scans(graph, 1, $Type$Contribution.Range.class, $Type$ScanBody.Range.class);
        scans(graph, 2, $Type$Contribution.LongRange.class, $Type$ScanBody.LongRange.class);
    }
//#end
//#for integer

    @Test
    void bitwise_reductions_of_$type$s_are_picked_by_the_view() {
        $Type$View result = $Type$View.of("result", MemorySpace.host());
        contributes(BitXor.into(result, i -> ($type$) 1), $Type$Contribution.Range.class);
        contributes(BitXor.intoLongRange(result, i -> ($type$) i), $Type$Contribution.LongRange.class);
        contributes(BitXor.intoTeam(result, team -> ($type$) 1), $Type$Contribution.Team.class);
    }
//#end

    @Test
    void nested_reductions_are_picked_by_the_name() {
        TeamBody body = team -> {
//#for reduction
            team.parallelReduce$Type$(ReductionOp.SUM, 3, i -> ($type$) 1);
//#end
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
