package org.sporos.host.run;

import java.util.Arrays;
import org.sporos.host.schedule.Control.Body;

/**
 * The nanoseconds that one thread takes for each step of a body, from serial runs that are timed: two in a row, of which
 * the shorter time of a step counts, since an interrupt makes one longer. They are due after two runs, and then each time
 * the number of runs has grown fourfold, as code gets faster when it is compiled. Used by one thread at a time.
 */
final class StepTimes {
    private static final int FIRST_RUN = 2;
    private static final int GROWTH = 4;

    private final int base;
    private final long[] now;
    private final long[] known;
    private long runs;
    private long due = FIRST_RUN;
    private boolean isSecond;
    private boolean isNew;
    private long before;

    StepTimes(Body body) {
        this.base = body.first();
        this.now = new long[body.end() - body.first()];
        this.known = new long[now.length];
    }

    /** Counts a run, and returns whether it is to be timed. */
    boolean isDue() {
        return ++runs >= due;
    }

    /** Returns whether the next run is to be timed. */
    boolean isPending() {
        return runs + 1 >= due;
    }

    /** Makes a pair of timed runs due. */
    void request() {
        due = 0;
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
        for (int s = 0; s < now.length; s++) {
            known[s] = isSecond ? Math.min(known[s], now[s]) : now[s];
        }
        if (isSecond) {
            due = GROWTH * runs;
            isNew = true;
        }
        isSecond = !isSecond;
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
