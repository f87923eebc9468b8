package org.sporos.check;

import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;

/** The name of a node in messages. Its line is looked up only for a message. */
record NodeName(Node node, Graph graph) {
    /**
     * Returns it as in {@code node 'x' (Heat.java:3) of graph 'step'}; with its number if other nodes have its label.
     */
    @Override
    public String toString() {
        return withMore("");
    }

    /** Returns it with a remark behind it. */
    String withMore(String remark) {
        String number = RepeatedLabels.number(node, graph);
        return "node " + Labels.quoted(node.label()) + " (" + (number.isEmpty() ? "" : number + ", ") + node.where()
                + ") of graph " + Labels.quoted(graph.label()) + remark;
    }
}
