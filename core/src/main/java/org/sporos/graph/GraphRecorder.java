package org.sporos.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.policy.KernelBody;
import org.sporos.space.ExecutionSpace;

/** The nodes of a graph during its definition. Used by one thread. */
final class GraphRecorder {
    private static final Comparator<Node> BY_ID = Comparator.comparingInt(Node::id);
    /** The innermost active definition of each thread. */
    private static final ThreadLocal<GraphRecorder> OPEN = new ThreadLocal<>();

    private final String graph;
    private final List<Node> nodes = new ArrayList<>();
    /** The locations of joins since the last other node. */
    private final List<SourceLocation> unknown = new ArrayList<>();

    private final Thread thread = Thread.currentThread();
    private final Tasks tasks;
    private boolean closed;
    /** The graph of an active definition nested in this one, or null. */
    private @Nullable String inner;

    private int depth;
    private long inlinedNodes;
    private boolean hasIndexSets;
    private boolean namesSpaces;

    GraphRecorder(String graph) {
        this.graph = graph;
        this.tasks = new Tasks(new Definition("node", () -> " of graph " + Labels.quoted(graph)));
    }

    /** Calls a definition; meanwhile the outer definition of this thread accepts no nodes. */
    static GraphRecorder record(String graph, Consumer<? super NodeRef> definition) {
        GraphRecorder outer = OPEN.get();
        GraphRecorder recorder = new GraphRecorder(graph);
        OPEN.set(recorder);
        if (outer != null) {
            outer.inner = graph;
        }
        try {
            definition.accept(new NodeRef(recorder, null, null));
            return recorder;
        } finally {
            recorder.close();
            if (outer == null) {
                OPEN.remove();
            } else {
                OPEN.set(outer);
                outer.inner = null;
            }
        }
    }

    /** Returns the factory of its nodes' tasks. */
    Tasks tasks() {
        return tasks;
    }

    /** Adds a node with the line of the user's call, after another one, or as a root. */
    Node add(Task task, @Nullable Node predecessor, @Nullable ExecutionSpace space) {
        KernelBody body = task instanceof BodyTask<?> single ? single.body() : null;
        return add(task, predecessor, space, body == null ? SourceLocation.ofCaller() : BodyLines.of(body));
    }

    /** Adds a node after another one, or as a root. */
    Node add(Task task, @Nullable Node predecessor, @Nullable ExecutionSpace space, SourceLocation where) {
        List<Node> before = predecessor == null ? List.of() : List.of(predecessor);
        Node node = add(task.label(), task.work(), task.priority(), before, where, space);
        place(where);
        return node;
    }

    /** Adds a copy of another graph's node with other work and priority, after the copies of its predecessors. */
    void add(Node like, Work work, int priority) {
        List<Node> before = like.predecessors().stream()
                .map(predecessor -> nodes.get(predecessor.id()))
                .toList();
        add(like.label(), work, priority, before, like.where(), like.space());
    }

    /** Adds a copy of a node that names no space, after nodes with the given ids. */
    void add(Node like, List<Integer> predecessors) {
        List<Node> before = predecessors.stream().map(nodes::get).toList();
        add(like.label(), like.work(), like.priority(), before, like.where(), null);
    }

    /** Adds a join of several nodes. */
    Node join(List<Node> predecessors) {
        List<Node> once = once(predecessors);
        if (closed) {
            return add("whenAll", new Work.Join(), 0, once, SourceLocation.ofCaller(), null);
        }
        // Most joins directly precede another node: a stack walk for both would double the cost.
        SourceLocation where = SourceLocation.later();
        Node join = add("whenAll", new Work.Join(), 0, once, where, null);
        unknown.add(where);
        return join;
    }

    /** Returns nodes in the order of definition, each once. */
    private static List<Node> once(List<Node> nodes) {
        Node[] all = nodes.toArray(new Node[0]);
        Arrays.sort(all, BY_ID);
        int count = 0;
        for (Node node : all) {
            if (count == 0 || all[count - 1] != node) {
                all[count++] = node;
            }
        }
        return List.of(count == all.length ? all : Arrays.copyOf(all, count));
    }

