package org.sporos.plan;

/** The kinds of fusion of the members of a launch unit. */
public enum FusionKind {
    /** No fusion: the work of one node, without members. */
    NONE,
    /**
     * One loop over the indexes that all members share, with their bodies in sequence for each index. Members are loops
     * of one policy, and fills and copies over the same indexes; then optionally one reduction and single calls after
     * its result. Or all members are single calls.
     */
    VERTICAL,
    /** One launch of independent members in parallel blocks. A member may be a vertical fusion. */
    HORIZONTAL,
    /** One launch of one block: members in sequence, with a barrier between two. A member may be any other kind. */
    PHASED,
    /**
     * One launch of one block that repeats phases while a condition holds: the members are the phases, and then the
     * node of the loop, whose body they are.
     */
    LOOP,
    /** As {@link #LOOP}, in one wave of blocks that wait for each other. */
    WAVE_LOOP;

    /** Returns whether it is a loop in one launch. */
    public boolean isLoop() {
        return this == LOOP || this == WAVE_LOOP;
    }
}
