package org.sporos.kernel.compile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.graph.ProgressReporter;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.DebugMode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.compile.FactsCache.Wanted;

/**
 * The bodies of a graph as kernels, translated from their bytecode, and all that keeps bodies from being kernels. Used
 * by one thread, once.
 */
public final class LiftedGraph {
    private final Graph graph;
    private final KernelTemplates templates;
    private final FactsCache facts = new FactsCache();
    /**
     * The kernels in the order of their nodes. Facts are made when all are known: those that differ in ranges alone
     * together.
     */
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
     * @param progress is told how many bodies are lifted
     */
    public static LiftedGraph of(CapturedGraph captured, Helpers helpers, ProgressReporter progress) {
        Prelift prelift = new Prelift(DebugMode.prints());
        captured.bodies().forEach(prelift::add);
        prelift.run(helpers, progress);
        LiftedGraph lifted = new LiftedGraph(captured.graph(), new KernelTemplates(prelift.lifter()));
        int done = 0;
        for (CapturedBody body : captured.bodies()) {
            lifted.lift(body);
            progress.reached(++done);
        }
        return lifted;
    }

    private void lift(CapturedBody body) {
        LiftResult result = templates.lift(body.node().label(), body);
        if (result instanceof LiftResult.Bound bound) {
            kernels.add(facts.want(body, bound.kernel(), bound.binding()));
        } else if (result instanceof LiftResult.Refused refused) {
            refused.problems().forEach(problem -> refuse(body.graph(), problem));
        }
    }

    /** Notes a problem once, however many nodes of one label have it. */
    private void refuse(Graph in, KernelProblem problem) {
        KernelProblem known = problem.of(problem.kernel() + " of graph " + Labels.quoted(in.label()));
        problems.putIfAbsent(known.toString(), known);
    }

    /** Returns the graph. */
    Graph graph() {
        return graph;
    }

    /**
     * Makes facts that are not known yet, and returns the kernels, those of one node after each other.
     *
     * @param helpers threads that analyse kernels which are new in this process
     * @param progress is told how many kernels are analysed
     */
    List<Wanted> prepared(Helpers helpers, ProgressReporter progress) {
        facts.prepare(helpers, progress);
        return kernels;
    }

    /** Returns what keeps bodies from being kernels. */
    List<KernelProblem> problems() {
        return List.copyOf(problems.values());
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
