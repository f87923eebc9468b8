package org.sporos.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.Node;
import org.sporos.graph.Verification;
import org.sporos.graph.Verification.Difference;
import org.sporos.graph.Verification.Skipped;
import org.sporos.graph.VerifyOptions;
import org.sporos.graph.Work;
import org.sporos.kernel.capture.RewriteException;
import org.sporos.kernel.index.KernelIndex;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.View;

/**
 * Runs the nodes of a graph one after the other on a space and on a reference, each on its own copies of the views. The
 * bodies are made anew with the copies as what they captured, so that all ways to run a body are verified as they are.
 * After each node the copies of the space are given the values of the reference: the next node has the same inputs on
 * both. Used by one thread, once.
 */
public final class GraphVerifier implements AutoCloseable {
    /** Calls each lambda as it is: no code that the library has made takes part. */
    private static final String REFERENCE = "host,kernels=loop";

    private final Graph graph;
    private final VerifyOptions options;
    private final InstantiateOption[] all;
    private final InstantiateOption[] relaxed;
    private final KernelIndex kernels;
    private final ViewCopies tested;
    private final ViewCopies expected;
    private final WorkCopier toTested;
    private final WorkCopier toExpected;
    private final List<Skipped> skipped = new ArrayList<>();
    private int nodes;
    private long elements;

    private GraphVerifier(Graph graph, ExecutionSpace space, ExecutionSpace reference, VerifyOptions options) {
        this.graph = graph;
        this.options = options;
        this.all = options.instantiateOptions().toArray(InstantiateOption[]::new);
        this.relaxed = options.instantiateOptions().stream()
                .filter(InstantiateOption.Relax.class::isInstance)
                .toArray(InstantiateOption[]::new);
        this.kernels = KernelIndex.of(graph);
        this.tested = new ViewCopies(space);
        this.expected = new ViewCopies(reference);
        this.toTested = new WorkCopier(tested);
        this.toExpected = new WorkCopier(expected);
    }

    /** Returns what differs. */
    public static Verification verify(Graph graph, ExecutionSpace space, VerifyOptions options) {
        InstantiateOption[] instantiate = options.instantiateOptions().toArray(InstantiateOption[]::new);
        // Finds all flaws of the graph as a whole.
        graph.instantiate(space, instantiate).close();
        space.fence();
        ExecutionSpace given = options.reference();
        if (given != null) {
            given.fence();
            return verify(graph, space, given, options);
        }
        try (ExecutionSpace reference = ExecutionSpaces.open(REFERENCE)) {
            return verify(graph, space, reference, options);
        }
    }

    private static Verification verify(
            Graph graph, ExecutionSpace space, ExecutionSpace reference, VerifyOptions options) {
        try (GraphVerifier verifier = new GraphVerifier(graph, space, reference, options)) {
            Difference found = verifier.first(graph);
            String spaces = " on " + space.name() + " against " + reference.name();
            String title = "graph " + Labels.quoted(graph.label()) + spaces;
            return new Verification(title, verifier.nodes, verifier.elements, verifier.skipped, found);
        }
    }

    /** Returns the first difference in the nodes of a graph, or null. */
    private @Nullable Difference first(Graph in) {
        for (Node node : in.nodes()) {
            Graph inlined = node.work().inlined();
            Difference found = inlined != null ? first(inlined) : first(node);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Difference first(Node node) {
        try {
            Work onTested = node.work().accept(toTested);
            Work onExpected = node.work().accept(toExpected);
            return onTested instanceof Work.Join ? null : first(node, onTested, onExpected);
        } catch (RewriteException e) {
            skipped.add(new Skipped(node, e.reason()));
            return null;
        }
    }

    private @Nullable Difference first(Node node, Work onTested, Work onExpected) {
        NodeResults results = NodeResults.of(node, kernels);
        Graph testedGraph = Graph.of(node, onTested);
        if (!NodeResults.of(testedGraph).used().stream().allMatch(tested::isCopy)) {
            throw new RewriteException("finds a view in a static field, where no copy can stand for it");
        }
        Graph.of(node, onExpected).run(expected.space(), relaxed);
        if (!results.isOrderFree()) {
            synchronise(results);
            throw new RewriteException("has atomics whose order shows in the result");
        }
        testedGraph.run(tested.space(), all);
        return compare(node, results);
    }

    private @Nullable Difference compare(Node node, NodeResults results) {
        nodes++;
        long ulps = results.isExact() ? 0 : options.ulps();
        for (View view : results.written()) {
            elements += view.size();
            Optional<Difference> first = tested.read(
                    view,
                    found -> expected.read(view, wanted -> ElementComparison.first(node, view, found, wanted, ulps)));
            if (first.isPresent()) {
                return first.get();
            }
        }
        if (!results.isExact()) {
            synchronise(results);
        }
        return null;
    }

    /** Gives the space what the reference has made, which may differ by some ulps. */
    private void synchronise(NodeResults results) {
        for (View view : results.written()) {
            expected.read(view, made -> {
                tested.write(view, made);
                return made;
            });
        }
    }

    /** Returns the graph and the spaces. */
    @Override
    public String toString() {
        return "verifier of " + graph;
    }

    @Override
    public void close() {
        tested.close();
        expected.close();
    }
}
