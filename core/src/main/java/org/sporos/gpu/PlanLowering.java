package org.sporos.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.plan.LaunchPlan;

/** Makes native nodes of plans: of that of a graph, and by way of the nodes of conditionals those of their bodies. */
interface PlanLowering {

    /**
     * Adds the nodes of a plan to a native graph, several roots and several leaves joined by kernels that do nothing.
     * Returns the nodes that begin first and end last, or null if there is none.
     */
    @Nullable
    Span lower(LaunchPlan plan, long graph);

    /**
     * As {@link #lower}, for the body of a native conditional: its own conditionals follow one another. CUDA's driver
     * 580.159 never ends some launches in which two conditionals and a kernel of such a body are independent: 27 of 448
     * random graphs on an H200, and none of 4,740 with the conditionals of each body in a chain.
     */
    @Nullable
    Span lowerBody(LaunchPlan plan, long graph);

    /** Joins several roots and several leaves by kernels that do nothing; returns null where there are no roots. */
    @Nullable
    Span gather(long graph, List<Long> roots, List<Long> leaves);
}
