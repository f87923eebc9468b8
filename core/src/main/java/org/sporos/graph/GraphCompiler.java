package org.sporos.graph;

import java.util.List;
import java.util.function.Function;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/** Makes executables of graphs. The library has one, found through {@link java.util.ServiceLoader}. Thread-safe. */
public interface GraphCompiler {

    /**
     * Checks a graph, compiles it for a space and returns the executable.
     *
     * @throws GraphException with all violations of the graph
     */
    ExecutableGraph compile(Graph graph, ExecutionSpace space, List<InstantiateOption> options);

    /**
     * Checks a graph and returns the memory that an executable of it would have.
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
     * Runs a task, as a graph of that node would, and keeps what it has made of it for calls that do the same.
     *
     * @param graph makes that graph where it is needed
     * @throws GraphException with all violations of the task
     */
    void call(Task task, ExecutionStream stream, Function<Task, Graph> graph);

    /**
     * Returns for each node the ids of nodes before it that must end before it starts, as their accesses tell: of two
     * nodes of which one writes what the other touches the second waits for the first. None of them follows from
     * others.
     *
     * @param graph has its nodes in the order whose results are wanted
     */
    List<List<Integer>> dependences(Graph graph);
}
