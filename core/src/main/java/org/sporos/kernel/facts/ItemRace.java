package org.sporos.kernel.facts;

import org.sporos.kernel.SourcePosition;

/**
 * Two places of the kernels of one node at which different work items touch one element, one of them changing it.
 *
 * @param view the number of the first place's view
 * @param certain whether it surely happens
 */
public record ItemRace(int view, Deed first, Deed second, boolean certain) {

    /**
     * The access of a work item at a place.
     *
     * @param verb what it does with an element, such as {@code writes}
     * @param position the place
     */
    public record Deed(String verb, SourcePosition position) {}
}
