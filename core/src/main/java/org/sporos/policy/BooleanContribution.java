package org.sporos.policy;

/** What one work item contributes to a reduction or scan of boolean values: one nested interface for each kind of index. */
public sealed interface BooleanContribution extends KernelBody {

    /** A contribution over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends BooleanContribution {
        /** Returns the contribution of one index. */
        boolean at(int i);
    }

    /** A contribution over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends BooleanContribution {
        /** Returns the contribution of one index. */
        boolean at(long i);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 2. */
    @FunctionalInterface
    non-sealed interface Range2 extends BooleanContribution {
        /** Returns the contribution of one index pair. */
        boolean at(int i, int j);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 3. */
    @FunctionalInterface
    non-sealed interface Range3 extends BooleanContribution {
        /** Returns the contribution of one index triple. */
        boolean at(int i, int j, int k);
    }

    /** A contribution over a {@link TeamPolicy}: one value for each team, that of its member 0. */
    @FunctionalInterface
    non-sealed interface Team extends BooleanContribution {
        /** Returns the contribution of a team. */
        boolean at(TeamMember team);
    }
}
