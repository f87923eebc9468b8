package org.sporos.host.tune;

/**
 * Decides when an executable tries its other mode again. The wait is longer after each trial that changed nothing, and
 * lasts until the runs after a trial have paid for its loss.
 */
final class TrialSchedule {
    private static final long FIRST_WAIT_NANOS = 1_000_000;
    /** The wait doubles at most this often while trials tell nothing new. */
    private static final int MOST_DOUBLINGS = 5;
    /** The same for trials that no other thread joined: a core may be free again soon. */
    private static final int MOST_MISSES = 4;
    /** The part of its time that an executable may lose by trials of the slower mode: a fiftieth. */
    private static final int TRIAL_PART = 50;
    /** The same for parallel runs that paid for a while only: an eighth, as a long wait would miss an idle machine. */
    private static final int LOSS_PART = 8;
    /** No trial is put off for longer: other work comes and goes. */
    private static final long MOST_OWED_NANOS = 500_000_000;
    /**
     * The same after parallel runs that lost, doubled for each trial in a row that changed nothing: a single stall of a
     * thread loses much, and says nothing of the runs that follow.
     */
    private static final long FIRST_OWED_NANOS = 32_000_000;
    /**
     * The limit {@link #FIRST_OWED_NANOS} doubles at most this often for trials that failed, which lose the same each
     * time.
     */
    private static final int MOST_FAILED_DOUBLINGS = 4;
    /** The same for stalls, which lose far more than what is typical. */
    private static final int MOST_STALLED_DOUBLINGS = 3;

    private final ExplorationBudget budget;
    /** The time of runs until the next trial, and until those before have been paid for. */
    private long wait;

    private long owed;
    /** The trials in a row that have changed nothing. */
    private int unchanged;
    /** The trials in a row that no other thread joined, up to a limit. */
    private int missed;

    TrialSchedule(ExplorationBudget budget) {
        this.budget = budget;
    }

    boolean isDue() {
        return wait <= 0 && owed <= 0;
    }

    /** Returns whether trials cost the executable nothing yet. */
    boolean isFree() {
        return budget.areFree();
    }

    /**
     * Counts the time of runs that were no trial.
     *
     * @param undisturbed the part of it that pays for trials: time without a core gains nothing
     */
    void passes(long nanos, long undisturbed) {
        wait -= nanos;
        owed = Math.max(0, owed - undisturbed);
    }

    /** Returns whether the last trial changed nothing. */
    boolean isSettled() {
        return unchanged > 0;
    }

    /** Tries again soon, as the runs have changed. */
    void hasNews() {
        unchanged = 0;
        wait = Math.min(wait, FIRST_WAIT_NANOS);
    }

    /** Waits after a trial by which the executable went to parallel runs. */
    void wentParallel() {
        waits();
        owed = 0;
    }

    /**
     * Waits after any other trial.
     *
     * @param fromParallel whether serial runs were tried
     * @param changed whether the executable changed its mode
     * @param lost the nanoseconds that the trial took longer than usual
     */
    void ended(boolean fromParallel, boolean changed, long lost) {
        unchanged = changed ? 0 : unchanged + 1;
        waits();
        long debt = part(fromParallel) * budget.lose(lost);
        owed = fromParallel
                ? Math.min(MOST_OWED_NANOS, debt)
                : limited(debt, Math.min(unchanged, MOST_FAILED_DOUBLINGS));
    }

    /**
     * The first trials of parallel runs that fail may have been disturbed: they are paid for sooner than those that
     * fail often.
     */
    private int part(boolean fromParallel) {
        return fromParallel ? TRIAL_PART : Math.min(TRIAL_PART, LOSS_PART << Math.min(unchanged, MOST_DOUBLINGS) - 1);
    }

    /**
     * Waits after a trial that no other thread joined, which tells nothing but that all cores are taken. Trials of
     * longer runs go on without them: such runs lose little, and a thread that was woken on the core of the caller is
     * moved meanwhile.
     */
    void missed(long lost) {
        wait = FIRST_WAIT_NANOS << missed;
        owed = limited(TRIAL_PART * budget.lose(lost), Math.min(missed, MOST_STALLED_DOUBLINGS));
        missed = Math.min(MOST_MISSES, missed + 1);
    }

    /** Says that another thread joined a trial. */
    void joined() {
        missed = 0;
    }

    /**
     * Waits after parallel runs that have overdrawn their budget.
     *
     * @param overdraft what they lost beyond it, which is paid for unless they were a clear gain before
     */
    void regrets(boolean wereGain, long overdraft) {
        unchanged = wereGain ? 0 : unchanged + 1;
        waits();
        owed = wereGain ? 0 : limited(LOSS_PART * overdraft, Math.min(unchanged, MOST_STALLED_DOUBLINGS));
    }

    private static long limited(long debt, int doublings) {
        return Math.min(debt, Math.min(MOST_OWED_NANOS, FIRST_OWED_NANOS << doublings));
    }

    private void waits() {
        wait = FIRST_WAIT_NANOS << Math.min(unchanged, MOST_DOUBLINGS);
    }
}
