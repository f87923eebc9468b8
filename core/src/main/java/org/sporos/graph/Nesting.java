package org.sporos.graph;

/**
 * How deep graphs lie in each other, and how many nodes a graph has if each nested graph counts wherever it is nested.
 * The depth is bounded, since a check, a plan or a picture visits it by recursion; the number, since a plan has a copy
 * of a nested graph for each place, so that two in each level are 2 to the power of the depth.
 */
final class Nesting {
    /** Fits into a stack of 256 KiB wherever nested graphs are visited, also by interpreted code. */
    static final int MOST = 100;

    /** An executable of that many nodes still fits into a heap of some GiB. */
    static final long MOST_NODES = 1_000_000;

    private Nesting() {}

    /** Returns how many graphs lie in each other in the work of a node: 0 if it runs no graph. */
    static int of(Work work) {
        int depth = 0;
        for (NestedGraph nested : work.nested()) {
            depth = Math.max(depth, 1 + nested.graph().depth());
        }
        return depth;
    }

    /** Returns the number of nodes in the work of a node, those of nested graphs too: 0 if it runs no graph. */
    static long nodes(Work work) {
        long nodes = 0;
        for (NestedGraph nested : work.nested()) {
            nodes += nested.graph().inlinedNodes();
        }
        return nodes;
    }
}
