package org.sporos.host.tune;

/** A few runs in the mode that is not in use, to see whether it is faster. */
final class ModeTrial {
    private static final int RUNS = 3;
    /** The time for other threads to wake up and join a trial. */
    private static final long WAKING_NANOS = 400_000;
    /** The least time of free trials of parallel runs: the JIT compiles their code only after some time. */
    private static final long FREE_TRIAL_NANOS = 2_000_000;

    private int runs;
    private long spent;
    private long best = Long.MAX_VALUE;
    private long lost;
    private long waited;

    void begin() {
        runs = 0;
        spent = 0;
        best = Long.MAX_VALUE;
        lost = 0;
        waited = 0;
    }

    /** Counts what a run took longer than is usual in the mode that is in use. */
    void loses(long nanos) {
        lost += Math.max(0, nanos);
    }

    /** Returns whether a run that no other thread joined does not count, as one may still be waking up. */
    boolean waits(long took) {
        if (waited < WAKING_NANOS) {
            waited += took;
            return true;
        }
        return false;
    }

    /** Returns whether no run counts yet. */
    boolean isEmpty() {
        return runs == 0;
    }

    /** Adds a run that counts. */
    void add(long took) {
        best = Math.min(best, took);
        spent += took;
        runs++;
    }

    boolean hasEnoughRuns() {
        return runs >= RUNS;
    }

    /** Returns whether it has lasted long enough for code to be compiled. */
    boolean isLong() {
        return spent >= FREE_TRIAL_NANOS;
    }

    /**
     * Returns the time of its best run: what disturbs runs makes them longer, and the budget tells whether the gain is
     * real.
     */
    long best() {
        return best;
    }

    long lost() {
        return lost;
    }
}
