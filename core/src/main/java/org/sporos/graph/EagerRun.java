package org.sporos.graph;

import java.util.function.Function;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.space.ExecutionSpace;

/**
 * The way of an eager call: into the graph that this thread records, or to the compiler, which knows what it ran
 * before.
 */
final class EagerRun {
    /** Names the graphs of eager calls in errors and explanations. */
    static final String GRAPH = "eager calls";

    private EagerRun() {}

    /** Runs the task that a function makes of arguments. */
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

    /** Returns a graph of one node, whose line is that of the eager call which is under way. */
    private static Graph graph(Task task) {
        SourceLocation where = SourceLocation.ofUser();
        return Graph.define(GRAPH, root -> root.then(task, where));
    }
}
