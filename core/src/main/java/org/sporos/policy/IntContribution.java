package org.sporos.policy;

/** What one work item contributes to a reduction or scan of int values: one nested interface for each kind of index. */
public sealed interface IntContribution extends KernelBody {

    /** A contribution over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends IntContribution {
        /** Returns the contribution of one index. */
        int at(int i);
    }

    /** A contribution over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends IntContribution {
        /** Returns the contribution of one index. */
        int at(long i);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 2. */
    @FunctionalInterface
    non-sealed interface Range2 extends IntContribution {
        /** Returns the contribution of one index pair. */
        int at(int i, int j);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 3. */
    @FunctionalInterface
    non-sealed interface Range3 extends IntContribution {
        /** Returns the contribution of one index triple. */
        int at(int i, int j, int k);
    }

    /** A contribution over a {@link TeamPolicy}: one value for each team, that of its member 0. */
    @FunctionalInterface
    non-sealed interface Team extends IntContribution {
        /** Returns the contribution of a team. */
        int at(TeamMember team);
    }
}
