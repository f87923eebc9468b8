package org.sporos.host.run;

/**
 * Detects preempted owners of queues: such an owner has completed no task for longer than its tasks usually take.
 * Watches one queue at a time, so that it reads one cache line of another thread. An owner in a long task counts as
 * preempted, too; then its other tasks are stolen, which is right as well. Used by one thread at a time.
 */
final class StallDetector extends CacheLinePadded {
    private final TaskQueue[] queues;
    private final int own;

    private int queue;
    /** The last observed progress of the owner, and the time since which it is unchanged. */
    private long progress;

    private long since;
    /** True after a stall long enough for a preemption, which may last into later runs. */
    private boolean preempted;

    /** @param own the queue of the watching thread */
    StallDetector(TaskQueue[] queues, int own) {
        this.queues = queues;
        this.own = own;
        this.queue = own;
    }

    /**
     * Checks the watched queue; moves on to another one if its owner makes progress or is known to be preempted.
     *
     * @param now the time, in nanoseconds
     * @param patience the longest time of a task without preemption, in nanoseconds
     * @param turn the index of the next queue to watch, relative to the own one
     */
    void look(long now, long patience, int turn) {
        boolean progresses = queue == own || queues[queue].progress() != progress;
        if (progresses || preempted && queues.length > 2) {
            queue = (own + 1 + turn % Math.max(1, queues.length - 1)) % queues.length;
            progress = queues[queue].progress();
            since = now;
            preempted = false;
        }
        preempted |= (now - since) > patience;
    }

    /** Returns the watched queue. */
    int queue() {
        return queue;
    }

    /** Returns whether the owner of the watched queue was preempted and has completed nothing since. */
    boolean isPreempted() {
        return preempted && queues[queue].progress() == progress;
    }
}
