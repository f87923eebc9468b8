package org.sporos.host.run;

/** Something of which more and more is done, in order. */
public interface Completion {
    /** Returns whether as much as the target is done. */
    boolean isDone(long target);

    /** Returns whether threads that sleep until then may not be woken, so that they must look again from time to time. */
    default boolean endsUnheard() {
        return false;
    }
}
