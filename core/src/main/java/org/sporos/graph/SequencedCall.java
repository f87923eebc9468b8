package org.sporos.graph;

/**
 * Code of a host node in a sequence: the edges of its graph order all calls of one sequence totally. Operations of
 * communicators are such calls, as all ranks must enter them in the same order. A graph with two unordered nodes of a
 * sequence, or one in the body of a conditional, is refused.
 *
 * <p>A sequence may have a thread of its own. A backend with shared threads for host nodes passes the call to it.
 */
public interface SequencedCall extends Runnable {

    /** Returns the key of its sequence, compared by identity. */
    Object sequence();

    /**
     * Passes the step of this call to the thread of the sequence, without waiting.
     *
     * @return false if there is no such thread, or another call of the sequence has not ended: then the caller runs the
     * step
     */
    default boolean handOver(Runnable step) {
        return false;
    }

    /** Called after the step has made the call, or has skipped it after a failure of its run. */
    default void settle() {}
}
