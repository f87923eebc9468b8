package org.sporos.graph;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
[#list params as t]
import org.sporos.param.${t.Type}Param;
[/#list]
import org.sporos.policy.Condition;
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementValue;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExternalSemaphore;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.RecordView;
import org.sporos.view.View;
import org.sporos.view.ViewRing;
import org.sporos.view.ViewSpec;

/**
 * A node of a graph under definition, or its root. Each method adds one successor of this node and returns it; {@link
 * Graph#whenAll} joins several nodes. The label comes first; it names the node in errors and pictures.
 *
 * <p>Every method throws a {@link GraphException} if an argument is null or the definition has ended. Confined to the
 * defining thread.
 *
 * <pre>{@code
 * Graph step = Graph.define("step", root -> root.thenDeepCopy("keep", y, x)
 *         .thenParallelFor("grow", RangePolicy.of(n), i -> x.set(i, 2 * y.get(i)))
 *         .thenHost("tell", () -> System.out.println("done")));
 * }</pre>
 */
public sealed class NodeRef permits AllocateNodeRef {
    private final GraphRecorder recorder;
    private final @Nullable Node node;
    private final @Nullable ExecutionSpace space;

    /** @param space the space of successors, or null if they name none */
    NodeRef(GraphRecorder recorder, @Nullable Node node, @Nullable ExecutionSpace space) {
        this.recorder = recorder;
        this.node = node;
        this.space = space;
    }

    /** Returns the space of successors, or null. */
    @Nullable
    ExecutionSpace space() {
        return space;
    }

    /**
     * Returns this node with successors on a space: nodes added to the result, and to these, run there. Nodes without a
     * named space run on that of {@link Graph#instantiate}. All spaces of a graph are of one kind, such as devices of
     * one machine, and copy from each other; a copy node moves elements between them. Bodies of conditionals run on one
     * space.
     *
     * <pre>{@code
     * Graph step = Graph.define("step", root -> {
     *     NodeRef left = root.on(one).thenParallelFor("left", n, i -> a.set(i, 2 * a.get(i)));
     *     NodeRef right = root.on(two).thenParallelFor("right", n, i -> b.set(i, 3 * b.get(i)));
     *     Graph.whenAll(left, right).on(one).thenDeepCopy("fetch", copy, b);
     * });
     * }</pre>
     *
     * @throws GraphException if the space is null
     */
    public NodeRef on(ExecutionSpace other) {
        return new NodeRef(recorder, node, tasks().check("on", other));
    }

    GraphRecorder recorder() {
        return recorder;
    }

    void addTo(List<Node> nodes) {
        if (node != null) {
            nodes.add(node);
        }
    }

    /**
     * Adds a node with the work of a task. Its line is that of this call, not that of the task.
     *
     * @throws GraphException if the task is null or the definition has ended
     */
    public NodeRef then(Task task) {
        SourceLocation where = SourceLocation.ofCaller();
        if (task == null) {
            throw GraphException.of(
                    "G004",
                    "then at " + where + " of graph " + Labels.quoted(recorder.graph()) + " is given null",
                    "Give it a task, which the methods of Task make.");
        }
        return then(task, where);
    }

    NodeRef then(Task task, SourceLocation where) {
        return new NodeRef(recorder, recorder.add(task, node, space, where), space);
    }

    /**
     * Copies the records of one view to another of equal extents: one node if both are interleaved, else a node for
     * each component, named by the label, a dot and the component, and their join.
     */
    public <R extends Record> NodeRef thenDeepCopy(String label, RecordView<R> to, RecordView<R> from) {
        tasks().labelled(label);
        tasks().check(label, to).requireSameRecords(tasks().check(label, from));
        if (to.isInterleaved() && from.isInterleaved()) {
            return thenDeepCopy(label, to.elements(View.class), from.elements(View.class));
        }
        return ofComponents(
                to,
                k -> thenDeepCopy(
                        to.nameOf(label, k),
                        to.components().get(k),
                        from.components().get(k)));
    }

    /**
     * Sets each record of a view: a node for each component, named by the label, a dot and the component, and their
     * join.
     */
    public <R extends Record> NodeRef thenFill(String label, RecordView<R> view, R record) {
        tasks().labelled(label);
        List<ElementValue> values = tasks().check(label, view).values(tasks().check(label, record));
        return ofComponents(
                view, k -> add(tasks().fill(view.nameOf(label, k), view.components().get(k), values.get(k))));
    }

    private static NodeRef ofComponents(RecordView<?> view, IntFunction<NodeRef> node) {
        return Graph.whenAll(
                IntStream.range(0, view.components().size()).mapToObj(node).toList());
    }

    /** Allocates a zeroed view inside the graph, until a node frees it or the run ends. */
    public <V extends View> AllocateNodeRef<V> thenAllocate(String label, ViewSpec<V> spec) {
        V view = tasks().check(label, spec).inGraph(String.valueOf(label));
        Task task = tasks().task(label, new Work.Allocate(spec, view));
        return new AllocateNodeRef<>(recorder, recorder.add(task, node, space), space, view);
    }

    /** Frees a view that a node of this graph allocated. */
    public NodeRef thenFree(String label, View view) {
        return add(tasks().of(label, view, Work.Free::new));
    }
[#assign by = "nodes"]
[#macro verb task takes makes node="then" + task?cap_first returns="" eager=false]
[@javadoc][#nested][/@javadoc]
${signature("public NodeRef " + node, takes)}
        return add(${makes?replace("tasks", "tasks()")});
    }
[/#macro]
[#include '/@build/verbs.ftl']

    private Tasks tasks() {
        return recorder.tasks();
    }

    private NodeRef add(Task task) {
        return new NodeRef(recorder, recorder.add(task, node, space), space);
    }

    /** Returns the one-line description of the node, or {@code root}. */
    @Override
    public String toString() {
        return node == null ? "root" : node.toString();
    }
}
