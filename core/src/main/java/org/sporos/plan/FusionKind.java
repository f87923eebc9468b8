package org.sporos.plan;

/** The kind of fusion of the members of a launch unit. */
public enum FusionKind {
    /** It has no members: it is the work of one node. */
    NONE,
    /**
     * All members run over the same indexes, and for each index one after the other: one loop. Members are loops of one
     * policy; fills and copies of the elements that the indexes name; at the end perhaps one reduction, and single calls
     * after its result; or all are single calls.
     */
    VERTICAL,
    /** No member waits for another: one launch runs them side by side. A member may be vertical itself. */
    HORIZONTAL,
    /**
     * One launch of one block runs the members one after the other, with a barrier between two. A member is a unit of
     * any other kind.
     */
    PHASED
}
