package org.sporos.kernel.analysis.dependence;

import org.sporos.internal.run.Footprint;
import org.sporos.kernel.SourcePosition;

/**
 * A place of a kernel that reads or changes elements of a view.
 *
 * @param view the number of the view in the binding
 * @param mode what it does with them
 * @param certain whether it accesses all of these elements in each run
 * @param elements the elements, of the view's allocation
 * @param position the first place that does so
 */
public record AccessSite(int view, AccessMode mode, boolean certain, Footprint elements, SourcePosition position) {}
