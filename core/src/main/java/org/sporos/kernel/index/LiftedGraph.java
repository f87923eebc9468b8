package org.sporos.kernel.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.index.FactsCache.Wanted;

/**
 * The bodies of a graph as kernels, translated from their bytecode, and all that keeps bodies from being kernels. Used by one
 * thread, once.
 */
public final class LiftedGraph {
    private final Graph graph;
    private final KernelTemplates templates;
    private final FactsCache facts = new FactsCache();
    /** The kernels in the order of their nodes. Facts are made when all are known: those that differ in ranges alone together. */
    private final List<Wanted> kernels = new ArrayList<>();

    private final Map<String, KernelProblem> problems = new LinkedHashMap<>();

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
        captured.bodies().forEach(prelift::add);
        prelift.run(helpers);
        LiftedGraph lifted = new LiftedGraph(captured.graph(), new KernelTemplates(prelift.lifter()));
        captured.bodies().forEach(lifted::lift);
        return lifted;
    }

    private void lift(CapturedBody body) {
        KernelTemplates.Result result = templates.lift(body.node().label(), body);
        if (result instanceof KernelTemplates.Bound bound) {
            kernels.add(facts.want(body, bound.kernel(), bound.binding()));
        } else if (result instanceof KernelTemplates.Refused refused) {
            refused.problems().forEach(problem -> refuse(body.graph(), problem));
        }
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
        NodeTable<List<CompiledKernel>> ofNodes = new NodeTable<>(graph);
        for (int from = 0; from < kernels.size(); ) {
            Node node = kernels.get(from).node();
            int to = from + 1;
            while (to < kernels.size() && kernels.get(to).node() == node) {
                to++;
            }
            ofNodes.put(node, compiled(kernels.subList(from, to)));
            from = to;
        }
        return new KernelIndex(ofNodes, List.copyOf(problems.values()));
    }

    private static List<CompiledKernel> compiled(List<Wanted> kernels) {
        if (kernels.size() == 1) {
            return List.of(kernels.get(0).kernel());
        }
        return kernels.stream().map(Wanted::kernel).toList();
    }

    /** Returns each kernel in its intermediate form, with its node. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        kernels.forEach(kernel ->
                text.append(kernel.node()).append('\n').append(kernel.toString().indent(2)));
        problems.keySet().forEach(problem -> text.append(problem).append('\n'));
        return text.toString();
    }
}
