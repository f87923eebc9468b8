package org.sporos.kernel.analysis.interval;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region.Argument;

/**
 * A relation of two induction variables: the follower is its start plus its step times the number of steps of the
 * counter, without overflow.
 *
 * @param counter the bounded induction variable
 * @param step its increment, not 0
 * @param start its initial interval
 * @param follower the other induction variable
 * @param followerStep its increment
 * @param followerStart its initial interval
 */
record Induction(
        Argument counter, long step, Interval start, Argument follower, long followerStep, Interval followerStart) {

    /** Returns the interval of the follower for an interval of the counter, or null on overflow of a long. */
    @Nullable
    Interval followerAt(Interval counterNow) {
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

    /** Returns the interval of the follower from its start up to an interval of the counter. */
    @Nullable
    Interval hull(Interval counterNow) {
        Interval end = followerAt(counterNow);
        return end == null ? null : end.join(followerStart);
    }
}
