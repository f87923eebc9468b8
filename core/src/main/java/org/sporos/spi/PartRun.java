package org.sporos.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Node;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * The executable of the nodes of a graph that one space runs together.
 *
 * @param nodes the nodes of the user's graph that those of its own graph are copies of, in order
 * @param level the greatest number of edges between spaces on a path to it
 * @param before the indexes of the earlier parts of other spaces that it follows
 * @param stream the stream that it runs on, or null for the stream of the submit
 */
public record PartRun(
        ExecutionSpace space,
        ExecutableGraph executable,
        List<Node> nodes,
        int level,
        List<Integer> before,
        @Nullable ExecutionStream stream) {

    /** Keeps unmodifiable copies. */
    public PartRun {
        nodes = List.copyOf(nodes);
        before = List.copyOf(before);
    }
}
