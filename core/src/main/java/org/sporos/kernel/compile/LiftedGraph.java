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
import org.sporos.kernel.compile.FactsCache.FactsRequest;

/** The lifted kernels of a graph, and the problems of rejected bodies. Not thread-safe, used once. */
public final class LiftedGraph {
    private final Graph graph;
    private final KernelTemplates templates;
    private final FactsCache facts = new FactsCache();
    /**
     * The kernels in the order of their nodes. Facts are computed when all are known, to share analyses between ranges.
     */
    private final List<FactsRequest> kernels = new ArrayList<>();

    private final Map<String, KernelProblem> problems = new LinkedHashMap<>();

    private LiftedGraph(Graph graph, KernelTemplates templates) {
        this.graph = graph;
        this.templates = templates;
    }

    /**
     * Lifts the bodies of a graph; the result is independent of helpers.
     *
     * @param captured the bodies of the graph
     * @param helpers threads for lifting of kernels new in this process
     * @param progress reports the number of lifted bodies
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
            kernels.add(facts.request(body, bound.kernel(), bound.binding()));
        } else if (result instanceof LiftResult.Refused refused) {
            refused.problems().forEach(problem -> refuse(body.graph(), problem));
        }
    }

    /** Reports a problem once per label. */
    private void refuse(Graph in, KernelProblem problem) {
        KernelProblem known = problem.of(problem.kernel() + " of graph " + Labels.quoted(in.label()));
        problems.putIfAbsent(known.toString(), known);
    }

    /** Returns the graph. */
    Graph graph() {
        return graph;
    }

    /**
     * Computes missing facts, and returns the kernels in the order of the nodes.
     *
     * @param helpers threads for analysis of kernels new in this process
     * @param progress reports the number of analyzed kernels
     */
    List<FactsRequest> prepared(Helpers helpers, ProgressReporter progress) {
        facts.prepare(helpers, progress);
        return kernels;
    }

    /** Returns the problems of rejected bodies. */
    List<KernelProblem> problems() {
        return List.copyOf(problems.values());
    }

    /** Returns the printed IR of each kernel, with its node. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        kernels.forEach(kernel ->
                text.append(kernel.node()).append('\n').append(kernel.toString().indent(2)));
        problems.keySet().forEach(problem -> text.append(problem).append('\n'));
        return text.toString();
    }
}
