package org.sporos.policy;

/** The index space of a kernel and how it is cut up. Immutable. */
public sealed interface Policy permits RangePolicy, IndexSet, LongRangePolicy, MDRangePolicy, TeamPolicy {

    /** Returns how many times the body is called: indexes of a range, teams of a league. */
    long size();

    /** Returns the blocks of a GPU launch that the user wants, or 0: boxes and leagues are cut in other ways. */
    default int grid() {
        return 0;
    }
}
