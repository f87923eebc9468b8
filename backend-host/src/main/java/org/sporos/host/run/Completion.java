package org.sporos.host.run;

/** Monotonic progress: the number of completed runs of an executable, or of completed operations of a stream. */
public interface Completion {
    /** Returns whether the progress has reached the target. */
    boolean isDone(long target);

    /** Returns whether wake-ups may be missed, so that waiting threads must poll. */
    default boolean endsUnheard() {
        return false;
    }
}
