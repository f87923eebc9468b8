package org.sporos.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.space.Allocation;
import org.sporos.view.GraphMemory;

/** Checks that memory which lives inside of a graph is used after it is allocated and before it is freed. */
final class AllocationCheck {
    private final Graph graph;
    private final NodeUses uses;
    private final Diagnostics diagnostics;

    AllocationCheck(Graph graph, NodeUses uses, Diagnostics diagnostics) {
        this.graph = graph;
        this.uses = uses;
        this.diagnostics = diagnostics;
    }

    /** One pass over the graph for each allocation, and none where there is no allocation. */
    void check() {
        Map<Allocation, List<Node>> users = users();
        for (Node node : graph.nodes()) {
            if (node.work() instanceof Work.Allocate allocate) {
                lifetime(node, users.getOrDefault(allocate.view().allocation(), List.of()));
            }
        }
    }

    private Map<Allocation, List<Node>> users() {
        Map<Allocation, List<Node>> users = new IdentityHashMap<>();
        for (Node node : graph.nodes()) {
            for (ViewUse use : uses.of(node)) {
                note(users, use.view().allocation(), node);
            }
            if (node.work() instanceof Work.Free free) {
                note(users, free.view().allocation(), node);
            }
        }
        return users;
    }

    private static void note(Map<Allocation, List<Node>> users, Allocation memory, Node node) {
        if (memory instanceof GraphMemory) {
            users.computeIfAbsent(memory, m -> new ArrayList<>()).add(node);
        }
    }

    private void lifetime(Node allocate, List<Node> users) {
        BitSet after = after(allocate);
        Node free = null;
        for (Node user : users) {
            if (!after.get(user.id())) {
                unordered(allocate, user, "uses", "before it is allocated");
            }
            if (user.work() instanceof Work.Free) {
                if (free != null) {
                    unordered(allocate, user, "frees", "a second time");
                }
                free = user;
            }
        }
        if (free != null) {
            beforeFree(allocate, free, users);
        }
    }

    private void beforeFree(Node allocate, Node free, List<Node> users) {
        BitSet before = before(free);
        for (Node user : users) {
            if (user != free && !(user.work() instanceof Work.Free) && !before.get(user.id())) {
                unordered(
                        allocate,
                        user,
                        "uses",
                        "after it may be freed by node '" + free.label() + "' (" + free.where() + ")");
            }
        }
    }

    private void unordered(Node allocate, Node user, String verb, String when) {
        diagnostics.error(
                "G104",
                Diagnostics.name(user, graph) + " " + verb + " the memory of node '" + allocate.label() + "' ("
                        + allocate.where() + ") " + when,
                "Hang it on the node that allocates, and the node that frees on it.");
    }

    /** Returns the nodes that a path leads to. */
    private BitSet after(Node from) {
        BitSet reached = new BitSet(graph.nodes().size());
        reached.set(from.id());
        List<Node> nodes = graph.nodes();
        for (Node node : nodes.subList(from.id() + 1, nodes.size())) {
            for (Node before : node.predecessors()) {
                if (reached.get(before.id())) {
                    reached.set(node.id());
                    break;
                }
            }
        }
        return reached;
    }

    /** Returns the nodes that a path comes from. */
    private BitSet before(Node to) {
        BitSet reached = new BitSet(graph.nodes().size());
        reached.set(to.id());
        for (int id = to.id(); id >= 0; id--) {
            if (reached.get(id)) {
                graph.nodes().get(id).predecessors().forEach(node -> reached.set(node.id()));
            }
        }
        return reached;
    }
}
