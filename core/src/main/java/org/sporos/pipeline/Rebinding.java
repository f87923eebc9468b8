package org.sporos.pipeline;

import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.check.GraphEffects;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.graph.Work;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.capture.RewriteException;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.compile.ViewRewriter;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.View;

/** Replacements of views that a graph captured: their checks, and the graph with them. Used by one thread. */
final class Rebinding {
    private final Graph graph;
    private final ExecutionSpace space;
    private final GraphEffects effects;

    Rebinding(Graph graph, ExecutionSpace space) {
        this.graph = graph;
        this.space = space;
        this.effects = GraphEffects.of(CapturedGraph.of(graph));
    }

    /** Adds the checked replacement of a captured view. */
    void put(View old, View other, Map<View, View> bound) {
        Required.argument(old, "a view to be replaced");
        Required.argument(other, "a view to stand in the place of another");
        String refusal = effects.views().contains(old) ? refusal(old) : "is not captured by any node";
        if (refusal != null) {
            throw new CodedArgumentException(
                    "S247",
                    "view " + Labels.quoted(old.label()) + " cannot be rebound in graph "
                            + Labels.quoted(graph.label())
                            + ": it " + refusal);
        }
        String violation = old == other ? null : violation(old, other);
        if (violation != null) {
            throw new CodedArgumentException(
                    "S248",
                    "view " + Labels.quoted(other.label()) + " cannot stand in the place of view "
                            + Labels.quoted(old.label()) + " of graph " + Labels.quoted(graph.label())
                            + ": it " + violation + "; give a view of the same type, extents and strides");
        }
        if (other.isClosed()) {
            throw new CodedStateException("S202", "view " + Labels.quoted(other.label()) + " is closed");
        }
        if (other == old) {
            bound.remove(old);
        } else {
            bound.put(old, other);
        }
    }

    private static @Nullable String refusal(View old) {
        if (old.allocation() instanceof LevelMemory) {
            return "is a level of a ring, which the ring rotates";
        }
        return old.allocation() instanceof GraphMemory ? "lives inside of the graph" : null;
    }

    private @Nullable String violation(View old, View other) {
        if (other.allocation() instanceof LevelMemory) {
            return "is a level of a ring, which only a graph that captured it can follow";
        } else if (other.allocation() instanceof GraphMemory) {
            return "lives inside of a graph";
        } else if (other.elementType() != old.elementType()) {
            return "has elements of type " + other.elementType().javaName() + ", not "
                    + old.elementType().javaName();
        } else if (!space.canReach(other.memorySpace()) && space.canReach(old.memorySpace())) {
            return "lives in " + other.memorySpace().name() + ", which " + space.name() + " does not reach";
        } else if (!Arrays.equals(extents(other), extents(old))) {
            return "has extents " + Arrays.toString(extents(other)) + ", not " + Arrays.toString(extents(old));
        } else if (!Objects.equals(other.layout(), old.layout()) || !Arrays.equals(strides(other), strides(old))) {
            return "has strides " + Arrays.toString(strides(other)) + ", not " + Arrays.toString(strides(old));
        }
        return null;
    }

    private static long[] extents(View view) {
        return view.region().extents();
    }

    private static long[] strides(View view) {
        return view.region().strides();
    }

    /**
     * Returns the graph with the replacements.
     *
     * @throws GraphException if a node retains an old view
     */
    Graph graph(Map<View, View> bound) {
        if (bound.isEmpty()) {
            return graph;
        }
        return new Rewriter(bound).rewritten(graph);
    }

    /**
     * Checks that the code of the graph with the replacements contains no old view.
     *
     * @throws GraphException if a node contains one
     */
    void requireBound(Graph other, KernelIndex kernels, Map<View, View> bound) {
        requireBound(other, kernels, bound, Sets.newIdentityHashSet());
    }

    private void requireBound(Graph other, KernelIndex kernels, Map<View, View> bound, Set<Graph> known) {
        for (Node node : other.nodes()) {
            for (CompiledKernel kernel : kernels.of(node)) {
                for (View view : kernel.facts().binding().views()) {
                    // If two views were exchanged, each replaces the other.
                    if (bound.containsKey(view) && !bound.containsValue(view)) {
                        throw kept(node, view, "finds it in a static field");
                    }
                }
            }
            for (NestedGraph inner : node.work().nested()) {
                if (known.add(inner.graph())) {
                    requireBound(inner.graph(), kernels, bound, known);
                }
            }
        }
    }

    private GraphException kept(Node node, View view, String why) {
        return new GraphException(List.of(Diagnostic.error(
                "S249",
                "node " + Labels.quoted(node.label()) + " (" + node.where() + ") of graph "
                        + Labels.quoted(graph.label()) + " keeps view " + Labels.quoted(view.label()) + ": it " + why,
                "Copy the other view to the one that was captured, or instantiate a graph that uses the other.")));
    }

    /** Leaves nodes without replaced views unchanged. */
    private final class Rewriter extends ViewRewriter {
        private final Map<View, View> bound;
        private final Map<Graph, Graph> graphs = new IdentityHashMap<>();

        Rewriter(Map<View, View> bound) {
            super(view -> {
                View other = bound.get(view);
                return other == null ? view : other;
            });
            this.bound = bound;
        }

        @Override
        public Graph rewritten(Graph inner) {
            Graph known = graphs.get(inner);
            if (known == null) {
                known = super.rewritten(inner);
                graphs.put(inner, known);
            }
            return known;
        }

        @Override
        protected Work rewritten(Node node) {
            View touched = touched(node);
            if (touched == null) {
                return node.work();
            }
            Agent agent = node.effects().agent();
            if (agent == Agent.LIBRARY || agent == Agent.CPU) {
                return kept(node, agent);
            }
            try {
                return super.rewritten(node);
            } catch (RewriteException e) {
                throw Rebinding.this.kept(node, touched, e.reason());
            }
        }

        private Work kept(Node node, Agent agent) {
            for (View view : effects.viewsOf(node)) {
                View other = bound.get(view);
                if (other != null) {
                    String why = agent == Agent.CPU
                            ? "is Java code of the host"
                            : "is a capture, whose calls have its address";
                    throw Rebinding.this.kept(node, view, why);
                }
            }
            return node.work();
        }

        private @Nullable View touched(Node node) {
            for (View view : effects.viewsOf(node)) {
                if (bound.containsKey(view)) {
                    return view;
                }
            }
            return null;
        }
    }
}
