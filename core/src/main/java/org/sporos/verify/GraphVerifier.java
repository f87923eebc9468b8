package org.sporos.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Coded;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.Node;
import org.sporos.graph.Verification;
import org.sporos.graph.Verification.Difference;
import org.sporos.graph.Verification.Skipped;
import org.sporos.graph.VerifyOptions;
import org.sporos.graph.Work;
import org.sporos.internal.base.ThrownText;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.capture.RewriteException;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.reference.GraphInterpreter;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;
import org.sporos.view.View;

/**
 * Runs the nodes of a graph one after the other on a space and on a reference, each on its own copies of the views. The
 * bodies are re-created with the copies as captured values, so that every execution path of a body is verified
 * unchanged. After each node the copies of the space get the values of the reference, so that the next node has equal
 * inputs on both. Then the space runs the whole graph on further copies, which must reproduce the reference: so merged
 * nodes and state between nodes, such as positions of rings, are verified too. Used by one thread, once.
 */
public final class GraphVerifier implements AutoCloseable {
    private final Graph graph;
    private final ExecutionSpace space;
    private final VerifyOptions options;
    private final InstantiateOption[] all;
    private final InstantiateOption[] relaxed;
    private final KernelIndex kernels;
    private final ViewCopies tested;
    private final ViewCopies expected;
    private final WorkCopier toTested;
    private final WorkCopier toExpected;
    private final List<Skipped> skipped = new ArrayList<>();
    /** The last writer of each view, in the order of the writers. */
    private final Map<View, Node> written = new LinkedHashMap<>();

    private boolean isExact = true;
    private int nodes;
    private long elements;

    private GraphVerifier(Graph graph, ExecutionSpace space, VerifyOptions options) {
        ExecutionSpace reference = options.reference();
        this.graph = graph;
        this.space = space;
        this.options = options;
        this.all = options.instantiateOptions().toArray(InstantiateOption[]::new);
        this.relaxed = options.instantiateOptions().stream()
                .filter(InstantiateOption.Relax.class::isInstance)
                .toArray(InstantiateOption[]::new);
        this.kernels = KernelIndex.of(graph);
        this.tested = new ViewCopies(space.memorySpace());
        this.expected = new ViewCopies(reference == null ? MemorySpace.host() : reference.memorySpace());
        this.toTested = new WorkCopier(tested);
        this.toExpected = new WorkCopier(expected);
    }

