[@perType contributions; t]
package org.sporos.policy;

/**
 * The contribution of one work item to a reduction or scan of ${t.type} values: one nested interface for each kind of
 * index.
 */
public sealed interface ${t.Type}Contribution extends KernelBody {

    /** A contribution over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends ${t.Type}Contribution {
        /** Returns the contribution of one index. */
        ${t.type} at(int i);
    }

    /** A contribution over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends ${t.Type}Contribution {
        /** Returns the contribution of one index. */
        ${t.type} at(long i);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 2. */
    @FunctionalInterface
    non-sealed interface Range2 extends ${t.Type}Contribution {
        /** Returns the contribution of one index pair. */
        ${t.type} at(int i, int j);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 3. */
    @FunctionalInterface
    non-sealed interface Range3 extends ${t.Type}Contribution {
        /** Returns the contribution of one index triple. */
        ${t.type} at(int i, int j, int k);
    }

    /** A contribution over an {@link MDRangePolicy} of rank 4. */
    @FunctionalInterface
    non-sealed interface Range4 extends ${t.Type}Contribution {
        /** Returns the contribution of one index quadruple. */
        ${t.type} at(int i, int j, int k, int l);
    }

    /** A contribution over a {@link TeamPolicy}: one value for each team, that of its member 0. */
    @FunctionalInterface
    non-sealed interface Team extends ${t.Type}Contribution {
        /** Returns the contribution of a team. */
        ${t.type} at(TeamMember team);
    }
}
[/@perType]
