package org.sporos.host.exec;

import java.util.Arrays;

/** How long the last few runs took, and the typical one of them: their median, which a single mishap does not move. */
final class Recent {
    /** What {@link #typical()} returns if nothing is known. */
    static final long UNKNOWN = -1;

    private static final int KEPT = 5;

    private final long[] last = new long[KEPT];
    private final long[] sorted = new long[KEPT];
    private int count;
    private int next;
    private long typical = UNKNOWN;
    private long best = UNKNOWN;

    /** Adds a run. */
    void add(long nanos) {
        last[next] = nanos;
        next = next + 1 == KEPT ? 0 : next + 1;
        count = Math.min(KEPT, count + 1);
        System.arraycopy(last, 0, sorted, 0, count);
        Arrays.sort(sorted, 0, count);
        // Of an even number the shorter one: what disturbs a run makes it longer.
        best = sorted[0];
        typical = sorted[(count - 1) / 2];
    }

    /** Forgets all runs but what is typical of them, until the next one is added. */
    void startAnew() {
        count = 0;
        next = 0;
    }

    /** Returns nanoseconds, or {@link #UNKNOWN}. */
    long typical() {
        return typical;
    }

    /** Returns the shortest of them in nanoseconds, or {@link #UNKNOWN}. */
    long best() {
        return best;
    }

    boolean isKnown() {
        return typical != UNKNOWN;
    }
}
