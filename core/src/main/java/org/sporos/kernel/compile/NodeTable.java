package org.sporos.kernel.compile;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/**
 * The facts about the nodes of a graph and of those nested in it. The graph's own are in an array: asking a node for
 * its identity hash for the first time takes longer than most of what is done with it. Not thread-safe while it is
 * filled.
 */
public final class NodeTable<T> {
    private final List<Node> nodes;
    private final @Nullable Object[] own;
    private final Map<Node, T> nested = new IdentityHashMap<>();

    /** Makes an empty one for a graph. */
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

    /** Sets what is known of a node. */
    public void put(Node node, T value) {
        if (isOwn(node)) {
            own[node.id()] = value;
        } else {
            nested.put(node, value);
        }
    }

    /** Returns what is known of a node, or null. */
    @SuppressWarnings("unchecked")
    public @Nullable T get(Node node) {
        return isOwn(node) ? (T) own[node.id()] : nested.get(node);
    }

    /** Gives all that is known to a consumer: first of the graph's own nodes, in their order. */
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
