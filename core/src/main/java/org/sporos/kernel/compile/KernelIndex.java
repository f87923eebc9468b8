package org.sporos.kernel.compile;

import java.util.List;
import org.sporos.error.InternalException;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.ProgressReporter;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.compile.FactsCache.FactsRequest;

/**
 * The kernels of all nodes of a graph and its nested graphs, and the problems of rejected bodies. Immutable;
 * thread-safe.
 */
public final class KernelIndex {
    private final NodeTable<List<CompiledKernel>> kernels;
    private final List<KernelProblem> problems;

    KernelIndex(NodeTable<List<CompiledKernel>> kernels, List<KernelProblem> problems) {
        this.kernels = kernels;
        this.problems = problems;
    }

    /** Returns an empty index. */
    public static KernelIndex empty() {
        return new KernelIndex(new NodeTable<>(List.of()), List.of());
    }

    /** Returns the kernels of a graph. */
    public static KernelIndex of(Graph graph) {
        return of(CapturedGraph.of(graph), Helpers.NONE);
    }

    /**
     * Returns the kernels of a graph; the result is independent of helpers.
     *
     * @param captured the bodies of the graph
     * @param helpers threads for lifting and analysis of kernels new in this process
     */
    public static KernelIndex of(CapturedGraph captured, Helpers helpers) {
        return of(LiftedGraph.of(captured, helpers, ProgressReporter.NONE), helpers, ProgressReporter.NONE);
    }

    /**
     * Returns kernels with their facts.
     *
     * @param helpers threads for analysis of kernels new in this process
     * @param progress reports the number of analyzed kernels
     */
    public static KernelIndex of(LiftedGraph lifted, Helpers helpers, ProgressReporter progress) {
        List<FactsRequest> kernels = lifted.prepared(helpers, progress);
        NodeTable<List<CompiledKernel>> ofNodes = new NodeTable<>(lifted.graph());
        for (int from = 0; from < kernels.size(); ) {
            Node node = kernels.get(from).node();
            int to = from + 1;
            while (to < kernels.size() && kernels.get(to).node() == node) {
                to++;
            }
            ofNodes.put(node, compiled(kernels.subList(from, to)));
            progress.reached(to);
            from = to;
        }
        return new KernelIndex(ofNodes, lifted.problems());
    }

    private static List<CompiledKernel> compiled(List<FactsRequest> kernels) {
        if (kernels.size() == 1) {
            return List.of(kernels.get(0).kernel());
        }
        return kernels.stream().map(FactsRequest::kernel).toList();
    }

    /** Returns the kernels of a node in the order of {@link org.sporos.graph.Work#kernels()}, without rejected ones. */
    public List<CompiledKernel> of(Node node) {
        List<CompiledKernel> found = kernels.get(node);
        return found == null ? List.of() : found;
    }

    /** Returns whether no body of a node was rejected. */
    public boolean isComplete(Node node) {
        return of(node).size() == node.kernels().size();
    }

    /**
     * Returns the kernel of a body of a node.
     *
     * @param call the index of the body in {@link org.sporos.graph.Work#kernels()}
     * @throws InternalException if a body of the node was rejected, or the index is empty
     */
    public CompiledKernel of(Node node, int call) {
        List<CompiledKernel> all = of(node);
        if (call >= all.size()) {
            throw new InternalException("node " + Labels.quoted(node.label()) + " has no kernel of this body");
        }
        return all.get(call);
    }

    /** Returns the distinct problems, in the order of the nodes. */
    public List<KernelProblem> problems() {
        return problems;
    }

    /** Returns each node with the facts of its kernels. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        kernels.forEach((node, all) -> {
            text.append(node).append('\n');
            all.forEach(kernel -> text.append(kernel.facts().toString().indent(2)));
        });
        problems.forEach(problem -> text.append(problem).append('\n'));
        return text.toString();
    }
}
