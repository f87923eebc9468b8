package org.sporos.algorithm;

import org.sporos.graph.Task;
import org.sporos.policy.DisjointWrites;
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
[/#list]
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
[#list reductions as t]
import org.sporos.view.${t.Type}View;
[/#list]

/**
 * Prefix sums within the segments of a list. Segment {@code s} has the indexes from {@code starts[s]}, inclusive, to
 * {@code starts[s + 1]}, exclusive, and segments do not overlap.
 *
 * <p>Each segment is scanned by one work item in ascending order, so the sums have the same bits on every backend, and
 * segments of different lengths are imbalanced. A policy set by {@link Task#withPolicy} determines the number of
 * scanned segments. Pure, thread-safe.
 *
 * <pre>{@code
 * IntView starts = IntView.of("starts", space, 11);
 * DoubleView sums = DoubleView.of("sums", space, n);
 * root.then(SegmentedScan.inclusiveSum("sums in cells", sums, starts, k -> x.get(k)));
 * }</pre>
 */
public final class SegmentedScan {
    private SegmentedScan() {}
[#list reductions as t]

    /**
     * Returns the task that sets {@code to[k]} to the inclusive prefix sum of the segment's values at index k.
     *
     * @param to the output of the sums: of rank 1, with one element for each index
     * @param starts the start of each segment, and the end of the last: of rank 1, with one element more than segments
     * @param value the value of an index: read-only kernel code, which may read {@code to} only at its own index
     * @throws IllegalArgumentException if a view has another rank, {@code starts} is empty, or both share memory
     */
    public static Task inclusiveSum(String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value) {
        RangePolicy segments = Segments.within(to, starts);
        Segments.check(value);
        return Task.parallelFor(label, segments, (RangeBody & DisjointWrites) s -> {
            ${t.type} sum = 0;
            int end = starts.get(s + 1);
            for (int k = starts.get(s); k < end; k++) {
                sum += value.at(k);
                to.set(k, sum);
            }
        });
    }

    /** The exclusive prefix sums: 0 for the first index of a segment. */
    public static Task exclusiveSum(String label, ${t.Type}View to, IntView starts, ${t.Type}Contribution.Range value) {
        RangePolicy segments = Segments.within(to, starts);
        Segments.check(value);
        return Task.parallelFor(label, segments, (RangeBody & DisjointWrites) s -> {
            ${t.type} sum = 0;
            int end = starts.get(s + 1);
            for (int k = starts.get(s); k < end; k++) {
                ${t.type} next = value.at(k);
                to.set(k, sum);
                sum += next;
            }
        });
    }
[/#list]
}
