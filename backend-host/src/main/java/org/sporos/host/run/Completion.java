package org.sporos.host.run;

/**
 * Something of which more and more is done, in order: the runs of an executable, the operations of a stream, one run.
 */
public interface Completion {
    /** Returns whether as much as the target is done. */
    boolean isDone(long target);

    /** Returns whether threads that wait for it may miss their wake-up, so that they must poll now and then. */
    default boolean endsUnheard() {
        return false;
    }
}
