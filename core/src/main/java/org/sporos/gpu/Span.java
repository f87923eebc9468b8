package org.sporos.gpu;

import org.jspecify.annotations.Nullable;

/** The first and last native node of what was added to a native graph; the nodes between hang together. */
record Span(long first, long last) {

    /** Returns the span of one node. */
    static Span one(long node) {
        return new Span(node, node);
    }

    /** Makes a span depend on the one before it, if there is one, and returns both as one. */
    static Span then(GpuDriver driver, long graph, @Nullable Span before, Span after) {
        if (before == null) {
            return after;
        }
        driver.addEdge(graph, before.last, after.first);
        return new Span(before.first, after.last);
    }
}
