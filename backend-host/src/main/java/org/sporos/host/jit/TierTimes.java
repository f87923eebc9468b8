package org.sporos.host.jit;

import java.util.Arrays;

/**
 * How long the last pieces of work took in one tier, per index, and their median, which a preempted thread does not
 * move. Pieces that are much shorter than others, such as the last one of a range, tell little and are left out. Used
 * under a lock; the median may be read without it.
 */
final class TierTimes {
    /** The samples of a median. With 9 of them 4 may be disturbed. */
    static final int KEPT = 9;

    /** Floats: there is one of these for each node that runs. */
    private final float[] kept = new float[KEPT];

    private final float[] sorted = new float[KEPT];
    private int count;
    private float longest;
    private float last;
    private volatile float median;

    /** Adds a piece that took so many nanoseconds. */
    void add(double nanos, long indexes) {
        last = (float) (nanos / indexes);
        if (2 * (float) indexes < longest) {
            // A piece that was much longer than all others is forgotten after some of them.
            longest -= longest / 8;
            return;
        }
        longest = Math.max(longest, indexes);
        kept[count++ % KEPT] = last;
        int known = known();
        System.arraycopy(kept, 0, sorted, 0, known);
        Arrays.sort(sorted, 0, known);
        // Of an even number the shorter one: what disturbs a piece makes it longer.
        median = sorted[(known - 1) / 2];
    }

    /** Forgets all pieces but what was known of them, until the next one is added. */
    void startAnew() {
        count = 0;
        longest = 0;
    }

    /** Returns the indexes of the longest piece that counts. */
    double longest() {
        return longest;
    }

    /** Returns how many samples the median is of. */
    int known() {
        return Math.min(count, KEPT);
    }

    /** Returns the median in nanoseconds per index, or 0 if nothing is known. */
    double median() {
        return median;
    }

    /** Returns the shortest of the samples, at least one. */
    double best() {
        return sorted[0];
    }

    /** Returns the time per index of the last piece, or 0 if there was none. */
    double last() {
        return last;
    }
}
