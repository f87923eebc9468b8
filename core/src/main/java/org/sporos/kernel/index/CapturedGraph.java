package org.sporos.kernel.index;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.KernelCall;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.kernel.capture.Capture;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.policy.KernelBody;

/**
 * The kernel bodies of a graph and of all graphs in it, each captured once. All later steps go through these nodes, and what
 * they find out about a body they add to it. Immutable once made.
 */
public final class CapturedGraph {
    private final Graph graph;
    private final List<CapturedNode> nodes = new ArrayList<>();
    private final NodeTable<CapturedNode> ofNode;
    private final Set<Graph> seen = Sets.newIdentityHashSet();
    private @Nullable Capture last;
    private @Nullable Class<?> lastType;

    /**
     * A node that calls kernels.
     *
     * @param graph the graph that the node is in
     * @param bodies its kernel bodies, in the order in which its work names them
     */
    public record CapturedNode(Graph graph, Node node, List<CapturedBody> bodies) {}

    private CapturedGraph(Graph graph) {
        this.graph = graph;
        this.ofNode = new NodeTable<>(graph);
    }

    /** Captures all bodies of a graph. Looks at a graph once, however often it is nested. */
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
            List<KernelCall> calls = node.work().kernels();
            if (!calls.isEmpty()) {
                CapturedNode captured = new CapturedNode(visited, node, capture(calls));
                nodes.add(captured);
                ofNode.put(node, captured);
            }
            List<NestedGraph> nested = node.work().nested();
            for (int k = 0; k < nested.size(); k++) {
                visit(nested.get(k).graph());
            }
        }
    }

    private List<CapturedBody> capture(List<KernelCall> calls) {
        if (calls.size() == 1) {
            return List.of(capture(calls.get(0)));
        }
        List<CapturedBody> bodies = new ArrayList<>(calls.size());
        for (KernelCall call : calls) {
            bodies.add(capture(call));
        }
        return bodies;
    }

    private CapturedBody capture(KernelCall call) {
        KernelBody body = call.body();
        Capture capture = KernelCapture.of(body, body.getClass() == lastType ? last : null);
        last = capture;
        lastType = body.getClass();
        return new CapturedBody(call, capture);
    }

    /** Returns the graph. */
    public Graph graph() {
        return graph;
    }

    /** Returns the nodes that call kernels, those of a nested graph after the first node that it is nested in. */
    public List<CapturedNode> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** Returns the bodies of a node. */
    public List<CapturedBody> of(Node node) {
        CapturedNode captured = ofNode.get(node);
        return captured == null ? List.of() : captured.bodies;
    }

    /** Returns each node with what its bodies run and captured. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (CapturedNode node : nodes) {
            text.append(node.node).append('\n');
            for (CapturedBody body : node.bodies) {
                text.append("  ").append(body).append('\n');
            }
        }
        return text.toString();
    }
}
