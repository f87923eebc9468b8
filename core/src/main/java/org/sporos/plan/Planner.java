package org.sporos.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;

/** Makes the launch plan of a graph: one unit a node, nested graphs inlined between two empty units. */
public final class Planner {
    private final Graph graph;
    private final List<LaunchUnit> units = new ArrayList<>();
    private int[] firstPredecessor = new int[16];
    private int[] predecessors = new int[16];
    private int edges;

    private Planner(Graph graph) {
        this.graph = graph;
    }

    /** Returns the plan of a graph. Takes time linear in nodes and edges; recurses only into nested graphs. */
    public static LaunchPlan plan(Graph graph) {
        Planner planner = new Planner(graph);
        planner.inline(graph, -1);
        int[] first = Arrays.copyOf(planner.firstPredecessor, planner.units.size() + 1);
        return new LaunchPlan(graph, planner.units, first, Arrays.copyOf(planner.predecessors, planner.edges));
    }

    /** Adds the nodes of a graph, its roots after the given unit if there is one; returns its leaves. */
    private int[] inline(Graph inlined, int entry) {
        int[] unitOf = new int[inlined.nodes().size()];
        boolean[] waitedFor = new boolean[unitOf.length];
        for (Node node : inlined.nodes()) {
            for (Node before : node.predecessors()) {
                edge(unitOf[before.id()]);
                waitedFor[before.id()] = true;
            }
            if (node.predecessors().isEmpty() && entry >= 0) {
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

    private static List<LaunchPlan> bodies(Work work) {
        if (work instanceof Work.If branch) {
            LaunchPlan then = plan(branch.then());
            return branch.otherwise() == null ? List.of(then) : List.of(then, plan(branch.otherwise()));
        }
        if (work instanceof Work.While loop) {
            return List.of(plan(loop.body()));
        }
        if (work instanceof Work.Switch choice) {
            return choice.cases().stream().map(Planner::plan).toList();
        }
        return List.of();
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
