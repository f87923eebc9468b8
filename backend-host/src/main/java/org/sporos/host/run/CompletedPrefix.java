package org.sporos.host.run;

/**
 * How many of the first tasks of a run one thread has seen done. A task that waits for those alone is ready, which
 * takes one comparison; what other threads have done is looked at once and in order. Used by one thread at a time.
 */
final class CompletedPrefix extends CacheLinePadded {
    private final CompletionStamps state;
    private final int[] queueOf;
    private int epoch;
    private int tasks;

    /**
     * @param queueOf the queue that each task is in
     */
    CompletedPrefix(CompletionStamps state, int[] queueOf) {
        this.state = state;
        this.queueOf = queueOf;
    }

    /** Looks how far a run has come: returns the number of tasks before the first one that may not be done. */
    int advance(int now) {
        tasks = state.doneFrom(known(now), now);
        epoch = now;
        return tasks;
    }

    /** Returns what {@link #advance} has found last in a run, and 0 if it has not been asked. */
    int known(int now) {
        return epoch == now ? tasks : 0;
    }

    /** Returns the queue of the first task that may not be done, or if all are, of the last one. */
    int slot() {
        return queueOf[Math.min(tasks, queueOf.length - 1)];
    }
}
