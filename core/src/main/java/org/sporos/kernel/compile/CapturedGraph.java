package org.sporos.kernel.compile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.KernelCall;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.policy.KernelBody;

/** The kernel bodies of a graph and its nested graphs, each captured once; the input of all later phases. Immutable. */
public final class CapturedGraph {
    private final Graph graph;
    private final List<CapturedBody> bodies = new ArrayList<>();
    /** The index of the first body of each node of the graph; nested graphs have a map. */
    private final int[] own;

    private final Map<Node, Integer> nested = new HashMap<>();
    private final Set<Graph> seen = new HashSet<>();
    private @Nullable CaptureResult last;
    private @Nullable Class<?> lastType;

    private CapturedGraph(Graph graph) {
        this.graph = graph;
        this.own = new int[graph.nodes().size()];
    }

    /** Captures all bodies of a graph, once for a graph nested several times. */
    public static CapturedGraph of(Graph graph) {
        CapturedGraph captured = new CapturedGraph(graph);
        captured.visit(graph);
        return captured;
    }

    private void visit(Graph visited) {
        if (!seen.add(visited)) {
            return;
        }
        for (Node node : visited.nodes()) {
            if (visited == graph) {
                own[node.id()] = bodies.size();
            } else {
                nested.put(node, bodies.size());
            }
            List<KernelCall> calls = node.kernels();
            for (int k = 0; k < calls.size(); k++) {
                bodies.add(capture(visited, node, calls.get(k)));
            }
            List<NestedGraph> inner = node.work().nested();
            for (int k = 0; k < inner.size(); k++) {
                visit(inner.get(k).graph());
            }
        }
    }

    private CapturedBody capture(Graph in, Node node, KernelCall call) {
        KernelBody body = call.body();
        CaptureResult capture = KernelCapture.of(body, body.getClass() == lastType ? last : null);
        last = capture;
        lastType = body.getClass();
        return new CapturedBody(in, node, call, capture);
    }

    /** Returns the graph. */
    public Graph graph() {
        return graph;
    }

    /** Returns all bodies in the order of the nodes; a nested graph follows its first node. */
    public List<CapturedBody> bodies() {
        return Collections.unmodifiableList(bodies);
    }

    /** Returns the bodies of a node of a graph. */
    public List<CapturedBody> of(Graph in, Node node) {
        if (node.role() == null) {
            return List.of();
        }
        int from = in == graph ? own[node.id()] : nested.getOrDefault(node, 0);
        int to = from + 1;
        while (to < bodies.size() && bodies.get(to).node() == node) {
            to++;
        }
        return bodies.subList(from, to);
    }

    /** Returns each body with its method and captured values. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        bodies.forEach(
                body -> text.append(body.node()).append("\n  ").append(body).append('\n'));
        return text.toString();
    }
}
