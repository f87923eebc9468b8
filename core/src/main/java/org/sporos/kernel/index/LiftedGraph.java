package org.sporos.kernel.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.index.CapturedGraph.CapturedNode;
import org.sporos.kernel.index.FactsCache.Wanted;

/**
 * The bodies of a graph as kernels, translated from their bytecode, and all that keeps bodies from being kernels. Used by one
 * thread, once.
 */
public final class LiftedGraph {
    private final Graph graph;
    private final KernelTemplates templates;
    private final FactsCache facts = new FactsCache();
    private final List<LiftedNode> nodes = new ArrayList<>();
    private final Map<String, KernelProblem> problems = new LinkedHashMap<>();

    /** The kernels of a node. Facts are made when all kernels are known: those that differ in their ranges alone together. */
    private record LiftedNode(Node node, List<Wanted> kernels) {}

    private LiftedGraph(Graph graph, KernelTemplates templates) {
        this.graph = graph;
        this.templates = templates;
    }

    /**
     * Returns the kernels of a graph, the same whether there are helpers or not.
     *
     * @param captured the bodies of the graph
     * @param helpers threads that lift kernels which are new in this process
     */
    public static LiftedGraph of(CapturedGraph captured, Helpers helpers) {
        Prelift prelift = new Prelift();
        for (CapturedNode node : captured.nodes()) {
            for (CapturedBody body : node.bodies()) {
                prelift.add(node.node().label(), body);
            }
        }
        prelift.run(helpers);
        LiftedGraph lifted = new LiftedGraph(captured.graph(), new KernelTemplates(prelift.lifter()));
        captured.nodes().forEach(lifted::lift);
        return lifted;
    }

    private void lift(CapturedNode node) {
        List<CapturedBody> bodies = node.bodies();
        List<Wanted> kernels = new ArrayList<>(bodies.size());
        for (int k = 0; k < bodies.size(); k++) {
            Wanted kernel = lift(node, bodies.get(k));
            if (kernel != null) {
                kernels.add(kernel);
            }
        }
        nodes.add(new LiftedNode(node.node(), kernels));
    }

    private @Nullable Wanted lift(CapturedNode node, CapturedBody body) {
        KernelTemplates.Result result = templates.lift(node.node().label(), body);
        if (result instanceof KernelTemplates.Refused refused) {
            refused.problems().forEach(problem -> refuse(node.graph(), problem));
            return null;
        }
        KernelTemplates.Bound bound = (KernelTemplates.Bound) result;
        return facts.want(body.call(), bound.kernel(), bound.binding());
    }

    /** Notes a problem once, however many nodes of one label have it. */
    private void refuse(Graph in, KernelProblem problem) {
        KernelProblem known = problem.of(problem.kernel() + " of graph " + Labels.quoted(in.label()));
        problems.putIfAbsent(known.toString(), known);
    }

    /**
     * Returns the kernels with what they do with their indexes.
     *
     * @param helpers threads that analyse kernels which are new in this process
     */
    public KernelIndex withFacts(Helpers helpers) {
        facts.prepare(helpers);
        NodeTable<List<CompiledKernel>> kernels = new NodeTable<>(graph);
        for (LiftedNode node : nodes) {
            kernels.put(node.node, compiled(node.kernels));
        }
        return new KernelIndex(kernels, List.copyOf(problems.values()));
    }

    private static List<CompiledKernel> compiled(List<Wanted> kernels) {
        if (kernels.size() == 1) {
            return List.of(kernels.get(0).kernel());
        }
        return kernels.stream().map(Wanted::kernel).toList();
    }

    /** Returns each node with the intermediate form of its kernels. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (LiftedNode node : nodes) {
            text.append(node.node).append('\n');
            node.kernels.forEach(kernel -> text.append(kernel.toString().indent(2)));
        }
        problems.keySet().forEach(problem -> text.append(problem).append('\n'));
        return text.toString();
    }
}
