package org.sporos.graph;

/**
 * The limits on the nesting depth of graphs, and on the number of nodes with each nested graph counted per occurrence.
 * The depth is bounded, since checks, plans and pictures visit it by recursion; the number, since a plan copies a
 * nested graph at each occurrence, so that two per level give 2 to the power of the depth.
 */
final class Nesting {
    /** Fits into a stack of 256 KiB in every recursive visit, also in interpreted code. */
    static final int MOST = 100;

    /** An executable with this number of nodes still fits into a heap of some GiB. */
    static final long MOST_NODES = 1_000_000;

    private Nesting() {}

    /** Returns the nesting depth of graphs in the work of a node, 0 without a nested graph. */
    static int of(Work work) {
        int depth = 0;
        for (NestedGraph nested : work.nested()) {
            depth = Math.max(depth, 1 + nested.graph().depth());
        }
        return depth;
    }

    /** Returns the number of nested nodes in the work of a node, 0 without a nested graph. */
    static long nodes(Work work) {
        long nodes = 0;
        for (NestedGraph nested : work.nested()) {
            nodes += nested.graph().inlinedNodes();
        }
        return nodes;
    }
}
