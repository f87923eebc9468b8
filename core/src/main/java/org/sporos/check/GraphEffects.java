package org.sporos.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.KernelCall;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.Work;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.CapturedValues;
import org.sporos.kernel.compile.CapturedBody;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.NodeTable;
import org.sporos.param.Param;
import org.sporos.policy.DynamicBound;
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.View;

/**
 * The views and params accessed by each node of a graph and of nested graphs, declared or captured by kernels.
 * Immutable.
 */
public final class GraphEffects {
    private final NodeTable<List<View>> own;
    private final Map<Node, List<View>> nested = new HashMap<>();
    /** The captures and views of the last kernel, as the next one often has the same captures. */
    private @Nullable CaptureResult lastCapture;

    private List<View> lastViews = List.of();
    private final Map<KernelBody, CapturedValues> values = new IdentityHashMap<>();
    private final CapturedValues.Known known = new CapturedValues.Known();
    private final Map<Graph, Set<View>> graphs = new HashMap<>();
    private final Set<Param> params = new LinkedHashSet<>();
    private final Set<View> views = new LinkedHashSet<>();
    private final Map<Graph, Set<Allocation>> allocatedIn = new HashMap<>();
    private final Set<Allocation> allocated = new HashSet<>();
    private boolean graphMemory;

    private GraphEffects(CapturedGraph captured) {
        this.own = new NodeTable<>(captured.graph());
    }

    /** Returns the effects of all nodes of a graph and of the graphs nested in it. */
    public static GraphEffects of(CapturedGraph captured) {
        GraphEffects all = new GraphEffects(captured);
        all.graph(captured, captured.graph());
        all.allocated.addAll(all.allocatedIn(captured.graph()));
        return all;
    }

    /** Returns the views accessed by a node and its nested graphs. */
    public List<View> viewsOf(Node node) {
        List<View> whole = nested.isEmpty() ? null : nested.get(node);
        return whole != null ? whole : viewsOfNodeAlone(node);
    }

    /**
     * Returns the views accessed by a node without its nested graphs; for a conditional those of its condition and its
     * count of iterations.
     */
    public List<View> viewsOfNodeAlone(Node node) {
        List<View> alone = own.get(node);
        return alone == null ? List.of() : alone;
    }

    /** Returns all params read by kernels, in the order of the nodes. */
    public Set<Param> params() {
        return params;
    }

    /** Returns all accessed views, in the order of the nodes. */
    public Set<View> views() {
        return views;
    }

    /** Returns whether a node allocates, frees or uses memory of a graph. */
    boolean hasGraphMemory() {
        return graphMemory;
    }

    /** Returns whether a node of the graph or of a nested graph allocates a memory. */
    boolean isAllocated(Allocation memory) {
        return allocated.contains(memory);
    }

    /** Returns the memory allocated by a graph and its nested graphs, in the order of the nodes. */
    Set<Allocation> allocatedIn(Graph graph) {
        return allocatedIn.getOrDefault(graph, Set.of());
    }

    /** Returns the distinct views accessed by a graph, computed once per graph. */
    private Set<View> graph(CapturedGraph captured, Graph graph) {
        Set<View> found = graphs.get(graph);
        if (found == null) {
            found = new LinkedHashSet<>();
            Set<Allocation> memory = new LinkedHashSet<>();
            List<View> last = List.of();
            for (Node node : graph.nodes()) {
                List<View> touched = node(captured, graph, node);
                if (touched != last) {
                    found.addAll(touched);
                    last = touched;
                }
                allocations(node, memory);
            }
            graphs.put(graph, found);
            allocatedIn.put(graph, memory);
        }
        return found;
    }

    private void allocations(Node node, Set<Allocation> found) {
        View view = node.effects().allocates();
        if (view != null) {
            found.add(view.allocation());
        }
        for (NestedGraph inner : node.work().nested()) {
            found.addAll(allocatedIn(inner.graph()));
        }
    }

