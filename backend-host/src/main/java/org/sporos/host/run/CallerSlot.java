package org.sporos.host.run;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The queue of a caller that drives runs of one executable from its submits. One thread after the other owns it, for as
 * long as such runs follow each other. It also tells whether helpers take part. Used by one thread at a time, except
 * for {@link #hide}.
 *
 * <p>Between two runs the slot stays owned, so that the next submit finds its queue without an exchange, and other
 * threads find the run without being woken: it rests, and only one run of a space does, since all threads look at it.
 * Without such runs loops of 3 to 8 us take 1.1 to 1.2 of the time, see docs/benchmarks/special-cases-on-host.md.
 */
public final class CallerSlot implements WorkerPool.Resting {
    private static final int NOWHERE = -1;

    private final Job run;
    private final TaskQueue[] queues;
    private final WorkerPool pool;

    private int slot = TaskQueue.NO_QUEUE;
    /** The place where other threads find the run, between and in runs, if they do. */
    private final AtomicInteger place = new AtomicInteger(NOWHERE);

    CallerSlot(Job run, TaskQueue[] queues, WorkerPool pool) {
        this.run = run;
        this.queues = queues;
        this.pool = pool;
    }

    /** Returns the queue of the caller. */
    int slot() {
        return slot;
    }

    /**
     * Returns whether another thread owns a queue. A run for parked threads is better offered by way of the stream: the
     * caller parks as well while it waits, which makes room where both were woken on one core.
     */
    public boolean hasHelpers() {
        for (int other = 0; other < queues.length; other++) {
            if (other != slot && !queues[other].isUnowned()) {
                return true;
            }
        }
        return false;
    }

    /** Says that a driven run has ended, and whether other threads took part. */
    void driven(boolean together) {
        if (!together) {
            pool.workedAlone();
        }
    }

    /**
     * Makes ready for driven runs, if that has not been done; returns false if other threads own all queues just now.
     */
    public boolean settle() {
        if (!take()) {
            return false;
        }
        // Plain: if another thread hides the run at the same time, it is not found for a while, and the caller does it
        // alone.
        if (place.getPlain() == NOWHERE) {
            place.set(pool.activate(run));
            pool.settled(this);
        }
        return true;
    }

    /** Owns a queue, without letting others know of the run; returns false if there is none. */
    boolean take() {
        if (slot == TaskQueue.NO_QUEUE) {
            slot = TaskQueue.tryOwn(queues, 0);
        }
        return slot != TaskQueue.NO_QUEUE;
    }

    /** Lets others find the run no more until it is settled again. Thread-safe. */
    @Override
    public void hide() {
        int found = place.getAndSet(NOWHERE);
        if (found != NOWHERE) {
            pool.deactivate(found);
        }
    }

    /** Ends what {@link #settle()} began. */
    public void leave() {
        if (slot != TaskQueue.NO_QUEUE) {
            hide();
            pool.left(this);
            queues[slot].disown();
            slot = TaskQueue.NO_QUEUE;
        }
    }
}
