package org.sporos.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.index.KernelIndex;

/**
 * Makes the launch plan of a graph: one unit a node, nested graphs inlined between two empty units; then neighbours are
 * merged as far as the backend wants it.
 */
public final class Planner {
    private final KernelIndex kernels;
    private final Merges merges;
    private final List<LaunchUnit> units = new ArrayList<>();
    private int[] firstPredecessor = new int[16];
    private int[] predecessors = new int[16];
    private int edges;

    private Planner(KernelIndex kernels, Merges merges) {
        this.kernels = kernels;
        this.merges = merges;
    }

    /** Returns the plan of a graph, without merging anything. */
    public static LaunchPlan plan(Graph graph) {
        return plan(graph, KernelIndex.empty(), Merges.NONE);
    }

    /**
     * Returns the plan of a graph. Takes time linear in nodes and edges; recurses only into nested graphs.
     *
     * @param kernels what is known of the kernels of the graph
     * @param merges what may be merged
     */
    public static LaunchPlan plan(Graph graph, KernelIndex kernels, Merges merges) {
        Planner planner = new Planner(kernels, merges);
        planner.inline(graph, -1);
        int[] first = Arrays.copyOf(planner.firstPredecessor, planner.units.size() + 1);
        int[] all = Arrays.copyOf(planner.predecessors, planner.edges);
        LaunchPlan plan = new LaunchPlan(graph, planner.units, first, all);
        return merges.isNone() ? plan : Merging.of(plan, kernels, merges);
    }

    /** Adds the nodes of a graph, its roots after the given unit if there is one; returns its leaves. */
    private int[] inline(Graph inlined, int entry) {
        int[] unitOf = new int[inlined.nodes().size()];
        boolean[] waitedFor = new boolean[unitOf.length];
        for (Node node : inlined.nodes()) {
            List<Node> waitsFor = node.predecessors();
            for (int k = 0; k < waitsFor.size(); k++) {
                int before = waitsFor.get(k).id();
                edge(unitOf[before]);
                waitedFor[before] = true;
            }
            if (waitsFor.isEmpty() && entry >= 0) {
                edge(entry);
            }
            unitOf[node.id()] = add(node, inlined);
        }
        int leaves = 0;
        for (int id = 0; id < unitOf.length; id++) {
            if (!waitedFor[id]) {
                unitOf[leaves++] = unitOf[id];
            }
        }
        return Arrays.copyOf(unitOf, leaves);
    }

    private int add(Node node, Graph in) {
        if (node.work() instanceof Work.SubGraph nested) {
            int begin = unit(node, in, true, List.of());
            for (int leaf : inline(nested.graph(), begin)) {
                edge(leaf);
            }
            if (nested.graph().nodes().isEmpty()) {
                edge(begin);
            }
            return unit(node, in, true, List.of());
        }
        return unit(node, in, node.work() instanceof Work.Join, bodies(node.work()));
    }

    private List<LaunchPlan> bodies(Work work) {
        if (work instanceof Work.If branch) {
            LaunchPlan then = body(branch.then());
            return branch.otherwise() == null ? List.of(then) : List.of(then, body(branch.otherwise()));
        }
        if (work instanceof Work.While loop) {
            return List.of(body(loop.body()));
        }
        if (work instanceof Work.Switch choice) {
            return choice.cases().stream().map(this::body).toList();
        }
        return List.of();
    }

    private LaunchPlan body(Graph graph) {
        return plan(graph, kernels, merges);
    }

    /** Notes an edge to the unit that is added next. */
    private void edge(int from) {
        if (edges == predecessors.length) {
            predecessors = Arrays.copyOf(predecessors, 2 * edges);
        }
        predecessors[edges++] = from;
    }

    private int unit(Node node, Graph in, boolean empty, List<LaunchPlan> bodies) {
        int index = units.size();
        units.add(new LaunchUnit(index, node, in, empty, bodies));
        if (index + 1 == firstPredecessor.length) {
            firstPredecessor = Arrays.copyOf(firstPredecessor, 2 * firstPredecessor.length);
        }
        firstPredecessor[index + 1] = edges;
        return index;
    }
}
