package org.sporos.gpu;

import org.jspecify.annotations.Nullable;

/**
 * The root and the leaf of a connected part of a native graph.
 *
 * @param startsSmall whether edges to the root may be programmatic: it is the launch of a small kernel
 * @param endsSmall whether edges from the leaf may be programmatic
 */
record Span(long first, long last, boolean startsSmall, boolean endsSmall) {

    /** Returns the span of one node. */
    static Span one(long node) {
        return new Span(node, node, false, false);
    }

    /** Adds an edge between two spans, if there is a first one, and returns their union. */
    static Span then(GpuDriver driver, long graph, @Nullable Span before, Span after) {
        if (before == null) {
            return after;
        }
        driver.addEdge(graph, before.last, after.first);
        return new Span(before.first, after.last, before.startsSmall, after.endsSmall);
    }
}
