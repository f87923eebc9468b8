package org.sporos.kernel.analysis.interval;

import java.util.Arrays;
import org.sporos.kernel.ir.Region.Value;

/**
 * The intervals of the values at a program point, and its reachability. Values undefined at the point have an empty
 * interval. Mutable, not thread-safe.
 */
final class Bounds {
    private final long[] low;
    private final long[] high;
    private boolean reachable;

    private Bounds(long[] low, long[] high, boolean reachable) {
        this.low = low;
        this.high = high;
        this.reachable = reachable;
    }

    /** Returns the bounds of an unreachable point. */
    static Bounds unreached(int values) {
        long[] low = new long[values];
        Arrays.fill(low, 1);
        return new Bounds(low, new long[values], false);
    }

    /** Returns the number of values. */
    int size() {
        return low.length;
    }

    Bounds copy() {
        return new Bounds(low.clone(), high.clone(), reachable);
    }

    boolean isReachable() {
        return reachable;
    }

    void setReachable() {
        reachable = true;
    }

    void setUnreachable() {
        reachable = false;
    }

    Interval of(Value value) {
        return new Interval(low[value.id()], high[value.id()]);
    }

    long low(Value value) {
        return low[value.id()];
    }

    long high(Value value) {
        return high[value.id()];
    }

    boolean isKnown(Value value) {
        return low[value.id()] <= high[value.id()];
    }

    void set(Value value, Interval interval) {
        low[value.id()] = interval.low();
        high[value.id()] = interval.high();
    }

    /** Narrows a value; returns whether it changed. An empty result makes the point unreachable. */
    boolean meet(Value value, long least, long greatest) {
        int id = value.id();
        if (low[id] >= least && high[id] <= greatest) {
            return false;
        }
        low[id] = Math.max(low[id], least);
        high[id] = Math.min(high[id], greatest);
        reachable &= low[id] <= high[id];
        return true;
    }

    /** Joins another point. Values defined in only one of them become undefined. */
    void join(Bounds other) {
        if (!other.reachable) {
            return;
        }
        if (!reachable) {
            System.arraycopy(other.low, 0, low, 0, low.length);
            System.arraycopy(other.high, 0, high, 0, high.length);
            reachable = true;
            return;
        }
        for (int id = 0; id < low.length; id++) {
            if (low[id] > high[id] || other.low[id] > other.high[id]) {
                low[id] = 1;
                high[id] = 0;
            } else {
                low[id] = Math.min(low[id], other.low[id]);
                high[id] = Math.max(high[id], other.high[id]);
            }
        }
    }

    /** Widens grown bounds to the next threshold, for termination. Thresholds ascend. */
    void widen(Bounds before, long[] thresholds) {
        for (int id = 0; id < low.length; id++) {
            boolean known = before.low[id] <= before.high[id] && low[id] <= high[id];
            if (known && low[id] < before.low[id]) {
                int at = Arrays.binarySearch(thresholds, low[id]);
                low[id] = thresholds[at >= 0 ? at : -at - 2];
            }
            if (known && high[id] > before.high[id]) {
                int at = Arrays.binarySearch(thresholds, high[id]);
                high[id] = thresholds[at >= 0 ? at : -at - 1];
            }
        }
    }

    boolean isSame(Bounds other) {
        return reachable == other.reachable && Arrays.equals(low, other.low) && Arrays.equals(high, other.high);
    }
}
