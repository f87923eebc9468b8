package org.sporos.check;

import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Work;

/** The bodies of a conditional node. */
final class Bodies {

    private Bodies() {}

    static List<Graph> of(Work work) {
        List<NestedGraph> nested = work.nested();
        return nested.isEmpty()
                ? List.of()
                : nested.stream()
                        .filter(NestedGraph::isConditional)
                        .map(NestedGraph::graph)
                        .toList();
    }
}
