package org.sporos.graph;

import java.util.function.Function;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.space.ExecutionSpace;

/**
 * The execution of an eager call: recorded into the graph of this thread, or run by the compiler, which caches earlier
 * calls.
 */
final class EagerRun {
    /** The name of eager calls' graphs in errors and explanations. */
    static final String GRAPH = "eager calls";

    private EagerRun() {}

    /** Runs the task that a function creates. */
    static void of(EagerCalls calls, Function<Tasks, Task> task) {
        submit(calls, task.apply(new Tasks(definition(calls.eagerStream().space()))));
    }

    private static Definition definition(ExecutionSpace space) {
        return new Definition("call", () -> " on space " + Labels.quoted(space.name()));
    }

    static void submit(EagerCalls calls, Task task) {
        ExecutionSpace space = calls.eagerStream().space();
        if (task == null) {
            throw GraphException.of(
                    "G004",
                    "submit at " + SourceLocation.ofCaller() + " on space " + Labels.quoted(space.name())
                            + " is given null",
                    "Give it a task, which the methods of Task make.");
        }
        Recording recording = Recording.current();
        if (recording != null) {
            recording.add(space, task);
            return;
        }
        RunFrame.refuseInHostNode("parallelFor or another eager call");
        Graph.compiler().call(task, calls.eagerStream(), EagerRun::graph);
    }

    /** Returns a graph of one node at the line of the current eager call. */
    private static Graph graph(Task task) {
        SourceLocation where = SourceLocation.ofUser();
        return Graph.define(GRAPH, root -> root.then(task, where));
    }
}
