//#if contribution
package org.sporos.policy;

/**
 * The contribution of one work item to a reduction or scan of $type$ values: one nested interface for each kind of
 * index.
 */
public sealed interface $Type$Contribution extends KernelBody {

    /** A contribution over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends $Type$Contribution {
        /** Returns the contribution of one index. */
        $type$ at(int i);
    }

    /** A contribution over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends $Type$Contribution {
        /** Returns the contribution of one index. */
        $type$ at(long i);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 2. */
    @FunctionalInterface
    non-sealed interface Range2 extends $Type$Contribution {
        /** Returns the contribution of one index pair. */
        $type$ at(int i, int j);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 3. */
    @FunctionalInterface
    non-sealed interface Range3 extends $Type$Contribution {
        /** Returns the contribution of one index triple. */
        $type$ at(int i, int j, int k);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 4. */
    @FunctionalInterface
    non-sealed interface Range4 extends $Type$Contribution {
        /** Returns the contribution of one index quadruple. */
        $type$ at(int i, int j, int k, int l);
    }

    /** A contribution over a {@link TeamPolicy}: one value for each team, that of its member 0. */
    @FunctionalInterface
    non-sealed interface Team extends $Type$Contribution {
        /** Returns the contribution of a team. */
        $type$ at(TeamMember team);
    }
}
//#end
