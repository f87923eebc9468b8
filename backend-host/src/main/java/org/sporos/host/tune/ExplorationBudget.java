package org.sporos.host.tune;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that the executables of a space may lose by trials of the slower mode before each of them pays for its own:
 * code that has not run yet is slow at first, and it is the same code for all of them. Thread-safe.
 */
public final class ExplorationBudget {
    private static final long GRANT_NANOS = 200_000_000;

    private final AtomicLong grant;

    public ExplorationBudget() {
        this(GRANT_NANOS);
    }

    public ExplorationBudget(long nanos) {
        this.grant = new AtomicLong(nanos);
    }

    /** Returns whether something is left of the grant. */
    boolean areFree() {
        return grant.get() > 0;
    }

    /** Takes what a trial has lost from the grant; returns what is left over for the executable to bear. */
    long lose(long nanos) {
        long left = grant.get();
        if (left <= 0) {
            return nanos;
        }
        grant.addAndGet(-nanos);
        return 0;
    }
}
