package org.sporos.host.tune;

/** The times of the last few runs, and their median, which a single outlier does not move. */
public final class MedianWindow {
    /** The result of {@link #typical()} if nothing is known. */
    static final long UNKNOWN = -1;

    /** The assumed time of runs of which nothing is known: enough to wake other threads for. */
    public static final long UNKNOWN_WORK_NANOS = 1_000_000;

    private static final int KEPT = 5;

    /** The last runs, those of the shortest first, and how many runs ago each one was. */
    private final long[] sorted = new long[KEPT];

    private final int[] age = new int[KEPT];
    private int count;
    private long typical = UNKNOWN;
    private long best = UNKNOWN;

    /** Adds a run. */
    public void add(long nanos) {
        int at = 0;
        for (int k = 0; k < count; k++) {
            if (++age[k] <= KEPT) {
                sorted[at] = sorted[k];
                age[at++] = age[k];
            }
        }
        count = at + 1;
        for (; at > 0 && sorted[at - 1] > nanos; at--) {
            sorted[at] = sorted[at - 1];
            age[at] = age[at - 1];
        }
        sorted[at] = nanos;
        age[at] = 1;
        // Of an even number the shorter one: what disturbs a run makes it longer.
        best = sorted[0];
        typical = sorted[(count - 1) / 2];
    }

    /** Forgets all runs but what is typical of them, until the next one is added. */
    public void startAnew() {
        count = 0;
    }

    /** Returns nanoseconds, or {@link #UNKNOWN}. */
    public long typical() {
        return typical;
    }

    /** Returns the shortest of them in nanoseconds, or {@link #UNKNOWN}. */
    public long best() {
        return best;
    }

    public boolean isKnown() {
        return typical != UNKNOWN;
    }
}
