package org.sporos.host.jit;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Selects the tier of a kernel by measurement: bytecode or C++. Trials run short slices of the work on both tiers; the
 * tier with the lower median time per index runs until the next trial. All limits are times, as an index may cost a
 * nanosecond or ten microseconds.
 *
 * <p>Pieces are sampled: one is {@link #isDue due} after about {@link #GAP_NANOS} of work, so that the clock costs less
 * than a percent. Other pieces update two plain fields only; lost updates make a sample stand for a bit less work. All
 * other state is guarded by a try-lock: a thread that fails to lock runs untimed.
 *
 * <p>Trials are repeated, as the JVM compiles late, the load of the machine changes, and longer pieces favour C++,
 * whose call costs as much as some hundred indexes. A trial follows at least a hundred times as much work as the last
 * one lost; the wait doubles while trials change nothing.
 */
final class TierSelector {
    /** A tier of code. */
    enum CodeTier {
        PLAIN,
        CPP
    }

    /** The work between two samples, each of which costs about 100 ns. */
    private static final double GAP_NANOS = 20e3;

    /** The same if no trial is near. */
    private static final double LONG_GAP_NANOS = 200e3;

    private static final int MOST_PIECES_BETWEEN = 1 << 16;

    /** The length of a slice: long beside a call of C++ (0.2 us), and short enough to try slow code a few times. */
    private static final double SLICE_NANOS = 200e3;

    /** The length of a slice of C++ between trials: some garbage collectors, and so all threads, wait for its end. */
    private static final double LONG_SLICE_NANOS = 5e6;

    private static final int LEAST_SLICE = 64;
    /** The first slice, without a measured time. */
    private static final int FIRST_SLICE = 256;

    /** Short pieces warm up the caches after a change of tier before they count as samples. */
    private static final double WARM_NANOS = 20e3;

    private static final int MOST_WARM_PIECES = 16;
    /** The number of C++ calls before the JVM compiles them; an interpreted native call costs microseconds. */
    private static final int INTERPRETED_CALLS = 256;

    private static final int SAMPLES_IN_A_ROW = 3;

    /** The samples after which a tier slower by {@link #FAR_SLOWER} is dropped from a trial. */
    private static final int FEW_SAMPLES = 3;

    private static final double FAR_SLOWER = 2;
    /** The gain that a change of tier needs; medians of equal code differ by 2 percent. */
    private static final double BETTER = 0.98;

    /** A ratio of the other tier's time to the current one's, below which a trial is due early. */
    private static final double DOUBT = 0.9;

    /** The work until the next trial, doubled for each trial that changed nothing. */
    private static final double FIRST_WAIT_NANOS = 100e6;

    private static final int MOST_DOUBLINGS = 6;
    /** The work per time lost in a trial, so that trials cost at most a percent. */
    private static final double WORK_A_LOSS = 100;

    /** The growth of pieces since the last trial that triggers a new one. */
    private static final int GROWTH = 2;

    private static final CodeTier[] TIERS = CodeTier.values();

    private final LongConsumer onWork;
    /** Null for tiers that never ran. */
    private final @Nullable TierTimes[] times = new TierTimes[TIERS.length];

    private volatile CodeTier chosen = CodeTier.PLAIN;
    private volatile boolean awaitsCpp;
    private volatile boolean isNew;
    private boolean forced;

    /** Pieces until the next sample, and indexes of pieces since the last. Plain: see above. */
    private int countdown;

    private long untimed;
    /** The indexes of the last due piece. */
    private long due;

    private final AtomicBoolean lock = new AtomicBoolean();
    private volatile double worked;
    private boolean open;
    private double retrial = Double.MAX_VALUE;
    /** The total work from which another trial is affordable. */
    private double paid;

    private int calm;
    private int seed = 1;
    private CodeTier turn = CodeTier.PLAIN;
    private double turnNanos;
    private int turnPieces;
    private int turnSamples;
    /** The short calls of C++ in all trials. */
    private int calls;
    /** The time and the indexes of each tier in this trial. */
    private double[] tried = {};

    private double[] triedIndexes = {};

    /** @param onWork receives the nanoseconds of work done in Java */
    TierSelector(LongConsumer onWork) {
        this.onWork = onWork;
    }

    /** Sets whether C++ code may still arrive. */
    void awaitCpp(boolean may) {
        awaitsCpp = may;
    }

    /** Adds C++ code, which runs all work from now on, or competes in trials. */
    void addCpp(boolean always) {
        if (always) {
            forced = true;
            chosen = CodeTier.CPP;
        }
        awaitsCpp = false;
        isNew = true;
    }

    /** Returns the current tier. */
    CodeTier chosen() {
        return chosen;
    }

    /** Returns the likely tier of the next piece: a hint, read without the lock. */
    CodeTier upcoming() {
        return open ? turn : chosen;
    }

    /** Returns the median nanoseconds per index of a tier, or 0 if it is unknown. */
    double nanos(CodeTier tier) {
        TierTimes known = times[tier.ordinal()];
        return known == null ? 0 : known.median();
    }

    private double last(CodeTier tier) {
        TierTimes known = times[tier.ordinal()];
        return known == null ? 0 : known.last();
    }

    private TierTimes times(CodeTier tier) {
        TierTimes known = times[tier.ordinal()];
        if (known == null) {
            known = new TierTimes();
            times[tier.ordinal()] = known;
        }
        return known;
    }

    /** Returns the total nanoseconds of work. */
    double worked() {
        return worked;
    }

    /** Counts a piece, and returns whether it is sampled and sliced. */
    boolean isDue(long indexes) {
        untimed += indexes;
        return --countdown < 0;
    }

    /** Starts a due piece, which is timed itself and so not counted as untimed. */
    void begin(long indexes) {
        untimed -= indexes;
        due = indexes;
    }

    /** Returns the tier of the next slice of a piece that is due. */
    CodeTier next() {
        if (forced || !lock.compareAndSet(false, true)) {
            return chosen;
        }
        try {
            if (!open && (isNew || worked >= retrial || hasGrown())) {
                open();
            }
            return open ? turn : chosen;
        } finally {
            lock.set(false);
        }
    }

    /** Returns whether pieces are much longer than in the last trial. */
    private boolean hasGrown() {
        return tried.length > 0 && due > GROWTH * times(CodeTier.CPP).longest();
    }

    /** Returns the limit of indexes of the next slice; unlimited for Java code between trials. */
    long slice(CodeTier tier) {
        boolean settled = isSettled();
        if (settled && tier != CodeTier.CPP) {
            return Long.MAX_VALUE;
        }
        double each = last(tier) > 0 ? last(tier) : last(chosen);
        double nanos = settled ? LONG_SLICE_NANOS : SLICE_NANOS;
        return each > 0 ? Math.max(LEAST_SLICE, (long) (nanos / each)) : FIRST_SLICE;
    }

    private boolean isSettled() {
        return forced || !(open || isNew || awaitsCpp || worked >= retrial);
    }

    /** Records the time of a slice. */
    void after(CodeTier tier, long indexes, long nanos) {
        if (indexes == 0 || !lock.compareAndSet(false, true)) {
            return;
        }
        try {
            count(tier, indexes, nanos);
            countdown = open ? 0 : pieces((double) nanos / indexes * due);
        } finally {
            lock.set(false);
        }
    }

    private int pieces(double nanos) {
        double gap = isSettled() ? LONG_GAP_NANOS : GAP_NANOS;
        return (int) Math.min(MOST_PIECES_BETWEEN, gap / Math.max(1, nanos));
    }

    private void count(CodeTier tier, long indexes, double nanos) {
        double all = nanos + Math.max(0, untimed) * (nanos / indexes);
        untimed = 0;
        worked += all;
        if (open) {
            tried(tier, indexes, nanos);
        } else {
            times(tier).add(nanos, indexes);
            if (retrial > paid && retrial < Double.MAX_VALUE && isDoubtful()) {
                calm = 0;
                retrial = paid;
            }
        }
        if (awaitsCpp) {
            onWork.accept((long) all);
        }
    }

    private void open() {
        open = true;
        isNew = false;
        tried = new double[TIERS.length];
        triedIndexes = new double[TIERS.length];
        for (CodeTier tier : TIERS) {
            times(tier).startAnew();
        }
        nextTurn();
    }

    /** Selects the tier with fewer samples, at random if equal, as pieces may differ in a regular pattern. */
    private void nextTurn() {
        turnNanos = 0;
        turnPieces = 0;
        turnSamples = 0;
        seed = seed * 1103515245 + 12345;
        CodeTier one = TIERS[(seed >>> 16) % TIERS.length];
        CodeTier two = other(one);
        if (isKnown(one) && isKnown(two)) {
            close();
        } else {
            boolean isTwo = isKnown(one)
                    || !isKnown(two) && times(two).known() < times(one).known();
            turn = isTwo ? two : one;
        }
    }

    private boolean isKnown(CodeTier tier) {
        TierTimes its = times(tier);
        TierTimes others = times(other(tier));
        boolean isFarSlower = its.known() >= FEW_SAMPLES
                && others.known() >= FEW_SAMPLES
                && its.best() > FAR_SLOWER * others.median();
        return isFarSlower || its.known() >= TierTimes.KEPT;
    }

    private void tried(CodeTier tier, long indexes, double nanos) {
        tried[tier.ordinal()] += nanos;
        triedIndexes[tier.ordinal()] += indexes;
        if (tier != turn) {
            return;
        }
        // Estimated by the median, as the time of this piece would favour preempted ones.
        boolean isLong = nanos(chosen) * indexes >= WARM_NANOS;
        boolean isCompiled = tier != CodeTier.CPP || ++calls > INTERPRETED_CALLS;
        if (isLong || isCompiled && (turnNanos >= WARM_NANOS || turnPieces >= MOST_WARM_PIECES)) {
            times(tier).add(nanos, indexes);
            turnSamples++;
        }
        turnNanos += nanos;
        turnPieces++;
        if (turnSamples >= SAMPLES_IN_A_ROW || turnSamples > 0 && turnNanos >= SLICE_NANOS) {
            nextTurn();
        }
    }

    private void close() {
        open = false;
        CodeTier before = chosen;
        CodeTier other = other(before);
        chosen = nanos(other) < BETTER * nanos(before) ? other : before;
        calm = chosen == before ? Math.min(MOST_DOUBLINGS, calm + 1) : 0;
        paid = worked + Math.max(FIRST_WAIT_NANOS, WORK_A_LOSS * lost(nanos(chosen)));
        retrial = Math.max(paid, worked + FIRST_WAIT_NANOS * (1 << calm));
    }

    /** Returns whether the current tier has become slower than the other was in the last trial. */
    private boolean isDoubtful() {
        double other = nanos(other(chosen));
        return other > 0 && other < DOUBT * nanos(chosen);
    }

    private static CodeTier other(CodeTier tier) {
        return tier == CodeTier.PLAIN ? CodeTier.CPP : CodeTier.PLAIN;
    }

    private double lost(double best) {
        double lost = 0;
        for (int w = 0; w < times.length; w++) {
            lost += Math.max(0, tried[w] - best * triedIndexes[w]);
        }
        return lost;
    }

    /**
     * The times of recent pieces in one tier, per index, and their median, which is robust against a preempted thread.
     * Pieces much shorter than others, such as the last one of a range, are unreliable and skipped. Used under a lock;
     * the median may be read without it.
     */
    private static final class TierTimes {
        /** The samples of a median. With 9 of them 4 may be disturbed. */
        static final int KEPT = 9;

        /** Floats: there is one of these for each node that runs. */
        private final float[] kept = new float[KEPT];

        private final float[] sorted = new float[KEPT];
        private int count;
        private float longest;
        private float last;
        private volatile float median;

        /** Adds a piece with its time in nanoseconds. */
        void add(double nanos, long indexes) {
            last = (float) (nanos / indexes);
            if (2 * (float) indexes < longest) {
                // The maximum decays, so that a single long outlier loses its effect.
                longest -= longest / 8;
                return;
            }
            longest = Math.max(longest, indexes);
            kept[count++ % KEPT] = last;
            int known = known();
            System.arraycopy(kept, 0, sorted, 0, known);
            Arrays.sort(sorted, 0, known);
            // The lower median: disturbances only lengthen pieces.
            median = sorted[(known - 1) / 2];
        }

        /** Drops all pieces at the next one; until then the median stays. */
        void startAnew() {
            count = 0;
            longest = 0;
        }

        /** Returns the number of indexes of the longest piece. */
        double longest() {
            return longest;
        }

        /** Returns the number of samples of the median. */
        int known() {
            return Math.min(count, KEPT);
        }

        /** Returns the median in nanoseconds per index, or 0 if unknown. */
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
}
