package org.sporos.host.tune;

import java.util.function.LongSupplier;

/**
 * Decides which runs of an executable are timed, and notes when the current run began. Reading the clock takes as long
 * as a short run, so short runs are sampled, and a timed run stands for those before it that were not.
 */
final class RunTimer {
    /** One inline run of this many is timed. A power of two. */
    private static final int SAMPLE = 32;
    /** The same for runs so short that the clock takes a good part of their time. */
    private static final int RARE_SAMPLE = 128;

    private static final long RARE_NANOS = 250;
    /** One of this many short parallel runs is timed. */
    private static final int PARALLEL_SAMPLE = 4;
    /** Longer parallel runs are all timed. */
    private static final long SHORT_NANOS = 10_000;

    private final LongSupplier clock;
    private int runs;
    private int sample = SAMPLE;
    private boolean timed;
    /** The runs that the next timed run stands for. */
    private int weight = 1;

    private long began;
    private long lastEnd;
    private long idle;

    /**
     * @param clock nanoseconds since some time
     */
    RunTimer(LongSupplier clock) {
        this.clock = clock;
    }

    /** Begins an inline run, and returns whether it is timed, which happens now and then. */
    boolean inlineBegins(boolean always) {
        boolean isTimed = (++runs & sample - 1) == 0 || always;
        timed = isTimed;
        if (isTimed) {
            began = clock.getAsLong();
        }
        return isTimed;
    }

    /** Begins a run with a look at the clock. Returns the nanoseconds since the last run with one began. */
    long begins() {
        runs++;
        long now = clock.getAsLong();
        long gap = now - began;
        idle = now - lastEnd;
        began = now;
        return gap;
    }

    /** Sets whether the end of the run that has just begun is timed. */
    void times(boolean isTimed) {
        timed = isTimed;
    }

    /** Returns whether the next parallel run must be timed. */
    boolean mustTime(long typical) {
        return typical > SHORT_NANOS || weight == PARALLEL_SAMPLE;
    }

    /** Begins a parallel run that is not timed. */
    void skips() {
        runs++;
        weight++;
        timed = false;
    }

    boolean isTimed() {
        return timed;
    }

    /** Returns whether a run has begun. */
    boolean hasRun() {
        return runs != 0;
    }

    /** Returns the nanoseconds between the end of the run before and the begin of this one. */
    long idle() {
        return idle;
    }

    /** Returns the nanoseconds that the timed run took which ends now. */
    long ends() {
        lastEnd = clock.getAsLong();
        return lastEnd - began;
    }

    /** Returns how many runs the timed run stands for. */
    int weight() {
        return weight;
    }

    /** Restarts the sampling of runs, at a rate that the time of a serial run tells. */
    void startAnew(long serialNanos) {
        weight = 1;
        sample = serialNanos < RARE_NANOS ? RARE_SAMPLE : SAMPLE;
    }
}
