package org.sporos.graph;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.policy.Condition;
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
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
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;
import org.sporos.view.RecordView;
import org.sporos.view.View;
import org.sporos.view.ViewRing;
import org.sporos.view.ViewSpec;

/**
 * A node of a graph that is being defined, or its root: what follows it is added here. Each method adds one node that
 * waits for this one alone and returns it; {@link Graph#whenAll} makes a node that waits for several. The label comes
 * first; it names the node in errors and pictures.
 *
 * <p>Every method throws a {@link GraphException} if an argument is null or the definition has ended. To be used by the
 * defining thread only.
 *
 * <pre>{@code
 * Graph step = Graph.define("step", root -> root.thenDeepCopy("keep", y, x)
 *         .thenParallelFor("grow", RangePolicy.of(n), i -> x.set(i, 2 * y.get(i)))
 *         .thenHost("tell", () -> System.out.println("done")));
 * }</pre>
 */
public sealed class NodeRef extends TypedNodeRef permits AllocateNodeRef {
    private final GraphRecorder recorder;
    private final @Nullable Node node;

    NodeRef(GraphRecorder recorder, @Nullable Node node) {
        this.recorder = recorder;
        this.node = node;
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
     * Adds a node that does what a task describes. Its line is that of this call; the task tells its own.
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
        return new NodeRef(recorder, recorder.add(task, node, where));
    }

    /** Calls a body once per index of {@code [0, n)}. */
    public NodeRef thenParallelFor(String label, int n, RangeBody body) {
        return add(tasks().loop(label, n, body));
    }

    /**
     * Calls a body once per index of {@code [0, n)}, where n is a long. Boxed: an int picks the body of int indexes.
     */
    public NodeRef thenParallelFor(String label, Long n, LongRangeBody body) {
        return add(tasks().loop(label, n, body));
    }

    /** Calls a body once per index of a range. */
    public NodeRef thenParallelFor(String label, RangePolicy policy, RangeBody body) {
        return add(tasks().loop(label, policy, body));
    }

    /** Calls a body once per element of an index set. */
    public NodeRef thenParallelFor(String label, IndexSet set, RangeBody body) {
        return add(tasks().loop(label, set, body));
    }

    /** Calls a body once per index of a range of longs. */
    public NodeRef thenParallelFor(String label, LongRangePolicy policy, LongRangeBody body) {
        return add(tasks().loop(label, policy, body));
    }

    /**
     * Calls a body once per index pair of a box.
     *
     * @throws GraphException if the box is not of rank 2
     */
    public NodeRef thenParallelFor(String label, MDRangePolicy policy, RangeBody2 body) {
        return add(tasks().loop(label, policy, body));
    }

    /**
     * Calls a body once per index triple of a box.
     *
     * @throws GraphException if the box is not of rank 3
     */
    public NodeRef thenParallelFor(String label, MDRangePolicy policy, RangeBody3 body) {
        return add(tasks().loop(label, policy, body));
    }

    /**
     * Calls a body once per index quadruple of a box.
     *
     * @throws GraphException if the box is not of rank 4
     */
    public NodeRef thenParallelFor(String label, MDRangePolicy policy, RangeBody4 body) {
        return add(tasks().loop(label, policy, body));
    }

    /** Calls a body once per member of each team of a league. */
    public NodeRef thenParallelFor(String label, TeamPolicy policy, TeamBody body) {
        return add(tasks().loop(label, policy, body));
    }

    /**
     * Reduces what the indexes of a policy contribute, several results at once.
     *
     * @throws GraphException if there is no reduction, or one is made for another kind of policy
     */
    public NodeRef thenParallelReduce(String label, Policy policy, Reduction... reductions) {
        return add(tasks().reduce(label, policy, reductions));
    }

    /** Calls a body once, on the device. */
    public NodeRef then(String label, SingleBody body) {
        return add(tasks().single(label, body));
    }

