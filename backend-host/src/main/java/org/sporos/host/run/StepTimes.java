package org.sporos.host.run;

import java.util.Arrays;
import org.sporos.host.schedule.Control.Body;

/**
 * The serial time of each step of a body in nanoseconds, from two runs that are timed on request: the shorter time
 * counts, since interrupts only lengthen one. Used by one thread at a time.
 */
final class StepTimes {
    private static final int RUNS = 2;

    private final int base;
    private final long[] now;
    private final long[] known;
    /** The number of runs still to be timed. */
    private int left;

    private boolean isNew;
    private long before;

    StepTimes(Body body) {
        this.base = body.first();
        this.now = new long[body.end() - body.first()];
        this.known = new long[now.length];
    }

    /** Requests two timed runs. */
    void request() {
        left = RUNS;
        Arrays.fill(known, Long.MAX_VALUE);
    }

    /** Returns whether the next run is timed. */
    boolean isDue() {
        return left > 0;
    }

    /** Starts a timed run. */
    void begin() {
        Arrays.fill(now, 0);
        before = System.nanoTime();
    }

    /** Adds the time since the previous step, or since the start, to a step. */
    void add(int step) {
        long time = System.nanoTime();
        now[step - base] += time - before;
        before = time;
    }

    /** Ends a timed run. */
    void end() {
        Arrays.setAll(known, step -> Math.min(known[step], now[step]));
        isNew = --left == 0;
    }

    /** Returns whether {@link #take} would return new times. */
    boolean isNew() {
        return isNew;
    }

    /** Returns the nanoseconds of each step, relative to the first step of the body. */
    long[] take() {
        isNew = false;
        return known.clone();
    }
}
