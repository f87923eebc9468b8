package org.sporos.gpu;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A native graph as it was built: its nodes in the order of their making, and the edges among them. */
final class RecordedGraph {
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Long, Node> byHandle = new HashMap<>();
    private final Set<List<Node>> edges = new HashSet<>();
    private final List<String> programmatic = new ArrayList<>();

    private final Map<Long, Integer> priorities = new HashMap<>();

    private record Node(
            long handle, int number, NodeKind kind, String text, List<RecordedGraph> bodies, List<Integer> after) {}

    void add(long handle, NodeKind kind, String text, List<RecordedGraph> bodies) {
        Node node = new Node(handle, nodes.size() + 1, kind, text, bodies, new ArrayList<>());
        nodes.add(node);
        byHandle.put(handle, node);
    }

    void edge(long from, long to) {
        Node left = byHandle.get(from);
        Node right = byHandle.get(to);
        if (!edges.add(List.of(left, right))) {
            throw new AssertionError("an edge twice: " + left + " -> " + right);
        }
        right.after.add(left.number);
    }

    void programmaticEdge(long from, long to) {
        if (byHandle.get(from).kind != NodeKind.KERNEL || byHandle.get(to).kind != NodeKind.KERNEL) {
            throw new AssertionError("a programmatic edge of no kernel");
        }
        edge(from, to);
        programmatic.add(byHandle.get(from).number + " -> " + byHandle.get(to).number);
    }

    /** Returns the programmatic edges by the numbers of their nodes. */
    List<String> programmaticEdges() {
        return programmatic;
    }

    /** Returns the bodies of all conditional nodes. */
    List<RecordedGraph> bodies() {
        return nodes.stream().flatMap(node -> node.bodies.stream()).toList();
    }

    void priority(long handle, int priority) {
        if (byHandle.get(handle).kind != NodeKind.KERNEL || priorities.put(handle, priority) != null) {
            throw new AssertionError("a priority of no kernel, or twice");
        }
    }

    Map<NodeKind, Integer> counts() {
        Map<NodeKind, Integer> counts = new EnumMap<>(NodeKind.class);
        nodes.forEach(node -> counts.merge(node.kind, 1, Integer::sum));
        return counts;
    }

    /** Returns one line for each node, those of bodies further in. */
    String text() {
        return text("");
    }

    private String text(String indent) {
        StringBuilder text = new StringBuilder();
        for (Node node : nodes) {
            text.append(indent).append(node.number).append(' ').append(node.kind);
            text.append(node.text.isEmpty() ? "" : " " + node.text);
            if (priorities.containsKey(node.handle)) {
                text.append(", priority ").append(priorities.get(node.handle));
            }
            if (!node.after.isEmpty()) {
                text.append(" after ");
                text.append(node.after.stream().map(String::valueOf).collect(Collectors.joining(", ")));
            }
            text.append('\n');
            for (int b = 0; b < node.bodies.size(); b++) {
                text.append(indent).append("  body ").append(b).append('\n');
                text.append(node.bodies.get(b).text(indent + "    "));
            }
        }
        return text.toString();
    }
}
