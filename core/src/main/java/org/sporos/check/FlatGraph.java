package org.sporos.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.internal.space.Allocation;
import org.sporos.view.View;

/**
 * A graph with all nested graphs inlined, each between an empty entry step and an empty exit step: steps in topological
 * order with flat predecessor arrays. A conditional node is one step. Immutable.
 */
final class FlatGraph {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Graph> graphs = new ArrayList<>();
    private int[] first = new int[16];
    private int[] predecessors = new int[16];
    private int edges;
    /** The inlined copy of each step; the graph, the nesting step and the enclosing copy of each copy. */
    private int[] copies = new int[16];

    private final List<Graph> copied = new ArrayList<>();
    private final List<Integer> nesting = new ArrayList<>();
    private final List<Integer> around = new ArrayList<>();
    private final Map<Allocation, Graph> allocating = new HashMap<>();
    private int copy = -1;

    FlatGraph(Graph graph) {
        inline(graph, -1);
    }

    /** Adds the nodes of a graph, its roots after the entry, if any; returns its leaves. */
    private int[] inline(Graph graph, int entry) {
        int outer = copy;
        copy = copied.size();
        copied.add(graph);
        nesting.add(entry);
        around.add(outer);
        int[] stepOf = new int[graph.nodes().size()];
        boolean[] waitedFor = new boolean[stepOf.length];
        for (Node node : graph.nodes()) {
            List<Node> waitsFor = node.predecessors();
            for (int k = 0; k < waitsFor.size(); k++) {
                int before = waitsFor.get(k).id();
                edge(stepOf[before]);
                waitedFor[before] = true;
            }
            if (waitsFor.isEmpty() && entry >= 0) {
                edge(entry);
            }
            stepOf[node.id()] = add(node, graph);
        }
        copy = outer;
        int leaves = 0;
        for (int id = 0; id < stepOf.length; id++) {
            if (!waitedFor[id]) {
                stepOf[leaves++] = stepOf[id];
            }
        }
        return Arrays.copyOf(stepOf, leaves);
    }

    private int add(Node node, Graph graph) {
        int begin = step(node, graph);
        Graph inlined = node.work().inlined();
        if (inlined == null) {
            return begin;
        }
        int[] leaves = inline(inlined, begin);
        for (int leaf : leaves) {
            edge(leaf);
        }
        if (leaves.length == 0) {
            edge(begin);
        }
        return step(node, graph);
    }

    private void edge(int from) {
        if (edges == predecessors.length) {
            predecessors = Arrays.copyOf(predecessors, 2 * edges);
        }
        predecessors[edges++] = from;
    }

    private int step(Node node, Graph graph) {
        int step = nodes.size();
        nodes.add(node);
        graphs.add(graph);
        View allocated = node.effects().allocates();
        if (allocated != null) {
            allocating.put(allocated.allocation(), graph);
        }
        if (step + 1 == first.length) {
            first = Arrays.copyOf(first, 2 * first.length);
            copies = Arrays.copyOf(copies, first.length);
        }
        copies[step] = copy;
        first[step + 1] = edges;
        return step;
    }

    /**
     * Returns the copy that allocates a step's memory: each inlined copy of a graph allocates its own. Returns 0 for
     * memory from outside of graphs.
     */
    int owner(int step, Allocation memory) {
        Graph graph = allocating.get(memory);
        int at = graph == null ? 0 : copies[step];
        while (at > 0 && copied.get(at) != graph) {
            at = around.get(at);
        }
        return at;
    }

    int size() {
        return nodes.size();
    }

    int edgeCount() {
        return edges;
    }

    Node node(int step) {
        return nodes.get(step);
    }

    /** Returns the graph of a step's node. */
    Graph graph(int step) {
        return graphs.get(step);
    }

    /** Returns the step of the node that holds a step in the innermost copy of a graph that holds another, too. */
    int outermost(int step, int other) {
        int at = step;
        while (!isIn(other, copies[at])) {
            at = nesting.get(copies[at]);
        }
        return at;
    }

    private boolean isIn(int step, int wanted) {
        int at = copies[step];
        while (at > wanted) {
            at = around.get(at);
        }
        return at == wanted;
    }

    int predecessorCount(int step) {
        return first[step + 1] - first[step];
    }

    int predecessor(int step, int k) {
        return predecessors[first[step] + k];
    }
}
