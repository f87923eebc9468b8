package org.sporos.kernel.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/**
 * A map from nodes of a graph and its nested graphs. The graph's own nodes are in an array, which avoids the cost of a
 * first identity hash. Not thread-safe for writes.
 */
public final class NodeTable<T> {
    private final List<Node> nodes;
    private final @Nullable Object[] own;
    private final Map<Node, T> nested = new HashMap<>();

    /** Creates an empty table for a graph. */
    public NodeTable(Graph graph) {
        this(graph.nodes());
    }

    NodeTable(List<Node> nodes) {
        this.nodes = nodes;
        this.own = new Object[nodes.size()];
    }

    private boolean isOwn(Node node) {
        return node.id() < own.length && nodes.get(node.id()) == node;
    }

    /** Sets the value of a node. */
    public void put(Node node, T value) {
        if (isOwn(node)) {
            own[node.id()] = value;
        } else {
            nested.put(node, value);
        }
    }

    /** Returns the value of a node, or null. */
    @SuppressWarnings("unchecked")
    public @Nullable T get(Node node) {
        return isOwn(node) ? (T) own[node.id()] : nested.get(node);
    }

    /** Visits all values, first of the graph's own nodes in order. */
    @SuppressWarnings("unchecked")
    void forEach(BiConsumer<Node, T> consumer) {
        for (int id = 0; id < own.length; id++) {
            if (own[id] != null) {
                consumer.accept(nodes.get(id), (T) own[id]);
            }
        }
        nested.forEach(consumer);
    }
}
