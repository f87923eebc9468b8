package org.sporos.algorithm;

import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.Task;
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}Join;
[/#list]
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOperator;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.IntView;
[#list reductions as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.View;

/**
 * Reductions of the segments of a list, each to an element of a view. Segment {@code s} has the indexes from {@code
 * starts[s]}, inclusive, to {@code starts[s + 1]}, exclusive, such as a row of a sparse matrix, a cell, or a run of
 * {@link Unique}. An empty segment gives the identity: 0, or the largest or smallest number of the type.
 *
 * <p>{@code sum}, {@code min} and {@code max} use one work item per segment, in ascending order of the indexes. {@code
 * longSum}, {@code longMin} and {@code longMax} use a team per segment, for segments of hundreds of indexes and more;
 * their sums have the order of {@code Sum}, and so other bits than {@code sum}. Both have the same bits on every
 * backend. A policy set by {@link Task#withPolicy} determines the number of reduced segments. Pure, thread-safe.
 *
 * <pre>{@code
 * IntView starts = IntView.of("starts", space, n + 1);
 * DoubleView mass = DoubleView.of("mass of cells", space, n);
 * root.then(SegmentedReduce.sum("mass of cells", mass, starts, k -> x.get(k)));
 * }</pre>
 */
public final class SegmentedReduce {
    private SegmentedReduce() {}
[#list reductions as t]

    /**
     * Returns the task that sets each element to the sum of its segment.
     *
     * @param to the output of the sums: of rank 1, with one element for each segment
     * @param starts the start of each segment, and the end of the last: of rank 1, with one element more
     * @param value the value of an index: read-only kernel code
     * @throws IllegalArgumentException if a view has another rank or extent, or both share memory
     */
    public static Task sum(String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value) {
        return inOrder(label, to, starts, value, 0, (left, right) -> left + right);
    }

    /** The least value of each segment, as of {@link Math#min(${t.type}, ${t.type})}. */
    public static Task min(String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value) {
        return inOrder(label, to, starts, value, ${t.highest}, Math::min);
    }

    /** The greatest value of each segment, as of {@link Math#max(${t.type}, ${t.type})}. */
    public static Task max(String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value) {
        return inOrder(label, to, starts, value, ${t.lowest}, Math::max);
    }

    /** The fold of each segment by one work item. */
    private static Task inOrder(
            String label,
            ${t.Type}View to,
            IntView starts,
            ${t.Type}Contribution.Range value,
            ${t.type} identity,
            ${t.Type}Join operator) {
        Segments.check(to, starts);
        Segments.check(value);
        return Task.parallelFor(label, RangePolicy.over(to), s -> {
            ${t.type} result = identity;
            int end = starts.get(s + 1);
            for (int k = starts.get(s); k < end; k++) {
                result = operator.join(result, value.at(k));
            }
            to.set(s, result);
        });
    }

    /** The sum of each segment by a team. */
    public static Task longSum(String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value) {
        return byTeams(label, to, starts, value, Sum);
    }

    /** The least value of each segment by a team. */
    public static Task longMin(String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value) {
        return byTeams(label, to, starts, value, Min);
    }

    /** The greatest value of each segment by a team. */
    public static Task longMax(String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value) {
        return byTeams(label, to, starts, value, Max);
    }

    /** The reduction of each segment by a team. */
    private static Task byTeams(
            String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value, ReductionOperator operator) {
        Segments.check(value);
        return Task.parallelFor(label, league(to, starts), team -> {
            int s = team.leagueRank();
            int begin = starts.get(s);
            int n = starts.get(s + 1) - begin;
            ${t.type} result = team.parallelReduce${t.Type}(operator, n, k -> value.at(begin + k));
            team.single(() -> to.set(s, result));
        });
    }
[/#list]

    private static TeamPolicy league(View to, IntView starts) {
        Segments.check(to, starts);
        return TeamPolicy.of(Math.toIntExact(to.size()));
    }
}
