package org.sporos.trace;

import java.util.List;
import org.sporos.graph.Node;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.LoweringContext;

/**
 * The plan of an executable under the profiler.
 *
 * @param context the input of its lowering
 * @param stream the stream of its runs
 * @param nodes the nodes of the user's graph that the nodes of its own graph are copies of; empty if they are no copies
 */
record ProfiledPlan(LoweringContext context, ExecutionStream stream, List<Node> nodes) {

    /** Returns the node of the user's graph for one of its own graph. */
    Node original(Node node) {
        boolean isCopy = !nodes.isEmpty() && context.graph().nodes().get(Math.min(node.id(), nodes.size() - 1)) == node;
        return isCopy ? nodes.get(node.id()) : node;
    }
}
