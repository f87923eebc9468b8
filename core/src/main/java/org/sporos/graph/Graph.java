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
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.space.ExecutionSpace;

/**
 * One step of a computation: a directed acyclic graph of work, recorded once and independent of devices. Immutable; the
 * nodes are in the order of definition, which is a topological order.
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
    private final boolean namesSpaces;
    private final @Nullable Graph origin;

    private Graph(String label, List<Node> nodes, GraphRecorder recorder) {
        this.label = label;
        this.depth = recorder.depth();
        this.inlinedNodes = recorder.inlinedNodes();
        this.hasIndexSets = recorder.hasIndexSets();
        this.namesSpaces = recorder.namesSpaces();
        this.origin = null;
        this.nodes = Collections.unmodifiableList(nodes);
    }

    /** Creates the same graph with index sets placed on a space. */
    private Graph(Graph origin, List<Node> placed) {
        this.label = origin.label;
        this.depth = origin.depth;
        this.inlinedNodes = origin.inlinedNodes;
        this.hasIndexSets = false;
        this.namesSpaces = origin.namesSpaces;
        this.origin = origin;
        this.nodes = Collections.unmodifiableList(placed);
    }

    /** Returns this graph with the nodes replaced by ones whose index sets are placed on a space. */
    Graph with(List<Node> placed) {
        return new Graph(this, placed);
    }

    /**
     * Returns a graph of the same nodes and edges with mapped work.
     *
     * @hidden
     */
    public Graph mapped(Function<? super Node, ? extends Work> works) {
        return mapped(works, Node::priority);
    }

    /** Returns a graph of the same nodes and edges with mapped work and priorities. */
    Graph mapped(Function<? super Node, ? extends Work> works, ToIntFunction<? super Node> priorities) {
        GraphRecorder recorder = new GraphRecorder(label);
        for (Node node : nodes) {
            recorder.add(node, works.apply(node), priorities.applyAsInt(node));
        }
        return new Graph(label, recorder.close(), recorder);
    }

    /**
     * Returns a graph of one node, with the label and line of a given one.
     *
     * @hidden
     */
    public static Graph of(Node node, Work work) {
        GraphRecorder recorder = new GraphRecorder(node.label());
        recorder.add(new Task(node.label(), work, node.priority(), node.where()), null, null, node.where());
        return new Graph(node.label(), recorder.close(), recorder);
    }

    /**
     * Returns a graph of copies of some nodes with other edges; the copies name no spaces.
     *
     * @param before the predecessors of each node, by their positions in the list
     * @hidden
     */
    public static Graph of(String label, List<Node> nodes, List<List<Integer>> before) {
        GraphRecorder recorder = new GraphRecorder(label);
        Required.argument(before, "the predecessors of nodes");
        for (int k = 0; k < Required.argument(nodes, "the nodes of a graph").size(); k++) {
            recorder.add(nodes.get(k), before.get(k));
        }
        return new Graph(label, recorder.close(), recorder);
    }

    /** Returns whether a node, also of a nested graph, runs over an index set. */
    boolean hasIndexSets() {
        return hasIndexSets;
    }

    /**
     * Returns whether a node, also of a nested graph, names its space.
     *
     * @hidden
     */
    public boolean namesSpaces() {
        return namesSpaces;
    }

    /**
     * Returns the user's graph from which the library derived this one.
     *
     * @hidden
     */
    public Graph origin() {
        return origin == null ? this : origin;
    }

    /**
     * Records a graph. The definition is called once, now, on this thread; it adds nodes to the root and to nodes
     * already added. No work runs.
     *
     * @throws GraphException if the definition violates a rule that is checked immediately
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
     * Calls a function on this thread and returns the graph of its eager calls, in their order. None of them is run.
     * See {@link #record(String, RecordedOrder, Runnable)}.
     *
     * @throws GraphException if a call cannot be recorded
     */
    public static Graph record(String label, Runnable step) {
        return record(label, RecordedOrder.PROGRAM_ORDER, step);
    }

    /**
     * Calls a function on this thread and returns the graph of its eager calls on any streams. None of them is run.
     * {@link org.sporos.view.Views#deepCopy} and the fills of {@link org.sporos.view.Views} are recorded as well.
     *
     * <p>Calls that need results are refused meanwhile: fences, submits, {@code toArray}, {@code assign}, {@code
     * format}, and element accesses to memory of strict spaces. Accesses to elements of other host memory are executed
     * at once, undetected. Calls of other threads run as usual. An exception of the function is rethrown, and nothing
     * is recorded.
     *
     * @throws GraphException if a call cannot be recorded, uses a second space, or is a recording itself
     */
    public static Graph record(String label, RecordedOrder order, Runnable step) {
        if (label == null) {
            throw GraphException.of("G004", "a graph has the label null", "Give each graph a label.");
        }
        Required.argument(order, "the order of a recorded graph");
        return Recording.of(label, order, Required.argument(step, "the function to record"));
    }

    /**
     * Returns a join of the given nodes. Duplicates are ignored.
     *
     * @throws GraphException if there are none, or they belong to different graphs
     */
    public static NodeRef whenAll(NodeRef... nodes) {
        return whenAll(Arrays.asList(required(nodes)));
    }

    /**
     * Returns a join of the given nodes. Duplicates are ignored. Its successors run on the space that all of them name by
     * {@link NodeRef#on}, if it is the same.
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
        ExecutionSpace space = nodes.iterator().next().space();
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
            space = ref.space() == space ? space : null;
        }
        return new NodeRef(recorder, recorder.join(joined), space);
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

    /** Returns the nesting depth of graphs inside this one. */
    int depth() {
        return depth;
    }

    /** Returns the number of its nodes and of those of nested graphs, counted once per occurrence. */
    long inlinedNodes() {
        return inlinedNodes;
    }

    /** Returns its nodes in topological order. */
    public List<Node> nodes() {
        return nodes;
    }

    /**
     * Checks this graph, compiles it for a space and returns its executable. Can be called any number of times, also
     * for different spaces, and from several threads. Nodes that name a space by {@link NodeRef#on} run there, all
     * others on the given one.
     *
     * @throws GraphException with all violations that are detected before a run
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
     * Calls a function with this graph, whose index sets are placed on a space meanwhile.
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
     * Checks this graph and returns the memory that its executable on a space would need. Allocates only temporary
     * copies of index sets; nothing is compiled by the vendor's compiler, nothing runs.
     *
     * @throws GraphException with all violations that are detected before a run
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
     * @throws GraphException with all violations that are detected before a run
     * @throws GraphRunException if the run fails
     * @throws IllegalStateException if the space is closed
     */
    public void run(ExecutionSpace space, InstantiateOption... options) {
        try (ExecutableGraph executable = instantiate(space, options)) {
            executable.submitTracked().await();
        }
    }

    /**
     * Runs each node on a space and in plain Java, both times from the same values, and compares the written elements.
     * See {@link #verify(ExecutionSpace, VerifyOptions)}.
     *
     * @throws GraphException with all violations that are detected before a run
     * @throws GraphRunException if a node fails
     * @throws IllegalStateException if the space is closed
     */
    public Verification verify(ExecutionSpace space) {
        return verify(space, VerifyOptions.DEFAULT);
    }

    /**
     * Runs node by node on a space and on a reference, both times from the same values, and compares the elements that
     * each node wrote, up to the first difference. The reference calls the lambdas index by index; it shares no plan
     * and no generated code with the space. If all nodes were compared and must give equal bits, the space then runs
     * the whole graph, with its nodes merged, and must reproduce the values of the reference.
     *
     * <p>It works on copies of the views, which stay unchanged. Host nodes, captures, events and semaphores are
     * skipped; the result lists them.
     *
     * <p>It waits for earlier submits to the space. The views must not change meanwhile.
     *
     * @throws GraphException with all violations that are detected before a run
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

    /** The compiler of the library, loaded at first use. */
    private static final class Compiler {
        static final GraphCompiler INSTANCE = ServiceLoader.load(GraphCompiler.class, Graph.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new InternalException("the core library has lost its graph compiler"));
    }
}
