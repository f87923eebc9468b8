package org.sporos.host.run;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The list that those hold who host runs of some tapes, one thread after the other, for as long as such runs follow each
 * other; and whom they find there. Used by one thread at a time, but for {@link #hide}.
 */
public final class CallerSlot implements WorkerPool.Resting {
    private static final int NOWHERE = -1;

    /** After so many runs alone a host no longer counts on others, and looks for them as seldom. */
    private static final int DESERTED = 4;

    private final Job run;
    private final TaskQueue[] queues;
    private final WorkerPool pool;

    private int slot = TaskQueue.NO_QUEUE;
    /** Where others find the run between and in hosted runs, if they do. */
    private final AtomicInteger place = new AtomicInteger(NOWHERE);
    /** The hosted runs in a row in which nobody else took part. */
    private int alone;

    CallerSlot(Job run, TaskQueue[] queues, WorkerPool pool) {
        this.run = run;
        this.queues = queues;
        this.pool = pool;
    }

    /** Returns the list of who hosts. */
    int slot() {
        return slot;
    }

    /**
     * Returns whether another thread is there. To one that sleeps a run is better given through the queue: the thread that
     * waits for its end sleeps, too, which makes room where both were woken on one core.
     */
    public boolean hasHelpers() {
        for (int other = 0; other < queues.length; other++) {
            if (other != slot && !queues[other].isUnowned()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether the next hosted run is better done without lists: others are there, but have lost their core since
     * some runs. Now and then one is done with lists to see whether they are back.
     */
    public boolean isDeserted() {
        return alone >= DESERTED && alone++ % DESERTED != 0;
    }

    /** Says that a hosted run has ended, and whether others took part. */
    void driven(boolean together) {
        alone = together ? 0 : alone + 1;
        if (!together) {
            pool.workedAlone();
        }
    }

    /** Makes ready for hosted runs, if that has not been done; returns false if others hold all lists just now. */
    public boolean settle() {
        if (!take()) {
            return false;
        }
        // Plain: if another thread hides the run at the same time, it is not found for a while, and the host does it
        // alone.
        if (place.getPlain() == NOWHERE) {
            place.set(pool.activate(run));
            pool.settled(this);
        }
        return true;
    }

    /** Has a list, without letting others know of the run; returns false if there is none. */
    boolean take() {
        if (slot == TaskQueue.NO_QUEUE) {
            slot = TaskQueue.tryOwn(queues, 0);
        }
        return slot != TaskQueue.NO_QUEUE;
    }

    /** Lets others find the run no more until it is settled again: they look through all that can be found. Thread-safe. */
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
