package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.space.ExecutionSpace;

/**
 * One step of a computation: works and the order among them, recorded once and bound to no device. Immutable; the nodes
 * are in the order of definition, which is a topological order.
 *
 * <pre>{@code
 * Graph step = Graph.define("step", root -> {
 *     NodeRef left = root.thenParallelFor("left", RangePolicy.of(n), i -> x.set(i, i));
 *     NodeRef right = root.thenParallelFor("right", RangePolicy.of(n), i -> y.set(i, 2 * i));
 *     Graph.whenAll(left, right).thenParallelFor("sum", RangePolicy.of(n), i -> x.set(i, x.get(i) + y.get(i)));
 * });
 * try (ExecutableGraph exec = step.instantiate(space)) {
 *     for (int k = 0; k < 1_000; k++) {
 *         exec.submit();
 *     }
 *     space.fence();
 * }
 * }</pre>
 */
@CheckReturnValue
public final class Graph {
    private final String label;
    private final List<Node> nodes;
    private final int depth;
    private final long inlinedNodes;
    private final boolean hasIndexSets;
    private final @Nullable Graph origin;

    private Graph(String label, List<Node> nodes, GraphRecorder recorder) {
        this.label = label;
        this.depth = recorder.depth();
        this.inlinedNodes = recorder.inlinedNodes();
        this.hasIndexSets = recorder.hasIndexSets();
        this.origin = null;
        this.nodes = Collections.unmodifiableList(nodes);
    }

    /** Makes the graph of the same shape whose nodes know where the index sets of a space are. */
    private Graph(Graph origin, List<Node> placed) {
        this.label = origin.label;
        this.depth = origin.depth;
        this.inlinedNodes = origin.inlinedNodes;
        this.hasIndexSets = false;
        this.origin = origin;
        this.nodes = Collections.unmodifiableList(placed);
    }

    /** Returns this graph with other nodes for it, which know where the index sets of a space are. */
    Graph with(List<Node> placed) {
        return new Graph(this, placed);
    }

    /**
     * Returns a graph of the same nodes and edges with other works for its nodes.
     *
     * @hidden
     */
    public Graph mapped(Function<? super Node, ? extends Work> works) {
        GraphRecorder recorder = new GraphRecorder(label);
        for (Node node : nodes) {
            recorder.add(node, works.apply(node));
        }
        return new Graph(label, recorder.close(), recorder);
    }

    /**
     * Returns a graph of a single work with the label and the line of a node.
     *
     * @hidden
     */
    public static Graph of(Node node, Work work) {
        GraphRecorder recorder = new GraphRecorder(node.label());
        recorder.add(new Task(node.label(), work, node.priority(), node.where()), null, node.where());
        return new Graph(node.label(), recorder.close(), recorder);
    }

    /** Returns whether a node runs over an index set, here or in a nested graph. */
    boolean hasIndexSets() {
        return hasIndexSets;
    }

    /**
     * Returns the graph as the user defined it, of which the library made this one for a space.
     *
     * @hidden
     */
    public Graph origin() {
        return origin == null ? this : origin;
    }

    /**
     * Records a graph. The definition is called once, now, on this thread; it adds nodes to the root and to the nodes
     * that it gets back. Nothing runs.
     *
     * @throws GraphException if the definition is wrong in a way that shows at once
     */
    public static Graph define(String label, Consumer<? super NodeRef> definition) {
        if (label == null) {
            throw GraphException.of("G004", "a graph has the label null", "Give each graph a label.");
        }
        Required.argument(definition, "the definition of a graph");
        GraphRecorder recorder = GraphRecorder.record(label, definition);
        return new Graph(label, recorder.close(), recorder);
    }

    /**
     * Calls a function on this thread and returns the graph of the eager calls that it makes, each after the one
     * before. None of them is run. See {@link #record(String, RecordedOrder, Runnable)}.
     *
     * @throws GraphException if the function does what cannot be recorded
     */
    public static Graph record(String label, Runnable step) {
        return record(label, RecordedOrder.PROGRAM_ORDER, step);
    }

    /**
     * Calls a function on this thread and returns the graph of the eager calls that it makes, on whatever streams. None
     * of them is run. {@link org.sporos.view.Views#deepCopy} and the fills of {@link org.sporos.view.Views} are
     * recorded as well.
     *
     * <p>What would have to see the results is refused meanwhile: fences, submits, {@code toArray}, {@code assign},
     * {@code format}; and elements in memory of strict spaces. Elements of other host memory are read and written as
     * they are now, which no one notices. Calls of other threads run as always. An exception of the function is thrown
     * on, and nothing is recorded.
     *
     * @throws GraphException if the function does what cannot be recorded, makes eager calls of two spaces, or calls
     * this method
     */
    public static Graph record(String label, RecordedOrder order, Runnable step) {
        if (label == null) {
            throw GraphException.of("G004", "a graph has the label null", "Give each graph a label.");
        }
        Required.argument(order, "the order of a recorded graph");
        return Recording.of(label, order, Required.argument(step, "the function to record"));
    }

    /**
     * Returns the point where all given nodes have ended. Naming one twice is harmless.
     *
     * @throws GraphException if there are none, or they belong to different graphs
     */
    public static NodeRef whenAll(NodeRef... nodes) {
        return whenAll(Arrays.asList(required(nodes)));
    }

