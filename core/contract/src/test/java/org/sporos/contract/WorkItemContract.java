package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * A failure of a kernel names the work item by the indexes that its body is given, the view's extents, and the line.
 */
abstract class WorkItemContract extends Contract {
    /** One element of it is an index outside of {@link #x}, or a zero. */
    private IntView at(int bad) {
        return intsOf("at", 0, 1, 2, 3, bad, 1, 2, 3);
    }

    private String failureOf(Consumer<NodeRef> node) {
        ExecutableGraph exec = instantiate(Graph.define("g", node::accept));
        exec.submit();
        return failure().getMessage().replaceAll("\\w+\\.java:\\d+", "LINE");
    }

    private static String outside(String node, String item) {
        return "R301: node '" + node + "' (LINE) of graph 'g' fails at LINE " + item
                + ": index (77) is outside of view 'x' of extents [6]";
    }

    @Test
    void a_range() {
        IntView at = at(77);
        DoubleView x = doubles("x", 6);
        assertThat(failureOf(root -> root.thenParallelFor("k", RangePolicy.of(-4, 4), i -> x.set(at.get(i + 4), 1))))
                .isEqualTo(outside("k", "in work item 0"));
        IntView late = intsOf("late", 0, 77, 2);
        assertThat(failureOf(root -> root.thenParallelFor("k", RangePolicy.of(-4, -1), i -> x.set(late.get(i + 4), 1))))
                .isEqualTo(outside("k", "in work item -3"));
    }

    @Test
    void a_range_of_longs() {
        IntView at = at(77);
        DoubleView x = doubles("x", 6);
        long begin = -5_000_000_000L;
        assertThat(failureOf(root -> root.thenParallelFor(
                        "k", LongRangePolicy.of(begin, begin + 8), i -> x.set(at.get((int) (i - begin)), 1))))
                .isEqualTo(outside("k", "in work item -4999999996"));
    }

    @Test
    void boxes() {
        IntView at = at(77);
        DoubleView x = doubles("x", 6);
        assertThat(failureOf(root ->
                        root.thenParallelFor("k", MDRangePolicy.of(2, 4), (i, j) -> x.set(at.get(4 * i + j), 1))))
                .isEqualTo(outside("k", "in work item (1, 0)"));
        assertThat(failureOf(root -> root.thenParallelFor(
                        "k", MDRangePolicy.of(2, 2, 2), (i, j, k) -> x.set(at.get(4 * i + 2 * j + k), 1))))
                .isEqualTo(outside("k", "in work item (1, 0, 0)"));
    }

    @Test
    void a_division() {
        IntView at = at(0);
        IntView y = ints("y", 8);
        assertThat(failureOf(root -> root.thenParallelFor("k", RangePolicy.of(1, 8), i -> y.set(i, 6 / at.get(i)))))
                .isEqualTo("R302: node 'k' (LINE) of graph 'g' divides an integer by zero at LINE in work item 4");
    }

    @Test
    void a_team() {
        IntView at = at(77);
        DoubleView x = doubles("x", 6);
        assertThat(failureOf(root -> root.thenParallelFor("k", TeamPolicy.of(8, 2), team -> {
                    if (team.teamRank() == 1) {
                        x.set(at.get(team.leagueRank()), 1);
                    }
                })))
                .isEqualTo(outside("k", "in team 4, member 1"));
    }

    @Test
    void reductions() {
        IntView at = at(77);
        DoubleView x = doubles("x", 6);
        DoubleView sum = doubles("sum");
        DoubleView max = doubles("max");
        assertThat(failureOf(root ->
                        root.thenParallelReduce("k", RangePolicy.of(8), Sum.into(sum, i -> x.get(at.get(i))))))
                .isEqualTo(outside("k", "in work item 4"));
        assertThat(failureOf(root -> root.thenParallelReduce(
                        "k", MDRangePolicy.of(2, 4), Sum.into(sum, (i, j) -> x.get(at.get(4 * i + j))))))
                .isEqualTo(outside("k", "in work item (1, 0)"));
        assertThat(failureOf(root -> root.thenParallelReduce(
                        "k", RangePolicy.of(8), Sum.into(sum, i -> 1.0), Max.into(max, i -> x.get(at.get(i))))))
                .isEqualTo(outside("k", "in work item 4"));
    }

    @Test
    void scans() {
        IntView at = at(77);
        DoubleView x = doubles("x", 6);
        DoubleView out = doubles("out", 8);
        assertThat(failureOf(root -> root.thenParallelScan(
                        "k",
                        RangePolicy.of(8),
                        i -> x.get(at.get(i)),
                        (i, s) -> out.set(i, s),
                        Scan.inclusiveDouble())))
                .isEqualTo(outside("k", "in work item 4"));
    }

    @Test
    void neighbours_that_are_one_loop() {
        IntView at = at(77);
        DoubleView x = doubles("x", 6);
        LongView y = own(LongView.of("y", space(), 8));
        LongView z = own(LongView.of("z", space(), 8));
        assertThat(failureOf(root -> root.thenParallelFor("a", RangePolicy.of(8), i -> y.set(i, i))
                        .thenParallelFor("b", RangePolicy.of(8), i -> z.set(i, (long) x.get(at.get(i))))
                        .thenParallelFor("c", RangePolicy.of(8), i -> y.set(i, y.get(i) + 1))))
                .isEqualTo(outside("b", "in work item 4"));
    }

    @Test
    void a_reduction_behind_a_loop_over_the_same_range() {
        IntView at = at(77);
        IntView good = at(1);
        DoubleView x = doubles("x", 6);
        DoubleView y = doubles("y", 8);
        DoubleView sum = doubles("sum");
        assertThat(failureOf(root -> root.thenParallelFor("a", RangePolicy.of(8), i -> y.set(i, x.get(good.get(i))))
                        .thenParallelReduce("b", RangePolicy.of(8), Sum.into(sum, i -> y.get(i) + x.get(at.get(i))))))
                .isEqualTo(outside("b", "in work item 4"));
    }
}
