package org.sporos.policy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.sporos.view.View;

/** The iteration space of a kernel and its decomposition. Immutable. */
public sealed interface Policy permits RangePolicy, IndexSet, LongRangePolicy, MDRangePolicy, TeamPolicy {

    /** Returns the number of calls of the body: indexes of a range, teams of a league. */
    long size();

    /**
     * Returns the axes if a bound is dynamic, else none.
     *
     * @hidden
     */
    default List<IndexAxis> axes() {
        return List.of();
    }

    /**
     * Returns the dynamic bounds.
     *
     * @hidden
     */
    default List<DynamicBound> live() {
        return isDynamic()
                ? axes().stream().flatMap(axis -> axis.live().stream()).toList()
                : List.of();
    }

    /** Returns whether a bound is dynamic. */
    default boolean isDynamic() {
        return !axes().isEmpty();
    }

    /**
     * Returns the same policy with mapped views.
     *
     * @hidden
     */
    default Policy mapped(UnaryOperator<View> views) {
        return this;
    }

    /** Returns the requested number of blocks per GPU launch, or 0; boxes and leagues have no such option. */
    default int grid() {
        return 0;
    }
}
