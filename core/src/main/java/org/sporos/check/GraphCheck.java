package org.sporos.check;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/**
 * All checks of a graph against the space that it is instantiated on. They go through a graph and the graphs nested in it,
 * each once, and report everything that they find.
 */
public final class GraphCheck {
    private final NodeUses uses;
    private final Diagnostics diagnostics = new Diagnostics();
    private final Set<Graph> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final SpaceCheck spaceCheck;
    private final NodeCheck nodeCheck;
    private final AllocationCheck allocationCheck;
    private final RaceCheck raceCheck;
    private final Set<Graph> raced = Collections.newSetFromMap(new IdentityHashMap<>());

    private GraphCheck(NodeUses uses, Target target, Function<Node, List<Touch>> kernels) {
        this.uses = uses;
        this.spaceCheck = new SpaceCheck(target, diagnostics);
        this.nodeCheck = new NodeCheck(target, diagnostics);
        this.allocationCheck = new AllocationCheck(uses);
        this.raceCheck = new RaceCheck(new NodeTouches(kernels), diagnostics);
    }

    /**
     * Returns the flaws of a graph, in the order of its nodes; races last.
     *
     * @param kernels tells what the kernels of a node touch, as far as known
     */
    public static List<Diagnostic> of(Graph graph, NodeUses uses, Target target, Function<Node, List<Touch>> kernels) {
        GraphCheck check = new GraphCheck(uses, target, kernels);
        check.visit(graph);
        check.raceCheck.check(graph);
        return check.diagnostics.found();
    }

    private void visit(Graph graph) {
        if (!seen.add(graph)) {
            return;
        }
        Map<Node, List<Diagnostic>> lifetimes = allocationCheck.check(graph);
        for (Node node : graph.nodes()) {
            spaceCheck.check(graph, node, uses.ofNodeAlone(node));
            nodeCheck.check(graph, node);
            lifetimes.getOrDefault(node, List.of()).forEach(diagnostics::add);
            nested(graph, node);
        }
    }

    private void nested(Graph graph, Node node) {
        for (Graph body : Bodies.of(node.work())) {
            ConditionalCheck.check(graph, node, body, diagnostics);
            if (raced.add(body)) {
                raceCheck.check(body);
            }
        }
        Bodies.withNested(node.work()).forEach(this::visit);
    }
}
