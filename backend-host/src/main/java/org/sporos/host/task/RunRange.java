package org.sporos.host.task;

import java.util.List;
import org.sporos.internal.error.RunRefusal;
import org.sporos.kernel.cpp.CppFault;
import org.sporos.policy.IndexAxis;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;

/**
 * The indexes of a policy in the current run. Dynamic bounds are read at each use: they are constant while a node that
 * reads them runs, as the race check guarantees. Immutable.
 *
 * @param first the first index of the largest range; 0 for boxes and leagues
 * @param most the number of indexes of the largest range
 * @param live the axes if a bound is dynamic, else none
 */
record RunRange(long first, long most, List<IndexAxis> live) {

    static RunRange of(Policy policy) {
        return new RunRange(first(policy), policy.size(), policy.axes());
    }

    private static long first(Policy policy) {
        if (policy instanceof RangePolicy range) {
            return range.begin();
        }
        return policy instanceof LongRangePolicy range ? range.begin() : 0;
    }

    boolean isDynamic() {
        return !live.isEmpty();
    }

    /** Returns the first index of this run. */
    long begin() {
        return live.size() == 1 ? live.get(0).beginNow() : first;
    }

    /** Returns the number of indexes of this run: 0 if a bound is outside of its limits. */
    long size() {
        if (live.isEmpty()) {
            return most;
        }
        long size = 1;
        for (IndexAxis axis : live) {
            long begin = axis.beginNow();
            long end = axis.endNow();
            size *= fits(axis, begin, end) ? end - begin : 0;
        }
        return size;
    }

    private static boolean fits(IndexAxis axis, long begin, long end) {
        return begin >= axis.begin() && begin <= end && end <= axis.end();
    }

    /** Fails a run with bounds outside of their limits: without a stack trace, as no line of a kernel is at fault. */
    void check() {
        for (IndexAxis axis : live) {
            long begin = axis.beginNow();
            long end = axis.endNow();
            if (!fits(axis, begin, end)) {
                IllegalStateException outside =
                        RunRefusal.ofCall("R313", CppFault.outside(axis.toString(), begin, end));
                outside.setStackTrace(new StackTraceElement[0]);
                throw outside;
            }
        }
    }
}
