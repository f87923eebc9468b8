package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sporos.graph.Graph;
import org.sporos.graph.KernelCall;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.UpdateResult.Difference;
import org.sporos.internal.error.Labels;

/** The comparison of the nodes and edges of two graphs. Used by one thread, once. */
final class NodeDifferences {
    private final List<Difference> found = new ArrayList<>();

    private NodeDifferences() {}

    /** Returns the differences. */
    static List<Difference> of(Graph before, Graph after) {
        NodeDifferences all = new NodeDifferences();
        all.graphs(before, after);
        return all.found;
    }

    private void graphs(Graph old, Graph other) {
        if (old == other) {
            return;
        }
        int count = other.nodes().size();
        if (old.nodes().size() != count) {
            found.add(new Difference(
                    null,
                    Labels.quoted(other.label()) + " has " + count + " nodes, not "
                            + old.nodes().size()));
            return;
        }
        for (int n = 0; n < count; n++) {
            nodes(old.nodes().get(n), other.nodes().get(n));
        }
    }

    private void nodes(Node old, Node other) {
        if (!old.label().equals(other.label())) {
            differs(other, "stands where " + Labels.quoted(old.label()) + " was");
        }
        if (old.work().getClass() != other.work().getClass() || !roles(old).equals(roles(other))) {
            differs(other, "is " + other.work() + ", not " + old.work());
            return;
        }
        if (!ids(old).equals(ids(other))) {
            differs(other, "follows " + names(other) + ", not " + names(old));
        }
        if (old.space() != other.space()) {
            differs(other, "runs on " + name(other) + ", not on " + name(old));
        }
        if (old.priority() != other.priority()) {
            differs(other, "has priority " + other.priority() + ", not " + old.priority());
        }
        List<NestedGraph> inside = old.work().nested();
        List<NestedGraph> otherInside = other.work().nested();
        if (inside.size() != otherInside.size()) {
            differs(other, "holds " + otherInside.size() + " graphs, not " + inside.size());
            return;
        }
        for (int k = 0; k < inside.size(); k++) {
            graphs(inside.get(k).graph(), otherInside.get(k).graph());
        }
    }

    private static List<KernelCall.Role> roles(Node node) {
        return node.kernels().stream().map(KernelCall::role).toList();
    }

    private static List<Integer> ids(Node node) {
        return node.predecessors().stream().map(Node::id).toList();
    }

    private static String names(Node node) {
        return node.predecessors().isEmpty()
                ? "nothing"
                : node.predecessors().stream()
                        .map(before -> Labels.quoted(before.label()))
                        .collect(Collectors.joining(" and "));
    }

    private static String name(Node node) {
        return node.space() == null
                ? "the space of the instantiation"
                : node.space().name();
    }

    private void differs(Node node, String reason) {
        found.add(new Difference(node, reason));
    }
}
