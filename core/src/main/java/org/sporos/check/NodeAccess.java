package org.sporos.check;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.SourceLocation;
import org.sporos.internal.run.Footprint;
import org.sporos.kernel.analysis.dependence.AccessMode;
import org.sporos.view.View;

/**
 * A node's reading or changing of elements of a view, by a kernel at an {@link org.sporos.kernel.analysis.dependence.AccessSite} or
 * by itself.
 *
 * @param view the view
 * @param mode what it does with them
 * @param certain whether it surely does so, to all of these elements, in each run; else it only may
 * @param elements the elements, of the view's allocation
 * @param where the line that does it, or null where only the node is known
 */
public record NodeAccess(
        View view,
        AccessMode mode,
        boolean certain,
        Footprint elements,
        @Nullable SourceLocation where) {

    /** Returns the access of all elements of a view. */
    public static NodeAccess whole(View view, AccessMode mode, boolean certain) {
        return new NodeAccess(view, mode, certain, Footprint.of(view.region()), null);
    }
}
