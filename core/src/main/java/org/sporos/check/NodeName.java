package org.sporos.check;

import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;

/** The name of a node in messages, formatted on demand as its line is costly to find. */
record NodeName(Node node, Graph graph) {
    /**
     * Returns a text such as {@code node 'x' (Heat.java:3) of graph 'step'}, with the number of the node if its label
     * is not unique.
     */
    @Override
    public String toString() {
        return withMore("");
    }

    /** Returns the name followed by a remark. */
    String withMore(String remark) {
        String number = RepeatedLabels.number(node, graph);
        return "node " + Labels.quoted(node.label()) + " (" + (number.isEmpty() ? "" : number + ", ") + node.where()
                + ") of graph " + Labels.quoted(graph.label()) + remark;
    }
}
