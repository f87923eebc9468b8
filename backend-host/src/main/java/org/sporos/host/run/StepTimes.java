package org.sporos.host.run;

import java.util.Arrays;
import org.sporos.host.schedule.Control.Body;

/**
 * The nanoseconds that one thread takes for each step of a body, from two serial runs that are timed when that is
 * requested: the shorter time of a step counts, since an interrupt makes one longer. Used by one thread at a time.
 */
final class StepTimes {
    private static final int RUNS = 2;

    private final int base;
    private final long[] now;
    private final long[] known;
    /** The runs that are still to be timed. */
    private int left;

    private boolean isNew;
    private long before;

    StepTimes(Body body) {
        this.base = body.first();
        this.now = new long[body.end() - body.first()];
        this.known = new long[now.length];
    }

    /** Makes a pair of timed runs due. */
    void request() {
        left = RUNS;
        Arrays.fill(known, Long.MAX_VALUE);
    }

    /** Returns whether the next run is to be timed. */
    boolean isDue() {
        return left > 0;
    }

    /** Begins a timed run. */
    void begin() {
        Arrays.fill(now, 0);
        before = System.nanoTime();
    }

    /** Adds the time since the last step, or the begin, to that of a step. */
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

    /** Returns whether there are times since the last call of {@link #take}. */
    boolean isNew() {
        return isNew;
    }

    /** Returns the nanoseconds of each step, counted from the first one of the body. */
    long[] take() {
        isNew = false;
        return known.clone();
    }
}
