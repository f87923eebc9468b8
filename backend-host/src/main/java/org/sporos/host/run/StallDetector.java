package org.sporos.host.run;

/**
 * Detects owners of queues that were preempted: such an owner has done no task for longer than its tasks take. Watches
 * one queue after the other, so that it reads one cache line of another thread at a time. An owner that does one long
 * task is taken for preempted, too; then its other tasks are stolen, which is right as well. Used by one thread at a
 * time.
 */
final class StallDetector extends CacheLinePadded {
    private final TaskQueue[] queues;
    private final int own;

    private int queue;
    /** The progress of its owner when it was looked at last, and since when that has not changed. */
    private long progress;

    private long since;
    /** True if the stall was so long that the owner was preempted, which may last into the runs that follow. */
    private boolean preempted;

    /**
     * @param own the queue of the thread that watches
     */
    StallDetector(TaskQueue[] queues, int own) {
        this.queues = queues;
        this.own = own;
        this.queue = own;
    }

    /**
     * Looks at the watched queue; if its owner makes progress, or is known to be preempted, watches another one.
     *
     * @param now the time, in nanoseconds
     * @param patience how long an owner may take for a task, in nanoseconds
     * @param turn the one to watch next, counted from the own one
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

    /** Returns the queue that it watches. */
    int queue() {
        return queue;
    }

    /** Returns whether the owner of the watched queue was preempted and has done nothing since. */
    boolean isPreempted() {
        return preempted && queues[queue].progress() == progress;
    }
}
