package org.sporos.host.run;

/**
 * The number of leading tasks of a run that one thread knows to be complete. A task whose predecessors are all in this
 * prefix is ready by one comparison, and the stamps of other threads are read once and in order. Used by one thread at
 * a time.
 */
final class CompletedPrefix extends CacheLinePadded {
    private final CompletionStamps state;
    private final int[] queueOf;
    private int epoch;
    private int tasks;

    /** @param queueOf the queue of each task */
    CompletedPrefix(CompletionStamps state, int[] queueOf) {
        this.state = state;
        this.queueOf = queueOf;
    }

    /** Extends the prefix; returns the index of the first task that may be incomplete. */
    int advance(int now) {
        tasks = state.doneFrom(known(now), now);
        epoch = now;
        return tasks;
    }

    /** Returns the last result of {@link #advance} in this run, or 0. */
    int known(int now) {
        return epoch == now ? tasks : 0;
    }

    /** Returns the queue of the first task that may be incomplete, or of the last task if all are complete. */
    int slot() {
        return queueOf[Math.min(tasks, queueOf.length - 1)];
    }
}
