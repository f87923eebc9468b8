package org.sporos.graph;

import java.util.List;

/** The tasks of a graph's nodes, for tests that run a graph's works in other ways. */
public final class NodeTasks {
    private NodeTasks() {}

    /** Returns what the nodes do, without joins, in the order of definition. */
    public static List<Task> of(Graph graph) {
        return graph.nodes().stream()
                .filter(node -> !(node.work() instanceof Work.Join))
                .map(node -> new Task(node.label(), node.work(), node.priority(), node.where()))
                .toList();
    }
}
