package org.sporos.spi;

import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Node;
import org.sporos.space.ExecutionSpace;

/**
 * The executable of the nodes of a graph that one space runs together.
 *
 * @param nodes the nodes of the user's graph that those of its own graph are copies of, in order
 * @param level the greatest number of edges between spaces on a path to it
 */
public record PartRun(ExecutionSpace space, ExecutableGraph executable, List<Node> nodes, int level) {

    /** Keeps an unmodifiable copy. */
    public PartRun {
        nodes = List.copyOf(nodes);
    }
}