    private List<View> node(CapturedGraph captured, Graph graph, Node node) {
        NodeEffects effects = node.effects();
        graphMemory |= effects.isOfMemory();
        if (node.work() instanceof Work.HostCall call && call.enabledIf() != null) {
            params.add(call.enabledIf());
        }
        List<CapturedBody> bodies = captured.of(graph, node);
        boolean isOneBody = bodies.size() == 1
                && effects.accesses().isEmpty()
                && elements(bodies.get(0).call()) == null
                && !isDynamic(bodies.get(0).call());
        List<View> alone = isOneBody ? one(bodies.get(0)) : several(bodies, effects);
        if (!alone.isEmpty()) {
            own.put(node, alone);
        }
        List<NestedGraph> inner = node.work().nested();
        if (inner.isEmpty()) {
            return alone;
        }
        Set<View> all = new LinkedHashSet<>(alone);
        inner.forEach(of -> all.addAll(graph(captured, of.graph())));
        List<View> once = List.copyOf(all);
        nested.put(node, once);
        return once;
    }

    private List<View> one(CapturedBody body) {
        if (body.capture() != lastCapture) {
            List<View> found = new ArrayList<>();
            boolean isPlain = kernel(body, found);
            found.forEach(this::note);
            lastCapture = isPlain ? body.capture() : null;
            lastViews = found;
        }
        return lastViews;
    }

    private void note(View view) {
        views.add(view);
        graphMemory |= view.allocation() instanceof GraphMemory;
    }

    private List<View> several(List<CapturedBody> bodies, NodeEffects effects) {
        if (bodies.isEmpty() && effects.accesses().isEmpty()) {
            return List.of();
        }
        List<View> found = new ArrayList<>();
        bodies.forEach(body -> kernel(body, found));
        effects.accesses().forEach(access -> found.addAll(access.views()));
        View elements = bodies.isEmpty() ? null : elements(bodies.get(0).call());
        if (elements != null) {
            found.add(elements);
        }
        bodies.forEach(body -> bounds(body.call(), found));
        found.forEach(this::note);
        return found;
    }

    /** Returns the view with the elements of a kernel's index set, or null. */
    private static @Nullable View elements(KernelCall call) {
        if (call.policy() instanceof IndexSet set) {
            return set.view();
        }
        return call.policy() instanceof RangePolicy range ? range.elements() : null;
    }

    private static boolean isDynamic(KernelCall call) {
        Policy policy = call.policy();
        return policy != null && policy.isDynamic();
    }

    /** Adds the views and params of dynamic bounds. */
    private void bounds(KernelCall call, List<View> found) {
        Policy policy = call.policy();
        if (policy != null) {
            for (DynamicBound bound : policy.live()) {
                if (bound.view() != null) {
                    found.add(bound.view());
                }
                if (bound.param() != null) {
                    params.add(bound.param());
                }
            }
        }
    }

    /** Adds the views and params of a kernel; returns whether they follow from its captures alone. */
    private boolean kernel(CapturedBody body, List<View> found) {
        List<@Nullable Object> plain = CapturedValues.plain(body.capture());
        if (plain == null) {
            CapturedValues all = values.computeIfAbsent(body.call().body(), key -> known.of(key, body.capture()));
            found.addAll(all.views());
            params.addAll(all.params());
            return false;
        }
        for (int k = 0; k < plain.size(); k++) {
            Object value = plain.get(k);
            if (value instanceof View view && plain.indexOf(view) == k) {
                found.add(view);
            } else if (value instanceof Param param) {
                params.add(param);
            }
        }
        return true;
    }

    /** Returns the labels of all views and params. */
    @Override
    public String toString() {
        return "views "
                + views.stream().map(view -> Labels.quoted(view.label())).toList() + ", params "
                + params.stream().map(param -> Labels.quoted(param.label())).toList();
    }
}
