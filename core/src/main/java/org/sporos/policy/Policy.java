package org.sporos.policy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.sporos.view.View;

/** The index space of a kernel and how it is cut up. Immutable. */
public sealed interface Policy permits RangePolicy, IndexSet, LongRangePolicy, MDRangePolicy, TeamPolicy {

    /** Returns how many times the body is called: indexes of a range, teams of a league. */
    long size();

    /**
     * Returns the indexes of each dimension, if these have dynamic bounds; else none.
     *
     * @hidden
     */
    default List<IndexAxis> axes() {
        return List.of();
    }

    /**
     * Returns the bounds that each run reads by itself.
     *
     * @hidden
     */
    default List<DynamicBound> live() {
        return axes().stream().flatMap(axis -> axis.live().stream()).toList();
    }

    /** Returns whether each run reads a bound by itself. */
    default boolean isDynamic() {
        return !axes().isEmpty();
    }

    /**
     * Returns the same policy with other views in place of those that it reads.
     *
     * @hidden
     */
    default Policy mapped(UnaryOperator<View> views) {
        return this;
    }

    /** Returns the blocks of a GPU launch that the user wants, or 0: boxes and leagues are cut in other ways. */
    default int grid() {
        return 0;
    }
}
