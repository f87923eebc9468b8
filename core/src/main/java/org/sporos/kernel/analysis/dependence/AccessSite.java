package org.sporos.kernel.analysis.dependence;

import org.sporos.internal.run.Footprint;
import org.sporos.kernel.SourcePosition;

/**
 * The elements of a view accessed by a kernel in one mode.
 *
 * @param view the index of the view in the binding
 * @param mode the mode of the access
 * @param certain whether each run accesses all of these elements
 * @param occurs whether each run accesses at least one of them
 * @param elements the elements of the view's allocation
 * @param position the source position of the first such access
 */
public record AccessSite(
        int view, AccessMode mode, boolean certain, boolean occurs, Footprint elements, SourcePosition position) {}
