package org.sporos.graph;

import java.util.List;
import java.util.function.Function;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * The compiler from graphs to executables. The library has one, found through {@link java.util.ServiceLoader}.
 * Thread-safe.
 */
public interface GraphCompiler {

    /**
     * Checks a graph, compiles it for a space and returns the executable.
     *
     * @throws GraphException with all violations of the graph
     */
    ExecutableGraph compile(Graph graph, ExecutionSpace space, List<InstantiateOption> options);

    /**
     * Checks a graph and returns the memory that its executable would need.
     *
     * @throws GraphException with all violations of the graph
     */
    MemoryPlan memoryPlan(Graph graph, ExecutionSpace space, List<InstantiateOption> options);

    /**
     * Runs each node of a graph on a space and on a reference, and compares.
     *
     * @throws GraphException with all violations of the graph
     */
    Verification verify(Graph graph, ExecutionSpace space, VerifyOptions options);

    /**
     * Runs a task as a graph of one node, and caches its executable for equal calls.
     *
     * @param graph creates that graph on a cache miss
     * @throws GraphException with all violations of the task
     */
    void call(Task task, ExecutionStream stream, Function<Task, Graph> graph);

    /**
     * Returns the data dependences of each node as ids of predecessors: two nodes with conflicting accesses keep their
     * order. Transitive dependences are omitted.
     *
     * @param graph a graph with its nodes in program order
     */
    List<List<Integer>> dependences(Graph graph);
}