    /** Returns the findings. */
    public static Verification verify(Graph graph, ExecutionSpace space, VerifyOptions options) {
        InstantiateOption[] instantiate = options.instantiateOptions().toArray(InstantiateOption[]::new);
        // Detects all violations of the graph as a whole.
        graph.instantiate(space, instantiate).close();
        space.fence();
        ExecutionSpace reference = options.reference();
        if (reference != null) {
            reference.fence();
        }
        try (GraphVerifier verifier = new GraphVerifier(graph, space, options)) {
            String title = "graph " + Labels.quoted(graph.label()) + " on " + space.name() + " against "
                    + (reference == null ? "its lambdas" : reference.name());
            Difference found = verifier.first(graph);
            if (found == null && verifier.isWholeComparable()) {
                title += ", also as a whole";
                found = verifier.whole();
            }
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
            Work onTested = toTested.rewritten(node);
            Work onExpected = toExpected.rewritten(node);
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
        if (!results.isOrderFree()) {
            runReference(node, onExpected);
            synchronise(results);
            throw new RewriteException("has atomics whose order shows in the result");
        }
        testedGraph.run(space, all);
        runReference(node, onExpected);
        for (View view : results.written()) {
            written.remove(view);
            written.put(view, node);
        }
        return onTested instanceof Work.Advance ? null : compare(node, results);
    }

    private void runReference(Node node, Work work) {
        ExecutionSpace reference = options.reference();
        if (reference != null) {
            Graph.of(node, work).run(reference, relaxed);
            return;
        }
        try {
            GraphInterpreter.run(work);
        } catch (RuntimeException e) {
            String code = e instanceof Coded coded ? coded.code() : "R302";
            String what = "fails where its lambdas are called one by one: " + ThrownText.of(e);
            throw GraphRunException.of(code, graph.label(), node, what, e);
        }
    }

    private @Nullable Difference compare(Node node, NodeResults results) {
        nodes++;
        long ulps = results.isExact() ? 0 : options.ulps();
        for (View view : results.written()) {
            elements += view.size();
            Optional<Difference> first = compare(node, view, tested, ulps);
            if (first.isPresent()) {
                return first.get();
            }
        }
        if (!results.isExact()) {
            isExact = false;
            synchronise(results);
        }
        return null;
    }

    private Optional<Difference> compare(Node node, View view, ViewCopies copies, long ulps) {
        return copies.read(
                view, found -> expected.read(view, wanted -> ElementComparison.first(node, view, found, wanted, ulps)));
    }

    /** Copies the values of the reference to the space, whose values may differ by some ulps. */
    private void synchronise(NodeResults results) {
        for (View view : results.written()) {
            expected.read(view, made -> {
                tested.write(view, made);
                return made;
            });
        }
    }

    /** Returns whether all nodes ran and are exact, so that a run of the whole graph has the bits of the reference. */
    private boolean isWholeComparable() {
        return skipped.isEmpty() && isExact;
    }

    /** Returns the first difference after a run of the whole graph, or null. It names the last writer of the view. */
    private @Nullable Difference whole() {
        tested.close();
        try (ViewCopies copies = new ViewCopies(space.memorySpace())) {
            new WorkCopier(copies).rewritten(graph).run(space, all);
            for (Map.Entry<View, Node> last : written.entrySet()) {
                Optional<Difference> first = compare(last.getValue(), last.getKey(), copies, 0);
                if (first.isPresent()) {
                    return first.get();
                }
            }
        }
        return null;
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

    /**
     * Compares two results of a view element by element, in row-major order of its indexes. All NaN are equal.
     * Stateless.
     */
    private static final class ElementComparison {

        private ElementComparison() {}

        /**
         * Returns the first difference, or nothing.
         *
         * @param ulps the tolerance of floating-point values
         */
        static Optional<Difference> first(Node node, View view, Allocation found, Allocation wanted, long ulps) {
            StridedRegion region = view.region();
            long[] index = new long[region.rank()];
            long offset = region.offset();
            for (long left = region.size(); left > 0; left--) {
                long bits = found.bits(offset);
                long expected = wanted.bits(offset);
                if (bits != expected) {
                    long distance = distance(found.type(), bits, expected);
                    if (distance > (isFloating(found.type()) ? ulps : 0)) {
                        return Optional.of(new Difference(
                                node, view.label(), boxed(index), found.value(offset), wanted.value(offset), distance));
                    }
                }
                offset = next(region, index, offset);
            }
            return Optional.empty();
        }

        /** Increments the indexes, the last fastest, and returns the new offset. */
        private static long next(StridedRegion region, long[] index, long offset) {
            long at = offset;
            for (int d = index.length - 1; d >= 0; d--) {
                at += region.strides()[d];
                if (++index[d] < region.extents()[d]) {
                    return at;
                }
                at -= region.extents()[d] * region.strides()[d];
                index[d] = 0;
            }
            return at;
        }

        private static List<Long> boxed(long[] index) {
            List<Long> boxed = new ArrayList<>();
            Arrays.stream(index).forEach(boxed::add);
            return boxed;
        }

        private static boolean isFloating(ElementType type) {
            return type == ElementType.DOUBLE || type == ElementType.FLOAT;
        }

        /** Returns the distance of two values in units in the last place; Long.MAX_VALUE between a NaN and a number. */
        private static long distance(ElementType type, long a, long b) {
            if (isFloating(type)) {
                boolean isNanA = isNan(type, a);
                boolean isNanB = isNan(type, b);
                if (isNanA || isNanB) {
                    return isNanA && isNanB ? 0 : Long.MAX_VALUE;
                }
            }
            long difference = ordered(type, a) - ordered(type, b);
            boolean hasOverflown = ((ordered(type, a) ^ ordered(type, b)) & (ordered(type, a) ^ difference)) < 0;
            return hasOverflown || difference == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(difference);
        }

        private static boolean isNan(ElementType type, long bits) {
            ElementValue value = ElementValue.ofBits(type, bits);
            return type == ElementType.DOUBLE ? Double.isNaN(value.asDouble()) : Float.isNaN(value.asFloat());
        }

        /** Returns an integer in the order of the value; 0.0 and -0.0 are adjacent, since their bits differ. */
        private static long ordered(ElementType type, long bits) {
            return switch (type) {
                case DOUBLE -> bits >= 0 ? bits : ~(bits ^ Long.MIN_VALUE);
                case FLOAT -> (int) bits >= 0 ? (int) bits : ~((int) bits ^ Integer.MIN_VALUE);
                default -> bits;
            };
        }
    }
}
