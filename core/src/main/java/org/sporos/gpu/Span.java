package org.sporos.gpu;

import org.jspecify.annotations.Nullable;

/** The root and the leaf of a connected part of a native graph. */
record Span(long first, long last) {

    /** Returns the span of one node. */
    static Span one(long node) {
        return new Span(node, node);
    }

    /** Adds an edge between two spans, if there is a first one, and returns their union. */
    static Span then(GpuDriver driver, long graph, @Nullable Span before, Span after) {
        if (before == null) {
            return after;
        }
        driver.addEdge(graph, before.last, after.first);
        return new Span(before.first, after.last);
    }
}