    /**
     * Returns the point where all given nodes have ended. Naming one twice is harmless.
     *
     * @throws GraphException if there are none, or they belong to different graphs
     */
    public static NodeRef whenAll(Collection<? extends NodeRef> nodes) {
        Iterator<? extends NodeRef> rest = required(nodes).iterator();
        if (!rest.hasNext()) {
            throw GraphException.of(
                    "G003",
                    "whenAll at " + SourceLocation.ofCaller() + " joins no nodes",
                    "Give it at least one node; what waits for nothing depends on the root.");
        }
        GraphRecorder recorder = required(rest.next()).recorder();
        List<Node> joined = new ArrayList<>(nodes.size());
        for (NodeRef ref : nodes) {
            if (required(ref).recorder() != recorder) {
                throw GraphException.of(
                        "G002",
                        "whenAll at " + SourceLocation.ofCaller() + " joins nodes of graph "
                                + Labels.quoted(recorder.graph()) + " and of graph "
                                + Labels.quoted(ref.recorder().graph()),
                        "Join nodes of one graph; put one graph into the other with thenGraph.");
            }
            ref.addTo(joined);
        }
        return new NodeRef(recorder, recorder.join(joined));
    }

    private static <T> T required(@Nullable T ref) {
        if (ref == null) {
            throw GraphException.of(
                    "G004",
                    "whenAll at " + SourceLocation.ofCaller() + " is given null",
                    "Leave out the nodes that do not exist.");
        }
        return ref;
    }

    /** Returns its label. */
    public String label() {
        return label;
    }

    /** Returns how many graphs lie in each other inside of this one. */
    int depth() {
        return depth;
    }

    /** Returns the number of its nodes and of those of nested graphs, which count once for each place. */
    long inlinedNodes() {
        return inlinedNodes;
    }

    /** Returns its nodes, each after all that it waits for. */
    public List<Node> nodes() {
        return nodes;
    }

    /**
     * Checks this graph, compiles it for a space and returns what can be submitted. Can be called any number of times,
     * also for different spaces, and from several threads.
     *
     * @throws GraphException with all violations that can be found before running
     * @throws IllegalStateException if the space is closed
     */
    public ExecutableGraph instantiate(ExecutionSpace space, InstantiateOption... options) {
        Required.argument(space, "the space to instantiate on");
        return placedOn(space, placed -> Compiler.INSTANCE.compile(placed, space, given(options)));
    }

    private static List<InstantiateOption> given(InstantiateOption... options) {
        return Required.all(options, "the options of an instantiation");
    }

    /**
     * Calls a function with this graph, whose index sets have places on a space meanwhile.
     *
     * @hidden
     */
    public <R> R placedOn(ExecutionSpace space, Function<? super Graph, R> use) {
        if (!hasIndexSets || !space.isUsable()) {
            return use.apply(this);
        }
        try (Placement placement = new Placement(space)) {
            return use.apply(placement.of(this));
        }
    }

    /**
     * Checks this graph and returns the memory that its executable on a space would have. Nothing is allocated but the
     * places of index sets, which are known afterwards; nothing is compiled by the vendor's compiler, nothing runs.
     *
     * @throws GraphException with all violations that can be found before running
     * @throws IllegalStateException if the space is closed
     */
    public MemoryPlan memoryPlan(ExecutionSpace space, InstantiateOption... options) {
        Required.argument(space, "the space to plan the memory for");
        return placedOn(space, placed -> Compiler.INSTANCE.memoryPlan(placed, space, given(options)));
    }

    /**
     * Runs it once on the default stream of a space and returns when it has ended: instantiates, submits, waits and
     * closes. For graphs that run again, {@link #instantiate} once.
     *
     * @throws GraphException with all violations that can be found before running
     * @throws GraphRunException if the run fails
     * @throws IllegalStateException if the space is closed
     */
    public void run(ExecutionSpace space, InstantiateOption... options) {
        try (ExecutableGraph executable = instantiate(space, options)) {
            executable.submitTracked().await();
        }
    }

    /**
     * Runs each node on a space and in plain Java, both times from the same values, and compares all that it wrote. See
     * {@link #verify(ExecutionSpace, VerifyOptions)}.
     *
     * @throws GraphException with all violations that can be found before running
     * @throws GraphRunException if a node fails
     * @throws IllegalStateException if the space is closed
     */
    public Verification verify(ExecutionSpace space) {
        return verify(space, VerifyOptions.DEFAULT);
    }

    /**
     * Runs node by node on a space and on a reference, both times from the same values, and compares all that a node
     * wrote, up to the first difference. The reference calls the lambdas one index after the other; it shares no plan
     * and no generated code with the space. If all nodes were compared and must give equal bits, the space then runs
     * the whole graph, with its nodes merged, and must end with the values of the reference.
     *
     * <p>It works on copies of the views, which stay as they are. Host nodes, captures, events and semaphores are
     * not run at all; the result names them.
     *
     * <p>It waits for the runs of the space that were submitted before. The views must not change meanwhile.
     *
     * @throws GraphException with all violations that can be found before running
     * @throws GraphRunException if a node fails
     * @throws IllegalStateException if a space is closed
     */
    public Verification verify(ExecutionSpace space, VerifyOptions options) {
        Required.argument(space, "the space to verify");
        return Compiler.INSTANCE.verify(this, space, Required.argument(options, "the options of verify"));
    }

    static GraphCompiler compiler() {
        return Compiler.INSTANCE;
    }

    /** Returns one line: label, and the number of nodes and of edges. */
    @Override
    public String toString() {
        long edges = 0;
        for (Node node : nodes) {
            edges += node.predecessors().size();
        }
        return "graph " + Labels.quoted(label) + " of " + nodes.size() + " nodes and " + edges + " edges";
    }

    /** The compiler of the library, found at first use. */
    private static final class Compiler {
        static final GraphCompiler INSTANCE = ServiceLoader.load(GraphCompiler.class, Graph.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new InternalException("the core library has lost its graph compiler"));
    }
}
