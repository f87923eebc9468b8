package org.sporos.graph;

/**
 * The order among the nodes of a graph recorded from eager calls.
 *
 * <pre>{@code
 * Graph step = Graph.record("step", RecordedOrder.DATA_DEPENDENCES, () -> {
 *     space.fill("clear x", x, 0);
 *     space.fill("clear y", y, 0);
 * });
 * }</pre>
 */
public enum RecordedOrder {
    /** Each node waits for the previous one, as on one stream. */
    PROGRAM_ORDER,
    /**
     * A node waits for earlier nodes with conflicting accesses, and for no others. A host node or capture without
     * declared accesses conflicts with all nodes. Results are the same as in program order.
     */
    DATA_DEPENDENCES
}
