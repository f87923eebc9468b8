package org.sporos.graph;

import java.util.List;
import org.sporos.space.ExecutionSpace;

/** Makes executables of graphs. The library has one, found through {@link java.util.ServiceLoader}. Thread-safe. */
public interface GraphCompiler {

    /**
     * Checks a graph, compiles it for a space and returns the executable.
     *
     * @throws GraphException with all flaws of the graph
     */
    ExecutableGraph compile(Graph graph, ExecutionSpace space, List<InstantiateOption> options);
}
