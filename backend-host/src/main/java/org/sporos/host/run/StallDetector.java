package org.sporos.host.run;

/**
 * Finds who has lost its core: the holder of a list which has not got on for longer than its tasks take. Watches one list
 * after the other. Used by one thread at a time.
 */
final class StallDetector extends CacheLinePadded {
    private final TaskQueue[] queues;
    private final int own;

    private int queue;
    /** How far its holder was, and since when it has not got on. */
    private long progress;

    private long since;
    /** Whether that is so long that it has lost its core, and may still be away in the runs that follow. */
    private boolean lost;

    /**
     * @param own the list of who watches
     */
    StallDetector(TaskQueue[] queues, int own) {
        this.queues = queues;
        this.own = own;
        this.queue = own;
    }

    /**
     * Looks at the watched list; if its holder gets on, or is known to have lost its core, watches another one.
     *
     * @param now the time, in nanoseconds
     * @param patience how long a holder may take to get on, in nanoseconds
     * @param turn the one to watch next, counted from the own one
     */
    void look(long now, long patience, int turn) {
        boolean getsOn = queue == own || queues[queue].progress() != progress;
        if (getsOn || lost && queues.length > 2) {
            queue = (own + 1 + turn % Math.max(1, queues.length - 1)) % queues.length;
            progress = queues[queue].progress();
            since = now;
            lost = false;
        }
        lost |= (now - since) > patience;
    }

    /** Returns the list that it watches. */
    int queue() {
        return queue;
    }

    /** Returns whether the holder of the watched list had lost its core and has not got on since. */
    boolean isLost() {
        return lost && queues[queue].progress() == progress;
    }
}
