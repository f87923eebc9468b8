package org.sporos.plan;

import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;

/**
 * Something that is launched at once: the work of a node, or nothing where several come together. Immutable.
 *
 * @param index its position in the plan, which is a topological order
 * @param node the user's node that it is for
 * @param graph the graph that the node is in, which is a nested one for nodes of nested graphs
 * @param empty whether it does nothing: a join, or the begin or end of a nested graph
 * @param bodies the plans of the graphs that a conditional node chooses from: then and else, the loop body, the cases
 */
public record LaunchUnit(int index, Node node, Graph graph, boolean empty, List<LaunchPlan> bodies) {

    /** Keeps an unmodifiable copy of the bodies. */
    public LaunchUnit {
        bodies = List.copyOf(bodies);
    }

    /** Returns the work of its node. */
    public Work work() {
        return node.work();
    }

    @Override
    public String toString() {
        return node.toString();
    }
}
