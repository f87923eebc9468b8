package org.sporos.kernel.analysis.dependence;

import org.sporos.kernel.SourcePosition;

/**
 * Two accesses of a node's kernels to one element by different work items: a data race, or two atomics whose order may
 * affect the result.
 *
 * @param view the index of the view of the first access
 * @param certain whether the race is definite
 */
public record ItemRace(int view, Access first, Access second, boolean certain) {

    /** Returns whether both accesses are atomic, so that neither tears. */
    public boolean isOfAtomics() {
        return first.mode().isAtomic() && second.mode().isAtomic();
    }

    /**
     * An access of a work item.
     *
     * @param mode the mode of the access
     * @param position the source position
     */
    public record Access(AccessMode mode, SourcePosition position) {}
}
