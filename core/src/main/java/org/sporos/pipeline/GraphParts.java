package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.sporos.check.GraphEffects;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.spi.Backend;
import org.sporos.view.View;

/**
 * The parts of a graph whose nodes name spaces: graphs of one space each. The level of a node is the greatest number of
 * edges between spaces on a path to it. The nodes of one level and one space are a part, so that edges lead from lower
 * levels to higher ones and parts form no cycle. A nested graph over several spaces is inlined. Used by one thread.
 */
final class GraphParts {
    private final List<Item> items = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /** A node on a space, after other items. */
    private record Item(Node node, Backend space, int level, Set<Integer> before) {}

    /**
     * A part.
     *
     * @param nodes the nodes that those of its graph are copies of
     * @param level the level of its nodes
     * @param before the earlier parts of other spaces that it follows
     */
    record Part(Backend space, Graph graph, List<Node> nodes, int level, List<Integer> before) {}

    /** Returns the parts of a checked graph, each after its predecessors. */
    static List<Part> of(Graph graph, Backend space, GraphEffects effects) {
        GraphParts parts = new GraphParts();
        Set<Integer> leaves = parts.inline(graph, space, Set.of());
        parts.build(graph, effects);
        return leaves.isEmpty() ? List.of() : parts.parts;
    }

    /** Throws if a call on a graph is not supported for several spaces. */
    static void refuse(Graph graph, String call) {
        if (graph.namesSpaces()) {
            throw new GraphException(List.of(Diagnostic.error(
                    "G152",
                    call + " is called for graph " + Labels.quoted(graph.label()) + ", whose nodes name spaces",
                    "Call it for a graph of the nodes of one space.")));
        }
    }

    /** Adds the nodes of a graph after others; returns its leaves. Joins become edges. */
    private Set<Integer> inline(Graph graph, Backend around, Set<Integer> entry) {
        List<Set<Integer>> ends = new ArrayList<>();
        boolean[] hasSuccessor = new boolean[graph.nodes().size()];
        for (Node node : graph.nodes()) {
            Set<Integer> before = new LinkedHashSet<>();
            for (Node predecessor : node.predecessors()) {
                hasSuccessor[predecessor.id()] = true;
                before.addAll(ends.get(predecessor.id()));
            }
            ends.add(add(node, around, node.predecessors().isEmpty() ? entry : before));
        }
        Set<Integer> leaves = new LinkedHashSet<>();
        for (int id = 0; id < hasSuccessor.length; id++) {
            if (!hasSuccessor[id]) {
                leaves.addAll(ends.get(id));
            }
        }
        return leaves.isEmpty() ? entry : leaves;
    }

    private Set<Integer> add(Node node, Backend around, Set<Integer> before) {
        Backend space = node.space() == null ? around : Instantiation.requireUsable(node.space());
        Graph nested = node.work().inlined();
        if (nested == null && node.work().isEmpty()) {
            return before;
        }
        if (nested != null && !isOn(nested, space)) {
            return inline(nested, space, before);
        }
        int level = 0;
        for (int k : before) {
            Item item = items.get(k);
            level = Math.max(level, item.level + (item.space == space ? 0 : 1));
        }
        items.add(new Item(node, space, level, before));
        return Set.of(items.size() - 1);
    }

    private static boolean isOn(Graph graph, Backend space) {
        return graph.nodes().stream()
                .allMatch(node -> (node.space() == null || node.space() == space)
                        && node.work().nested().stream().allMatch(nested -> isOn(nested.graph(), space)));
    }

    private void build(Graph graph, GraphEffects effects) {
        Map<Backend, Integer> order = new IdentityHashMap<>();
        items.forEach(item -> order.putIfAbsent(item.space, order.size()));
        Set<Integer> keys = new TreeSet<>();
        items.forEach(item -> keys.add(key(item, order)));
        Map<Integer, Integer> numbers = new HashMap<>();
        keys.forEach(key -> numbers.put(key, numbers.size()));
        int[] partOf =
                items.stream().mapToInt(item -> numbers.get(key(item, order))).toArray();
        memory(graph, effects, partOf);
        for (int part = 0; part < numbers.size(); part++) {
            parts.add(part(graph, part, partOf));
        }
    }

    private static int key(Item item, Map<Backend, Integer> order) {
        return item.level * order.size() + Objects.requireNonNull(order.get(item.space));
    }

    private Part part(Graph graph, int part, int[] partOf) {
        Map<Integer, Integer> positions = new HashMap<>();
        List<Node> nodes = new ArrayList<>();
        List<List<Integer>> edges = new ArrayList<>();
        Set<Integer> others = new TreeSet<>();
        Backend space = null;
        int level = 0;
        for (int k = 0; k < partOf.length; k++) {
            if (partOf[k] != part) {
                continue;
            }
            Item item = items.get(k);
            space = item.space;
            level = item.level;
            positions.put(k, nodes.size());
            nodes.add(item.node);
            List<Integer> before = new ArrayList<>();
            for (int other : item.before) {
                if (partOf[other] == part) {
                    before.add(positions.get(other));
                } else if (items.get(other).space != space) {
                    others.add(partOf[other]);
                }
            }
            edges.add(before.stream().sorted().toList());
        }
        return new Part(
                Required.internal(space, "the space of a part"),
                Graph.of(graph.label(), nodes, edges),
                nodes,
                level,
                List.copyOf(others));
    }

    /** Memory inside the graph belongs to one part: each part has its own executable. */
    private void memory(Graph graph, GraphEffects effects, int[] partOf) {
        Map<Allocation, Integer> owners = new IdentityHashMap<>();
        List<Diagnostic> found = new ArrayList<>();
        for (int k = 0; k < partOf.length; k++) {
            int part = partOf[k];
            visit(items.get(k).node, node -> {
                View allocated = node.effects().allocates();
                if (allocated != null) {
                    owners.put(allocated.allocation(), part);
                }
                for (View view : effects.viewsOfNodeAlone(node)) {
                    Integer owner = owners.get(view.allocation());
                    if (view.allocation() instanceof GraphMemory && owner != null && owner != part) {
                        found.add(Diagnostic.error(
                                "G152",
                                "node " + Labels.quoted(node.label()) + " (" + node.where() + ") of graph "
                                        + Labels.quoted(graph.label()) + " uses view " + Labels.quoted(view.label())
                                        + " of thenAllocate behind an edge between spaces",
                                "Make the view with of, outside of the graph."));
                    }
                }
            });
        }
        if (!found.isEmpty()) {
            throw new GraphException(found);
        }
    }

    private static void visit(Node node, Consumer<Node> action) {
        action.accept(node);
        for (NestedGraph nested : node.work().nested()) {
            nested.graph().nodes().forEach(inner -> visit(inner, action));
        }
    }
}
