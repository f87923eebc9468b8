package org.sporos.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.policy.IndexSet;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.IntView;

/**
 * A graph with its index sets copied to the spaces of its nodes: each node runs over the positions of a list in the
 * memory of its space. It owns the copies until it is closed; an executable retains those that it uses. Used by one
 * thread.
 */
final class Placement implements AutoCloseable, Work.Mapping {
    private final Map<ExecutionSpace, Map<IndexSet, RangePolicy>> placed = new HashMap<>();
    private final Map<ExecutionSpace, Map<Graph, Graph>> graphs = new HashMap<>();
    /** The space of the visited node. */
    private ExecutionSpace space;

    private final List<IntView> copies = new ArrayList<>();

    Placement(ExecutionSpace space) {
        this.space = space;
    }

    /** Returns a graph with all its index sets placed, or the graph itself without any. */
    Graph of(Graph graph) {
        if (!graph.hasIndexSets()) {
            return graph;
        }
        Map<Graph, Graph> here = graphs.computeIfAbsent(space, key -> new IdentityHashMap<>());
        Graph known = here.get(graph);
        if (known == null) {
            known = graph.with(nodes(graph));
            here.put(graph, known);
        }
        return known;
    }

    private List<Node> nodes(Graph graph) {
        List<Node> nodes = new ArrayList<>(graph.nodes().size());
        for (Node node : graph.nodes()) {
            List<Node> before = node.predecessors().stream()
                    .map(predecessor -> nodes.get(predecessor.id()))
                    .toList();
            ExecutionSpace outer = space;
            space = node.space() == null ? outer : node.space();
            Work work = node.work().mapped(this);
            space = outer;
            nodes.add(new Node(
                    node.id(),
                    node.label(),
                    work,
                    node.priority(),
                    work.kernels(),
                    before,
                    node.where(),
                    node.space()));
        }
        return nodes;
    }

    @Override
    public Graph graph(Graph graph) {
        return of(graph);
    }

    @Override
    public Policy policy(Policy policy) {
        return policy instanceof IndexSet set
                ? placed.computeIfAbsent(space, key -> new HashMap<>()).computeIfAbsent(set, this::place)
                : policy;
    }

    private RangePolicy place(IndexSet set) {
        IntView elements = set.placed(space);
        if (!set.isPromised()) {
            copies.add(elements);
        }
        return set.positions(elements);
    }

    /** Returns whether a kernel of a work, also in a nested graph, runs over an index set. */
    static boolean isOverSet(Work work, List<KernelCall> kernels) {
        for (int k = 0; k < kernels.size(); k++) {
            if (kernels.get(k).policy() instanceof IndexSet) {
                return true;
            }
        }
        for (NestedGraph nested : work.nested()) {
            if (nested.graph().hasIndexSets()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        copies.forEach(IntView::close);
    }
}
