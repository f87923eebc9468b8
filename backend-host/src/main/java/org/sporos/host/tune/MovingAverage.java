package org.sporos.host.tune;

/**
 * How long runs took on average of late, preemptions included.
 */
final class MovingAverage {
    /** The least time that is averaged over: many time slices, so that preemptions are in it. */
    private static final double SPAN_NANOS = 100e6;

    private double nanos;
    private double runs;

    /** Adds a run. */
    void add(long took) {
        nanos += took;
        runs++;
        if (nanos > 2 * SPAN_NANOS && runs > 2) {
            nanos /= 2;
            runs /= 2;
        }
    }

    /** Returns nanoseconds, 0 if there was no run. */
    long nanos() {
        return runs == 0 ? 0 : (long) (nanos / runs);
    }
}
