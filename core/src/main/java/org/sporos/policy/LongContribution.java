package org.sporos.policy;

/** What one work item contributes to a reduction or scan of long values: one nested interface for each kind of index. */
public sealed interface LongContribution extends KernelBody {

    /** A contribution over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends LongContribution {
        /** Returns the contribution of one index. */
        long at(int i);
    }

    /** A contribution over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends LongContribution {
        /** Returns the contribution of one index. */
        long at(long i);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 2. */
    @FunctionalInterface
    non-sealed interface Range2 extends LongContribution {
        /** Returns the contribution of one index pair. */
        long at(int i, int j);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 3. */
    @FunctionalInterface
    non-sealed interface Range3 extends LongContribution {
        /** Returns the contribution of one index triple. */
        long at(int i, int j, int k);
    }

    /** A contribution over a {@link TeamPolicy}: one value for each team, that of its member 0. */
    @FunctionalInterface
    non-sealed interface Team extends LongContribution {
        /** Returns the contribution of a team. */
        long at(TeamMember team);
    }
}
