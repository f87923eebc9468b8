package org.sporos.check;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.Sets;
import java.util.List;
import java.util.Set;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.kernel.compile.KernelIndex;

/**
 * All checks of a graph against the space that it is instantiated on. They go through a graph and the graphs nested in
 * it, each once, and report everything that they find.
 */
public final class GraphCheck {
    private final GraphEffects effects;
    private final Diagnostics diagnostics = new Diagnostics();
    private final Set<Graph> seen = Sets.newIdentityHashSet();
    private final SpaceCheck spaceCheck;
    private final NodeCheck nodeCheck;
    private final RingCheck ringCheck;
    private final KernelCheck kernelCheck;
    private final AllocationCheck allocationCheck;
    private final RaceCheck raceCheck;
    private final Set<Graph> raced = Sets.newIdentityHashSet();

    private GraphCheck(GraphEffects effects, Target target, KernelIndex kernels) {
        this.effects = effects;
        this.spaceCheck = new SpaceCheck(target, diagnostics);
        this.nodeCheck = new NodeCheck(target, diagnostics);
        this.ringCheck = new RingCheck(effects.views(), diagnostics);
        this.kernelCheck = new KernelCheck(kernels, diagnostics);
        this.raceCheck =
                new RaceCheck(new NodeAccesses(kernelCheck::touches), new KernelSeparation(kernels), diagnostics);
        this.allocationCheck = new AllocationCheck(effects);
    }

    /**
     * Returns the violations of a graph, in the order of its nodes; races last.
     *
     * @param kernels the kernels of its nodes, as far as they could be translated
     */
    public static List<Diagnostic> of(Graph graph, GraphEffects effects, Target target, KernelIndex kernels) {
        GraphCheck check = new GraphCheck(effects, target, kernels);
        check.visit(graph);
        SequenceCheck.check(graph, check.diagnostics);
        check.raceCheck.check(graph);
        return check.diagnostics.found();
    }

    private void visit(Graph graph) {
        if (!seen.add(graph)) {
            return;
        }
        ListMultimap<Node, Diagnostic> lifetimes = allocationCheck.check(graph);
        for (Node node : graph.nodes()) {
            spaceCheck.check(graph, node, effects.viewsOfNodeAlone(node));
            nodeCheck.check(graph, node);
            ringCheck.check(graph, node, effects.viewsOfNodeAlone(node));
            kernelCheck.check(graph, node);
            lifetimes.get(node).forEach(diagnostics::add);
            if (!node.work().nested().isEmpty()) {
                nested(graph, node);
            }
        }
    }

    private void nested(Graph graph, Node node) {
        for (Graph body : Bodies.of(node.work())) {
            ConditionalCheck.check(graph, node, body, diagnostics);
            if (raced.add(body)) {
                raceCheck.check(body);
            }
        }
        node.work().nested().forEach(nested -> visit(nested.graph()));
    }
}
