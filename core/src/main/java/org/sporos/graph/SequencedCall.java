package org.sporos.graph;

/**
 * Code of a host node that takes part in a sequence: all calls of one sequence come in one order, which the edges of
 * their graph fix. Operations of communicators are such calls, as all ranks must come to them in the same order. A
 * graph in which two nodes of a sequence have no order, or one is in the body of a conditional, is refused.
 *
 * <p>A sequence may have a thread of its own. A backend whose host nodes run on threads that others need hands the step
 * that makes the call over to it.
 */
public interface SequencedCall extends Runnable {

    /** Returns what tells its sequence from others, compared by identity. */
    Object sequence();

    /**
     * Has the thread of the sequence make a step that calls this, and returns at once.
     *
     * @return false if there is no such thread, or another call of the sequence has not ended: then the step is left to
     *     the caller
     */
    default boolean handOver(Runnable step) {
        return false;
    }

    /** Tells that the step has made the call, or has left it out since its run had failed before. */
    default void settle() {}
}
