package org.sporos.graph;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RecordingMode;
import org.sporos.internal.view.RingState;
import org.sporos.internal.view.ViewRecorder;
import org.sporos.space.ElementValue;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.View;

/** A recording of a function's eager calls. Used by one thread. */
final class Recording implements ViewRecorder {
    private static final Tasks COPIES = new Tasks(new Definition("call", () -> ""));

    private final String graph;
    private final List<Call> calls = new ArrayList<>();
    private @Nullable ExecutionSpace space;
    private @Nullable SourceLocation first;

    /** A call and its line. */
    private record Call(Task task, SourceLocation where) {}

    private Recording(String graph) {
        this.graph = graph;
    }

    /** Returns the active recording of this thread, or null. */
    static @Nullable Recording current() {
        return RecordingMode.current() instanceof Recording recording ? recording : null;
    }

    static Graph of(String label, RecordedOrder order, Runnable step) {
        Recording outer = current();
        if (outer != null) {
            throw outer.nested(label);
        }
        Recording recording = new Recording(label);
        RecordingMode.begin(recording);
        try {
            step.run();
        } finally {
            RecordingMode.end();
        }
        Graph inOrder = recording.inOrder();
        return order == RecordedOrder.PROGRAM_ORDER ? inOrder : recording.byAccesses(inOrder);
    }

    private Graph inOrder() {
        return Graph.define(graph, root -> {
            NodeRef last = root;
            for (Call call : calls) {
                last = last.then(call.task, call.where);
            }
        });
    }

    private Graph byAccesses(Graph inOrder) {
        List<List<Integer>> before = dependences(inOrder);
        return Graph.define(graph, root -> {
            List<NodeRef> nodes = new ArrayList<>();
            for (int k = 0; k < calls.size(); k++) {
                NodeRef after =
                        after(root, before.get(k).stream().map(nodes::get).toList());
                nodes.add(after.then(calls.get(k).task, calls.get(k).where));
            }
        });
    }

    private List<List<Integer>> dependences(Graph inOrder) {
        if (space == null || !inOrder.hasIndexSets()) {
            return Graph.compiler().dependences(inOrder);
        }
        try (Placement placement = new Placement(space)) {
            return Graph.compiler().dependences(placement.of(inOrder));
        }
    }

    private static NodeRef after(NodeRef root, List<NodeRef> nodes) {
        return nodes.isEmpty() ? root : nodes.size() == 1 ? nodes.get(0) : Graph.whenAll(nodes);
    }

    /** Records an eager call of a space. */
    void add(ExecutionSpace of, Task task) {
        SourceLocation where = SourceLocation.ofUser();
        if (space == null) {
            space = of;
            first = where;
        } else if (space != of) {
            throw GraphException.of(
                    "G141",
                    "call " + Labels.quoted(task.label()) + " (" + where + ") of space " + Labels.quoted(of.name())
                            + " is made while graph " + Labels.quoted(graph) + " is recorded, whose first call ("
                            + first + ") is one of "
                            + (of.name().equals(space.name())
                                    ? "another space of that name"
                                    : "space " + Labels.quoted(space.name())),
                    "Record the calls of each space in a graph of their own, and order them by fences or events.");
        }
        calls.add(new Call(task, where));
    }

    @Override
    public void deepCopy(View to, View from) {
        calls.add(new Call(COPIES.copy("deepCopy", to, from), SourceLocation.ofUser()));
    }

    @Override
    public void fill(View view, ElementValue value) {
        calls.add(new Call(COPIES.fill("fill", view, value), SourceLocation.ofUser()));
    }

    @Override
    public void advance(RingState ring, List<View> levels) {
        calls.add(new Call(
                COPIES.of("advance", ring, rotated -> new Work.Advance(rotated, levels)), SourceLocation.ofUser()));
    }

    @Override
    public GraphException refused(String call) {
        return GraphException.of(
                "G142",
                call + " at " + SourceLocation.ofUser() + " cannot be recorded in graph " + Labels.quoted(graph)
                        + ": the eager calls before it have not run",
                "Do it before or after the recording, or make it a node with submit(Task.host(...)).");
    }

    private GraphException nested(String inner) {
        return GraphException.of(
                "G143",
                "graph " + Labels.quoted(inner) + " is to be recorded at " + SourceLocation.ofUser() + " while graph "
                        + Labels.quoted(graph) + " is",
                "Call the function itself, which adds its calls to the outer graph; or record it before, and submit it with"
                        + " submit(Task.graph(...)).");
    }
}
