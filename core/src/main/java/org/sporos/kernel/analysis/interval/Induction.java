package org.sporos.kernel.analysis.interval;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region.Argument;

/**
 * Two values of a loop that grow by a constant each pass: in the same pass the second is its start plus the steps that
 * the first has made, without overflow.
 *
 * @param counter the first, which is bounded
 * @param step what it grows by, not 0
 * @param start what it begins with
 * @param follower the second
 * @param followerStep what that grows by
 * @param followerStart what that begins with
 */
record Induction(
        Argument counter, long step, Interval start, Argument follower, long followerStep, Interval followerStart) {

    /** Returns where the follower is while the counter is in an interval, or null if that does not fit into a long. */
    @Nullable
    Interval followed(Interval counterNow) {
        Interval distance = IntervalMath.subtract(counterNow, start);
        if (distance == null || distance.contains(Long.MIN_VALUE)) {
            return null;
        }
        long one = Math.floorDiv(distance.low(), step);
        long other = Math.floorDiv(distance.high(), step);
        Interval passes = new Interval(Math.max(0, Math.min(one, other)), Math.max(0, Math.max(one, other)));
        Interval grown = IntervalMath.multiply(passes, Interval.of(followerStep));
        return grown == null ? null : IntervalMath.add(followerStart, grown);
    }

    /** Returns where the follower is from its start up to when the counter is in an interval. */
    @Nullable
    Interval hull(Interval counterNow) {
        Interval end = followed(counterNow);
        return end == null ? null : end.join(followerStart);
    }
}
