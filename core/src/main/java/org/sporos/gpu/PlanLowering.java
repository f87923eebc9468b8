package org.sporos.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.plan.LaunchPlan;

/** Lowers plans to native nodes: the plan of a graph, and the plans of conditional bodies. */
interface PlanLowering {

    /**
     * Adds the nodes of a plan to a native graph; several roots or leaves are joined by empty kernels. Returns the root
     * and the leaf, or null if there are no nodes.
     */
    @Nullable
    Span lower(LaunchPlan plan, long graph);

    /**
     * Lowers the body of a native conditional, with the conditionals in it chained. Some launches hang in CUDA's driver
     * 580.159 if two conditionals and a kernel of a body are independent: 27 of 448 random graphs on an H200, and none
     * of 4,740 with the conditionals of each body in a chain.
     */
    @Nullable
    Span lowerBody(LaunchPlan plan, long graph);

    /** Joins several roots and several leaves by empty kernels; returns null if there are no roots. */
    @Nullable
    Span joinEnds(long graph, List<Long> roots, List<Long> leaves);
}
