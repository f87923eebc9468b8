package org.sporos.graph;

/**
 * Code of a host node that takes part in a sequence: all calls of one sequence come in one order, which the edges of
 * their graph fix. Operations of communicators are such calls, as all ranks must come to them in the same order. A
 * graph in which two nodes of a sequence have no order, or one is in the body of a conditional, is refused.
 */
public interface SequencedCall extends Runnable {

    /** Returns what tells its sequence from others, compared by identity. */
    Object sequence();
}
