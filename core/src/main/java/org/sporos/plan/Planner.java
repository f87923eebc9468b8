package org.sporos.plan;

import java.util.Arrays;
import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.compile.KernelIndex;

/**
 * Builds the launch plan of a graph: one unit per node, nested graphs inlined between two empty units; then fuses units
 * as the backend supports it.
 */
public final class Planner {
    private final KernelIndex kernels;
    private final FusionSupport merges;
    private final PlanGraphBuilder units;

    private Planner(int size, KernelIndex kernels, FusionSupport merges) {
        this.units = new PlanGraphBuilder(size);
        this.kernels = kernels;
        this.merges = merges;
    }

    /** Returns the plan of a graph without fusion. */
    public static LaunchPlan plan(Graph graph) {
        return plan(graph, KernelIndex.empty(), FusionSupport.NONE);
    }

    /**
     * Returns the plan of a graph. Takes time linear in nodes and edges; recurses only into nested graphs.
     *
     * @param kernels the compiled kernels of the graph
     * @param merges the fusion supported by the backend
     */
    public static LaunchPlan plan(Graph graph, KernelIndex kernels, FusionSupport merges) {
        Planner planner = new Planner(graph.nodes().size(), kernels, merges);
        planner.inline(graph, -1);
        return FusionPasses.plan(graph, PlanGraph.of(planner.units), kernels, merges);
    }

    /**
     * Adds the nodes of a graph, its roots after the unit {@code entry} if that is not negative; returns its leaves.
     */
    private int[] inline(Graph inlined, int entry) {
        int[] unitOf = new int[inlined.nodes().size()];
        boolean[] hasSuccessor = new boolean[unitOf.length];
        for (Node node : inlined.nodes()) {
            List<Node> predecessors = node.predecessors();
            for (int k = 0; k < predecessors.size(); k++) {
                int before = predecessors.get(k).id();
                units.edge(unitOf[before]);
                hasSuccessor[before] = true;
            }
            if (predecessors.isEmpty() && entry >= 0) {
                units.edge(entry);
            }
            unitOf[node.id()] = add(node, inlined);
        }
        int leaves = 0;
        for (int id = 0; id < unitOf.length; id++) {
            if (!hasSuccessor[id]) {
                unitOf[leaves++] = unitOf[id];
            }
        }
        return Arrays.copyOf(unitOf, leaves);
    }

    private int add(Node node, Graph in) {
        Work work = node.work();
        Graph inlined = work.inlined();
        if (inlined != null) {
            int begin = unit(node, in, true, List.of());
            for (int leaf : inline(inlined, begin)) {
                units.edge(leaf);
            }
            if (inlined.nodes().isEmpty()) {
                units.edge(begin);
            }
            return unit(node, in, true, List.of());
        }
        List<NestedGraph> bodies = work.nested();
        return unit(
                node,
                in,
                work.isEmpty(),
                bodies.isEmpty()
                        ? List.of()
                        : bodies.stream().map(body -> body(body.graph())).toList());
    }

    private LaunchPlan body(Graph graph) {
        return plan(graph, kernels, merges);
    }

    private int unit(Node node, Graph in, boolean empty, List<LaunchPlan> bodies) {
        return units.add(new LaunchUnit(units.size(), node, in, empty, bodies));
    }
}
