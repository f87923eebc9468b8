package org.sporos.check;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.view.View;

/**
 * Checks lifetimes of graph memory: each use follows the allocation and precedes the free. Searches only the nodes
 * between an allocation and its last use.
 */
record AllocationCheck(GraphEffects effects) {
    /** Returns the violations of one graph's allocations by node. */
    ListMultimap<Node, Diagnostic> check(Graph graph) {
        ListMultimap<Node, Diagnostic> found = ArrayListMultimap.create();
        if (!effects.hasGraphMemory()) {
            return found;
        }
        Multimaps.asMap(users(graph)).forEach((memory, users) -> {
            Node allocate = users.get(0);
            if (allocate.effects().allocates() != null) {
                new Lifetime(graph, allocate, users, found).check();
            } else if (!effects.isAllocated(memory)) {
                users.forEach(user -> found.put(user, foreign(graph, user, memory)));
            }
        });
        nestings(graph, found);
        return found;
    }

    /** Finds unordered nestings of one allocating graph, whose view can be bound to one memory at a time only. */
    private void nestings(Graph graph, ListMultimap<Node, Diagnostic> found) {
        Map<Allocation, Node> last = new IdentityHashMap<>();
        for (Node node : graph.nodes()) {
            Graph inlined = node.work().inlined();
            if (inlined != null) {
                for (Allocation memory : effects.allocatedIn(inlined)) {
                    Node before = last.put(memory, node);
                    if (before != null && !leads(graph, before, node)) {
                        found.put(node, sideBySide(graph, before, node, memory));
                    }
                }
            }
        }
    }

    private static Diagnostic sideBySide(Graph graph, Node before, Node node, Allocation memory) {
        return Diagnostic.error(
                "G104",
                new NodeName(node, graph) + " and node " + Labels.quoted(before.label()) + " (" + before.where()
                        + ") run in no fixed order and both allocate the memory of view "
                        + Labels.quoted(memory.label()),
                "Let one depend on the other, or define the nested graph once for each.");
    }

    private static Diagnostic foreign(Graph graph, Node user, Allocation memory) {
        return Diagnostic.error(
                "G104",
                new NodeName(user, graph) + " uses view " + Labels.quoted(memory.label())
                        + ", which another graph allocates",
                "Allocate it in this graph, or use a view that lives outside of graphs.");
    }

    /** Returns the nodes that allocate, use and free each memory, in the order of definition. */
    private ListMultimap<Allocation, Node> users(Graph graph) {
        ListMultimap<Allocation, Node> users =
                MultimapBuilder.linkedHashKeys().arrayListValues().build();
        for (Node node : graph.nodes()) {
            for (View view : effects.viewsOf(node)) {
                note(users, view.allocation(), node);
            }
            NodeEffects own = node.effects();
            View memory = own.allocates() != null ? own.allocates() : own.frees();
            if (memory != null) {
                note(users, memory.allocation(), node);
            }
        }
        return users;
    }

    private static void note(ListMultimap<Allocation, Node> users, Allocation memory, Node node) {
        if (memory instanceof GraphMemory) {
            users.put(memory, node);
        }
    }

    /** The nodes of one allocation. */
    private record Lifetime(Graph graph, Node allocate, List<Node> users, ListMultimap<Node, Diagnostic> found) {

        void check() {
            BitSet after = after(graph, allocate, users.get(users.size() - 1).id());
            Node free = null;
            for (Node user : users) {
                if (!after.get(user.id() - allocate.id())) {
                    violation(user, "uses", "before it is allocated");
                }
                if (isFree(user)) {
                    if (free != null) {
                        violation(user, "frees", "a second time");
                    }
                    free = free == null ? user : free;
                }
            }
            if (free != null) {
                beforeFree(free);
            }
        }

        private void beforeFree(Node free) {
            BitSet before = before(graph, allocate.id(), free);
            for (Node user : users) {
                boolean early = user.id() < free.id() && before.get(user.id() - allocate.id());
                if (!early && !isFree(user)) {
                    violation(
                            user,
                            "uses",
                            "after it may be freed by node " + Labels.quoted(free.label()) + " (" + free.where() + ")");
                }
            }
        }

        private static boolean isFree(Node user) {
            return user.effects().frees() != null;
        }

        private void violation(Node user, String verb, String when) {
            String message = new NodeName(user, graph) + " " + verb + " the memory of node "
                    + Labels.quoted(allocate.label()) + " (" + allocate.where() + ") " + when;
            String cure = "Let it depend on the node that allocates, and the node that frees on it.";
            found.put(user, Diagnostic.error("G104", message, cure));
        }
    }

    /** Returns whether a path leads from one node to another that is defined later. */
    private static boolean leads(Graph graph, Node from, Node to) {
        return after(graph, from, to.id()).get(to.id() - from.id());
    }

    /** Returns the nodes that a path from the first leads to, up to the last id, counted from the first. */
    private static BitSet after(Graph graph, Node from, int last) {
        int first = from.id();
        BitSet reached = new BitSet(last - first + 1);
        reached.set(0);
        for (Node node : graph.nodes().subList(first + 1, last + 1)) {
            for (Node before : node.predecessors()) {
                if (before.id() >= first && reached.get(before.id() - first)) {
                    reached.set(node.id() - first);
                    break;
                }
            }
        }
        return reached;
    }

    /** Returns the nodes with a path to the last one, down to the first id, relative to the first. */
    private static BitSet before(Graph graph, int first, Node to) {
        BitSet reached = new BitSet(to.id() - first + 1);
        reached.set(to.id() - first);
        for (int id = to.id(); id >= first; id--) {
            if (reached.get(id - first)) {
                for (Node before : graph.nodes().get(id).predecessors()) {
                    if (before.id() >= first) {
                        reached.set(before.id() - first);
                    }
                }
            }
        }
        return reached;
    }
}
