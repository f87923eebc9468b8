package org.sporos.graph;

/**
 * The order among the nodes of a graph that is recorded of eager calls.
 *
 * <pre>{@code
 * Graph step = Graph.record("step", RecordedOrder.DATA_DEPENDENCES, () -> {
 *     space.fill("clear x", x, 0);
 *     space.fill("clear y", y, 0);
 * });
 * }</pre>
 */
public enum RecordedOrder {
    /** Each node waits for the one before, as on one stream. */
    PROGRAM_ORDER,
    /**
     * A node waits for those before it which touch the same memory where one of both writes, and for no others. What a
     * host node or a capture touches that declares nothing may be anything. Results are the same as in program order.
     */
    DATA_DEPENDENCES
}
