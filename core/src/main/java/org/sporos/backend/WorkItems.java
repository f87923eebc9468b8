package org.sporos.backend;

import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Work;
import org.sporos.policy.IndexSet;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;

/**
 * Descriptions of failed work items. Indexes are packed into two longs: ints in pairs, the first in the low half, or
 * one long. Those of a team are the ranks of the team and of its member.
 */
public final class WorkItems {

    private WorkItems() {}

    /** Returns the description of a work item, such as {@code in work item (3, 4)}; empty if unknown. */
    public static String describe(Work work, long first, long second) {
        Policy policy = null;
        for (KernelCall call : work.kernels()) {
            if (call.role() == KernelCall.Role.JOIN) {
                // A join of contributions belongs to no work item.
                return "";
            }
            policy = call.policy();
        }
        return policy == null ? "" : describe(policy, first, second);
    }

    /** The elements of a set in a view may have changed by the time of the report. */
    private static String element(IndexSet set, int position) {
        return (set.isPromised() ? "" : set.element(position) + ", ") + "position " + position + " of " + set;
    }

    /** Returns the first indexes as text, such as {@code 3, 4}. */
    static String joined(int rank, long... indexes) {
        return LongStream.of(indexes).limit(rank).mapToObj(Long::toString).collect(Collectors.joining(", "));
    }

    private static String describe(Policy policy, long first, long second) {
        int low = (int) first;
        int high = (int) (first >> 32);
        if (policy instanceof RangePolicy range) {
            return "in work item " + (range.set() == null ? low : element(range.set(), low));
        } else if (policy instanceof MDRangePolicy box) {
            return "in work item (" + joined(box.rank(), low, high, (int) second, second >> 32) + ")";
        } else if (policy instanceof TeamPolicy) {
            return "in team " + low + ", member " + high;
        }
        return "in work item " + first;
    }
}
