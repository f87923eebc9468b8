package org.sporos.host.tune;

/**
 * How much time parallel runs may lose against serial ones before an executable goes back to serial runs. The gain of a
 * run is added, up to a limit, and its loss is taken away, whole stalls of preempted threads included. So a machine
 * that becomes busy costs an executable the limit once, and no more.
 */
public final class RegretBudget {
    private static final long LIMIT_NANOS = 20_000_000;
    private static final long FIRST_NANOS = 200_000;
    /** The budget is worth at least this many serial runs, so that one stall of a long run does not end it. */
    public static final int RUNS = 10;

    private long nanos;
    private boolean wasFull;

    /** Sets the first budget of an executable whose serial runs take so long. */
    public void grant(long serialNanos) {
        nanos = Math.max(FIRST_NANOS, RUNS * serialNanos);
        wasFull = false;
    }

    /** Counts a gain, or a loss if it is negative. */
    public void add(long gained, long serialNanos) {
        long limit = Math.max(LIMIT_NANOS, RUNS * serialNanos);
        nanos = Math.min(limit, nanos + gained);
        wasFull |= nanos == limit;
    }

    /** Returns how much was lost beyond the budget, 0 if nothing. */
    long overdraft() {
        return Math.max(0, -nanos);
    }

    /** Returns whether more was lost than the budget. */
    public boolean isOverdrawn() {
        return nanos < 0;
    }

    /** Returns whether parallel runs were a clear gain at some time since the budget was granted. */
    boolean wasFull() {
        return wasFull;
    }
}
