package org.sporos.host.tune;

/** The times of the last few runs, and their median, which is robust against a single outlier. */
public final class MedianWindow {
    /** The result of {@link #typical()} without runs. */
    static final long UNKNOWN = -1;

    /** The assumed time of unmeasured runs: worth a wake-up of other threads. */
    public static final long UNKNOWN_WORK_NANOS = 1_000_000;

    private static final int KEPT = 5;

    /** The last runs in order of their times, and their ages in runs. */
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
        // The lower median: disturbances only lengthen runs.
        best = sorted[0];
        typical = sorted[(count - 1) / 2];
    }

    /** Drops all runs at the next one; until then the median stays. */
    public void startAnew() {
        count = 0;
    }

    /** Returns the median in nanoseconds, or {@link #UNKNOWN}. */
    public long typical() {
        return typical;
    }

    /** Returns the shortest time in nanoseconds, or {@link #UNKNOWN}. */
    public long best() {
        return best;
    }

    public boolean isKnown() {
        return typical != UNKNOWN;
    }
}
