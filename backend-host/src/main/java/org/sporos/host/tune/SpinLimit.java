package org.sporos.host.tune;

/**
 * How long a thread without work spins before it parks, by how soon runs have followed each other of late: about twice
 * the usual gap between them if that is short, and hardly at all if it is long. Times are passed in. The fields are
 * plain: hints, so that a stale or torn value costs time alone.
 */
public final class SpinLimit {
    /** Spin limits before parking. */
    private static final long LEAST_SPIN_NANOS = 20_000;

    private static final long MOST_SPIN_NANOS = 100_000;
    /** Longer than most preemptions, which must not park the threads that wait for the preempted one. */
    private static final long STAY_NANOS = 250_000;

    /** The time after the last run during which callers are assumed to do the runs. */
    private static final long RECENT_NANOS = 4_000_000;

    /** When a run has ended last, and how long after that the next one began, on average. */
    private long lastEnd;

    private long gap = MOST_SPIN_NANOS;

    /** Says that a run begins. */
    public void begins(long now) {
        idledFor(now - lastEnd);
    }

    /** Says that a run begins so long after one has ended. */
    public void idledFor(long nanos) {
        long apart = Math.min(Math.max(nanos, LEAST_SPIN_NANOS / 2), 2 * MOST_SPIN_NANOS);
        long change = (apart - gap) / 4;
        if (change != 0) {
            // Written only if it changes: threads that spin read it.
            gap += change;
        }
    }

    /** Says that a run has ended. */
    public void ended(long now) {
        lastEnd = now;
    }

    /** Returns whether a run has ended lately. */
    public boolean isRecent(long now) {
        return now - lastEnd < RECENT_NANOS;
    }

    /** Returns how long a thread without work waits for more: about twice as long as it took until now, if not long. */
    public long spinNanos() {
        long twice = 2 * gap;
        return twice > 2 * MOST_SPIN_NANOS
                ? LEAST_SPIN_NANOS
                : Math.min(MOST_SPIN_NANOS, Math.max(LEAST_SPIN_NANOS, twice));
    }

    /**
     * Returns how long a thread stays with a run that has ended or that others end: longer if runs follow each other
     * closely.
     */
    public long stayNanos() {
        return gap <= LEAST_SPIN_NANOS ? STAY_NANOS : spinNanos();
    }
}
