package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters that each wait for a fixed number of arrivals, again and again. Arrivals may come from any threads; the one
 * that completes a count sees all that the others did before they arrived.
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
        // Volatile: each arrival releases what its thread did, and the last one acquires that of all before it, as a
        // chain of
        // read-modify-writes.
        if ((int) LEFT.getAndAdd(left, counter, -1) != 1) {
            return false;
        }
        // Nobody else arrives until what follows from this one has led to the next round: arrivals come after this
        // write by
        // that chain, so release would not even be needed for them; it costs nothing.
        LEFT.setRelease(left, counter, full[counter]);
        return true;
    }
}
