package org.sporos.check;

import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/** How messages name a node. Its line is looked up only if there is a message. */
record NodeName(Node node, Graph graph) {
    /** Returns it as in {@code node 'x' (Heat.java:3) of graph 'step'}. */
    @Override
    public String toString() {
        return "node " + Labels.quoted(node.label()) + " (" + node.where() + ") of graph "
                + Labels.quoted(graph.label());
    }
}
