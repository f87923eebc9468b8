package org.sporos.host.run;

import org.jspecify.annotations.Nullable;

/** An active run from the view of a pool's threads. Any number of them may work on it at the same time. */
public interface Job {
    /** The number of steps per turn, after which a thread checks other runs. */
    int TURN = 1024;

    /** Returns whether a thread would find a ready step now. */
    boolean hasReady();

    /**
     * Works for a turn: until no step is ready, or until the thread should check other runs.
     *
     * @param worker the number of the worker, from 0, or -1 for a participating caller
     * @param until the progress that the caller waits for, or null for a worker
     */
    void turn(int worker, @Nullable Completion until, long target);
}