    /**
     * Calls any Java code once, on the CPU. It must not call fence, submit or deepCopy. The views that it touches are
     * unknown to the race check; the other forms declare them.
     */
    public NodeRef thenHost(String label, Runnable body) {
        return thenHost(label, List.of(), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public NodeRef thenHost(String label, Access access, Runnable body) {
        return thenHost(label, Arrays.asList(access), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public NodeRef thenHost(String label, Access first, Access second, Runnable body) {
        return thenHost(label, Arrays.asList(first, second), body);
    }

    /** Calls any Java code once, on the CPU, which touches the declared views. */
    public NodeRef thenHost(String label, Collection<Access> accesses, Runnable body) {
        return add(tasks().host(label, accesses, body));
    }

    /** Copies the elements of one view to another of equal extents, also between memory spaces and layouts. */
    public NodeRef thenDeepCopy(String label, View to, View from) {
        return add(tasks().copy(label, to, from));
    }

    /**
     * Copies the records of one view to another of equal extents: one node if both are interleaved, else a node for
     * each component, named by the label, a dot and the component, and the point where all have ended.
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
     * Sets each record of a view: a node for each component, named by the label, a dot and the component, and the point
     * where all have ended.
     */
    public <R extends Record> NodeRef thenFill(String label, RecordView<R> view, R record) {
        tasks().labelled(label);
        List<ElementValue> values = tasks().check(label, view).values(tasks().check(label, record));
        return ofComponents(
                view, k -> fill(view.nameOf(label, k), view.components().get(k), values.get(k)));
    }

    private static NodeRef ofComponents(RecordView<?> view, IntFunction<NodeRef> node) {
        return Graph.whenAll(
                IntStream.range(0, view.components().size()).mapToObj(node).toList());
    }

    /**
     * Runs all nodes of another graph.
     *
     * @throws GraphException if more than 100 graphs lie in each other
     */
    public NodeRef thenGraph(String label, Graph graph) {
        return add(tasks().of(label, graph, Work.SubGraph::new));
    }

    /** Does what a capture describes for the space that the graph is instantiated on. */
    public NodeRef thenCapture(String label, Capture capture) {
        return add(tasks().of(label, capture, Work.Captured::new));
    }

    /** Runs a graph if a condition holds, which is evaluated on the device. */
    public NodeRef thenIf(String label, Condition condition, Graph graph) {
        return add(tasks().branch(label, condition, graph));
    }

    /** Runs one graph if a condition holds, which is evaluated on the device, else another. */
    public NodeRef thenIf(String label, Condition condition, Graph graph, Graph otherwise) {
        return add(tasks().branch(label, condition, graph, otherwise));
    }

    /** Runs a graph while a condition holds, which is evaluated on the device before each pass. */
    public NodeRef thenWhile(String label, Condition condition, Graph graph) {
        return thenWhile(label, condition, graph, Integer.MAX_VALUE);
    }

    /**
     * Runs a graph while a condition holds; that it still holds after maxPasses passes is a failure of the run.
     *
     * @throws GraphException if maxPasses is negative
     */
    public NodeRef thenWhile(String label, Condition condition, Graph graph, int maxPasses) {
        return add(tasks().loop(label, condition, graph, maxPasses, null));
    }

    /**
     * Runs a graph while a condition holds; that it still holds after maxPasses passes is a failure of the run.
     *
     * @param passes a view of rank 0 that takes the number of passes
     * @throws GraphException if maxPasses is negative
     */
    public NodeRef thenWhile(String label, Condition condition, Graph graph, int maxPasses, IntView passes) {
        return add(tasks().loop(label, condition, graph, maxPasses, tasks().check(label, passes)));
    }

    /** Runs the graph whose index a selector gives, which is evaluated on the device; none if it names none. */
    public NodeRef thenSwitch(String label, Selector selector, Graph... graphs) {
        return add(tasks().choice(label, selector, graphs));
    }

    /** Allocates a view of zeros that lives inside of the graph until a node frees it, or the run ends. */
    public <V extends View> AllocateNodeRef<V> thenAllocate(String label, ViewSpec<V> spec) {
        V view = tasks().check(label, spec).inGraph(String.valueOf(label));
        Task task = tasks().task(label, new Work.Allocate(spec, view));
        return new AllocateNodeRef<>(recorder, recorder.add(task, node), view);
    }

    /** Frees a view that a node of this graph allocated. */
    public NodeRef thenFree(String label, View view) {
        return add(tasks().of(label, view, Work.Free::new));
    }

    /**
     * Turns the levels of a ring, for the nodes after this one and for runs that are submitted later. A node that
     * touches a level must be ordered before it or after it. Behind a conditional whose body turns a ring the levels
     * keep their elements, and the ring has its position from before it.
     */
    public NodeRef thenAdvance(String label, ViewRing<?> ring) {
        return add(tasks().of(label, ring, turned -> new Work.Advance(turned.state())));
    }

    /** Records an event: it happens when this node has ended. */
    public NodeRef thenRecord(String label, Event event) {
        return add(tasks().of(label, event, Work.RecordEvent::new));
    }

    /** Waits for the last record of an event that was submitted before this graph was. Blocks no thread. */
    public NodeRef thenAwait(String label, Event event) {
        return add(tasks().of(label, event, Work.AwaitEvent::new));
    }

    /** Raises a semaphore to at least a value. */
    public NodeRef thenSignal(String label, ExternalSemaphore semaphore, long value) {
        return add(tasks().of(label, semaphore, known -> new Work.SignalSemaphore(known, value)));
    }

    /** Waits until a semaphore has at least a value. Blocks no thread. */
    public NodeRef thenWait(String label, ExternalSemaphore semaphore, long value) {
        return add(tasks().of(label, semaphore, known -> new Work.WaitSemaphore(known, value)));
    }

    @Override
    Tasks tasks() {
        return recorder.tasks();
    }

    @Override
    NodeRef fill(String label, View view, ElementValue value) {
        return add(tasks().fill(label, view, value));
    }

    @Override
    NodeRef scan(String label, Policy policy, KernelBody contribution, KernelBody consumer, Scan scan) {
        return add(tasks().scan(label, policy, contribution, consumer, scan));
    }

    @Override
    NodeRef add(Task task) {
        return new NodeRef(recorder, recorder.add(task, node));
    }

    /** Returns the one line of the node, or {@code root}. */
    @Override
    public String toString() {
        return node == null ? "root" : node.toString();
    }
}
