package org.sporos.host.task;

import org.jspecify.annotations.Nullable;
import org.sporos.error.Required;
import org.sporos.kernel.cpp.CppFault;
import org.sporos.policy.LiveInt;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.run.RunRefusal;

/**
 * The indexes that a run takes of a policy. Where bounds are live they are read whenever they are asked for: nothing
 * changes them while a node runs that reads them, as the race check holds. Immutable.
 *
 * @param first the first index of the largest range; 0 of boxes and leagues
 * @param most the number of indexes of the largest range
 * @param live the range if its bounds are live, else null
 */
record RunRange(long first, long most, @Nullable RangePolicy live) {

    static RunRange of(Policy policy) {
        if (policy instanceof RangePolicy range) {
            return new RunRange(range.begin(), range.size(), range.isLive() ? range : null);
        }
        return new RunRange(policy instanceof LongRangePolicy range ? range.begin() : 0, policy.size(), null);
    }

    boolean isLive() {
        return live != null;
    }

    /** Returns the first index of this run. */
    long begin() {
        LiveInt begin = live == null ? null : live.liveBegin();
        return begin == null ? first : begin.get();
    }

    /** Returns the number of indexes of this run: none where a bound is outside of its limits. */
    long size() {
        if (live == null) {
            return most;
        }
        long begin = begin();
        long end = end(live);
        return fits(live, begin, end) ? end - begin : 0;
    }

    private static int end(RangePolicy range) {
        return Required.internal(range.liveEnd(), "the live end of a range").get();
    }

    private static boolean fits(RangePolicy range, long begin, long end) {
        return begin >= range.begin() && begin <= end && end <= range.end();
    }

    /** Fails a run whose bounds are outside of their limits: without a stack, as no line of a kernel is to blame. */
    void check() {
        if (live == null) {
            return;
        }
        int begin = (int) begin();
        int end = end(live);
        if (!fits(live, begin, end)) {
            IllegalStateException outside = RunRefusal.ofCall("R313", CppFault.outside(live.toString(), begin, end));
            outside.setStackTrace(new StackTraceElement[0]);
            throw outside;
        }
    }
}
