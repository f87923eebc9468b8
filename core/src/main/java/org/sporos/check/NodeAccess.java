package org.sporos.check;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.SourceLocation;
import org.sporos.internal.run.Footprint;
import org.sporos.kernel.analysis.dependence.AccessMode;
import org.sporos.view.View;

/**
 * The access of a node to elements of a view, by a kernel at an
 * {@link org.sporos.kernel.analysis.dependence.AccessSite} or by the node itself.
 *
 * @param view the view
 * @param mode the kind of access
 * @param certain whether all of these elements are accessed in each run
 * @param occurs whether at least one of them is accessed in each run
 * @param elements the elements, of the view's allocation
 * @param where the line of the access, or null if only the node is known
 */
public record NodeAccess(
        View view,
        AccessMode mode,
        boolean certain,
        boolean occurs,
        Footprint elements,
        @Nullable SourceLocation where) {

    /** Returns whether two accesses meet in each run, as this one has all elements that the other may have. */
    boolean mustMeet(NodeAccess other) {
        return certain && other.occurs && elements.covers(other.elements);
    }

    /** Returns the access to all elements of a view. */
    public static NodeAccess whole(View view, AccessMode mode, boolean certain) {
        return new NodeAccess(view, mode, certain, certain, Footprint.of(view.region()), null);
    }
}
