package org.sporos.kernel.index;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.capture.Captured;
import org.sporos.policy.KernelBody;

/**
 * The kernels of all nodes of a graph and of the graphs nested in it, and all that keeps bodies from being kernels.
 * Immutable once made; thread-safe.
 */
public final class KernelIndex {
    private final Map<Node, List<CompiledKernel>> kernels = new IdentityHashMap<>();
    /** The nodes of the graph itself, and their kernels: most are asked for these, again and again. */
    private final List<Node> nodes;

    private final List<List<CompiledKernel>> ofNodes;
    private final Map<String, KernelProblem> problems = new LinkedHashMap<>();

    private KernelIndex(List<Node> nodes) {
        this.nodes = nodes;
        this.ofNodes = new ArrayList<>(nodes.size());
    }

    /** Returns an index of no kernels. */
    public static KernelIndex empty() {
        return new KernelIndex(List.of());
    }

    /** Returns the kernels of a graph. */
    public static KernelIndex of(Graph graph) {
        return of(graph, new Captured());
    }

    /**
     * Returns the kernels of a graph.
     *
     * @param captured what the bodies of the graph captured, as far as known
     */
    public static KernelIndex of(Graph graph, Captured captured) {
        KernelIndex index = new KernelIndex(graph.nodes());
        FactsCache facts = new FactsCache();
        Map<Node, List<FactsCache.Wanted>> wanted = new IdentityHashMap<>();
        index.lift(graph, new KernelTemplates(captured), facts, wanted);
        wanted.forEach((node, bodies) -> index.kernels.put(node, kernels(bodies)));
        for (Node node : graph.nodes()) {
            index.ofNodes.add(index.kernels.getOrDefault(node, List.of()));
        }
        return index;
    }

    private static List<CompiledKernel> kernels(List<FactsCache.Wanted> bodies) {
        if (bodies.size() == 1) {
            return List.of(bodies.get(0).kernel());
        }
        List<CompiledKernel> kernels = new ArrayList<>(bodies.size());
        for (FactsCache.Wanted body : bodies) {
            kernels.add(body.kernel());
        }
        return Collections.unmodifiableList(kernels);
    }

    /** Facts are made when all kernels are known: those that differ in their ranges alone are looked at together. */
    private void lift(
            Graph graph, KernelTemplates templates, FactsCache facts, Map<Node, List<FactsCache.Wanted>> wanted) {
        for (Node node : graph.nodes()) {
            if (wanted.containsKey(node)) {
                return;
            }
            List<NodeBodies.Launched> bodies = NodeBodies.of(node.work());
            if (!bodies.isEmpty()) {
                wanted.put(node, lifted(node, bodies, templates, facts));
            }
            nested(node.work()).forEach(inner -> lift(inner, templates, facts, wanted));
        }
    }

    private List<FactsCache.Wanted> lifted(
            Node node, List<NodeBodies.Launched> bodies, KernelTemplates templates, FactsCache facts) {
        List<FactsCache.Wanted> found = new ArrayList<>(bodies.size());
        for (NodeBodies.Launched launched : bodies) {
            KernelTemplates.Result result = templates.lift(node.label(), launched.body());
            if (result instanceof KernelTemplates.Refused refused) {
                refused.problems().forEach(problem -> problems.putIfAbsent(problem.text(), problem));
            } else if (result instanceof KernelTemplates.Bound bound) {
                found.add(facts.want(launched.body(), bound.kernel(), bound.binding(), launched.launch()));
            }
        }
        return found;
    }

    private static List<Graph> nested(Work work) {
        if (work instanceof Work.SubGraph sub) {
            return List.of(sub.graph());
        } else if (work instanceof Work.If branch) {
            return branch.otherwise() == null ? List.of(branch.then()) : List.of(branch.then(), branch.otherwise());
        } else if (work instanceof Work.While loop) {
            return List.of(loop.body());
        }
        return work instanceof Work.Switch choice ? choice.cases() : List.of();
    }

    /**
     * Returns the kernels of a node in the order of its bodies: of a reduction each contribution and, where it is custom,
     * its join; of a scan the contribution and the consumer; of a conditional its condition. Those that were refused are
     * missing.
     */
    public List<CompiledKernel> of(Node node) {
        boolean own = node.id() < nodes.size() && nodes.get(node.id()) == node;
        return own ? ofNodes.get(node.id()) : kernels.getOrDefault(node, List.of());
    }

    /**
     * Returns the kernel of a body of a node.
     *
     * @throws IllegalArgumentException if the node has no such body, or it was refused
     */
    public CompiledKernel of(Node node, KernelBody body) {
        for (CompiledKernel kernel : of(node)) {
            if (kernel.body() == body) {
                return kernel;
            }
        }
        throw new IllegalArgumentException("node '" + node.label() + "' has no kernel of this body");
    }

    /** Returns all problems, in the order of the nodes, each text once. */
    public List<KernelProblem> problems() {
        return List.copyOf(problems.values());
    }
}