    private Node add(
            String label,
            Work work,
            int priority,
            List<Node> predecessors,
            SourceLocation where,
            @Nullable ExecutionSpace space) {
        if (closed) {
            throw GraphException.of(
                    "G001",
                    "node " + Labels.quoted(label) + " (" + where + ") is added to graph " + Labels.quoted(graph)
                            + " after its definition has ended",
                    "Add all nodes inside of the block that Graph.define is given.");
        }
        if (Thread.currentThread() != thread) {
            throw ofOtherThread(label, where);
        }
        if (inner != null) {
            throw GraphException.of(
                    "G008",
                    "node " + Labels.quoted(label) + " (" + where + ") is added to graph " + Labels.quoted(graph)
                            + " by the definition of graph " + Labels.quoted(inner),
                    "Add it to the argument of the inner definition, or before it.");
        }
        int nested = Nesting.of(work);
        if (nested > Nesting.MOST) {
            throw tooDeep(label, where);
        }
        long inside = Nesting.nodes(work);
        if (inside > 0 && inlinedNodes + 1 + inside > Nesting.MOST_NODES) {
            throw tooManyNodes(label, where, inlinedNodes + 1 + inside);
        }
        depth = Math.max(depth, nested);
        inlinedNodes += 1 + inside;
        List<KernelCall> kernels = work.kernels();
        Node node = new Node(nodes.size(), label, work, priority, kernels, predecessors, where, space);
        hasIndexSets |= Placement.isOverSet(work, kernels);
        namesSpaces |= space != null || anyNamesSpaces(work);
        nodes.add(node);
        return node;
    }

    private static boolean anyNamesSpaces(Work work) {
        for (NestedGraph nested : work.nested()) {
            if (nested.graph().namesSpaces()) {
                return true;
            }
        }
        return false;
    }

    private GraphException tooDeep(String label, SourceLocation where) {
        return GraphException.of(
                "G117",
                "node " + Labels.quoted(label) + " (" + where + ") of graph " + Labels.quoted(graph)
                        + " nests more than " + Nesting.MOST + " graphs in each other",
                "Put steps that follow each other side by side in one graph, or repeat a graph with thenWhile.");
    }

    private GraphException tooManyNodes(String label, SourceLocation where, long all) {
        return GraphException.of(
                "G135",
                "node " + Labels.quoted(label) + " (" + where + ") of graph " + Labels.quoted(graph)
                        + " makes it a graph of " + all
                        + " nodes, as each nested graph counts wherever it is nested; at"
                        + " most " + Nesting.MOST_NODES + " are allowed",
                "Repeat a graph with thenWhile, or submit it several times, instead of nesting copies of it.");
    }

    private GraphException ofOtherThread(String label, SourceLocation where) {
        return GraphException.of(
                "G007",
                "node " + Labels.quoted(label) + " (" + where + ") is added to graph " + Labels.quoted(graph)
                        + " by thread " + Labels.quoted(Thread.currentThread().getName()) + ", while thread "
                        + Labels.quoted(thread.getName()) + " defines it",
                "Add all nodes on the thread that calls Graph.define: their order is that of the definition.");
    }

    /** Sets the line of the joins that were added since the last other node. */
    private void place(SourceLocation where) {
        if (!unknown.isEmpty()) {
            unknown.forEach(join -> join.is(where));
            unknown.clear();
        }
    }

    String graph() {
        return graph;
    }

    /** Returns the number of nodes, with those of nested graphs counted once per occurrence. */
    long inlinedNodes() {
        return inlinedNodes;
    }

    /** Returns the nesting depth of graphs inside the recorded one. */
    int depth() {
        return depth;
    }

    /** Returns whether a node runs over an index set, also in a nested graph. */
    boolean hasIndexSets() {
        return hasIndexSets;
    }

    /** Returns whether a node names its space, also in a nested graph. */
    boolean namesSpaces() {
        return namesSpaces;
    }

    List<Node> close() {
        closed = true;
        if (!unknown.isEmpty()) {
            place(SourceLocation.ofCaller());
        }
        return nodes;
    }
}
