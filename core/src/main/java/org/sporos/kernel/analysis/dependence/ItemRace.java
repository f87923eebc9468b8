package org.sporos.kernel.analysis.dependence;

import org.sporos.kernel.SourcePosition;

/**
 * Two places of the kernels of one node at which different work items touch one element: a data race, or two atomics
 * whose order may show in the result.
 *
 * @param view the number of the first place's view
 * @param certain whether it surely happens
 */
public record ItemRace(int view, Deed first, Deed second, boolean certain) {

    /** Returns whether both are atomics, so that each of them sees a whole element. */
    public boolean isOfAtomics() {
        return first.mode().isAtomic() && second.mode().isAtomic();
    }

    /**
     * The access of a work item at a place.
     *
     * @param mode what it does with an element
     * @param position the place
     */
    public record Deed(AccessMode mode, SourcePosition position) {}
}
