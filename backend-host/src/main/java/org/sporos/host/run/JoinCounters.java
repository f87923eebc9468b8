package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters that each wait for a fixed number of arrivals, again and again, as {@code join_node}s and atomic reference
 * counts of task graphs do. Arrivals may come from any threads.
 *
 * <p><b>Memory order.</b> Each arrival is a volatile read-modify-write: it releases what its thread did before, and the
 * one that completes the count acquires what all others released, by the chain of exchanges on one word. That thread
 * refills the counter before it goes on, so the refill comes before all arrivals of the next round.
 */
final class JoinCounters {
    private static final VarHandle LEFT = MethodHandles.arrayElementVarHandle(int[].class);

    private final int[] full;
    private final int[] left;

    /**
     * @param full the arrivals that each counter waits for, at least 1
     */
    JoinCounters(int[] full) {
        this.full = full;
        this.left = full.clone();
    }

    /** Counts one arrival, and returns whether it was the last; then the counter is full again. */
    boolean arrive(int counter) {
        if (full[counter] == 1) {
            return true;
        }
        // Volatile: see above.
        if ((int) LEFT.getAndAdd(left, counter, -1) != 1) {
            return false;
        }
        // Release: nobody arrives until what follows from this arrival has led to the next round.
        LEFT.setRelease(left, counter, full[counter]);
        return true;
    }
}
