package org.sporos.host.run;

import org.jspecify.annotations.Nullable;

/** A run that goes on, as the threads of a pool see it. Any number of them may work on it at the same time. */
public interface Job {
    /** The steps that a thread does for one run before it looks for others. */
    int TURN = 1024;

    /** Returns whether a thread that came now would find something to do. */
    boolean hasReady();

    /**
     * Works for a turn: until nothing is left to do here, or until it is time to look for other work.
     *
     * @param worker the number of the worker, from 0, or -1 for a caller that takes part
     * @param until what the caller waits for, or null for a worker
     */
    void turn(int worker, @Nullable Completion until, long target);
}
