package org.sporos.kernel.index;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.capture.Captured;
import org.sporos.kernel.passes.Launch;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangePolicy;

/**
 * The kernels of all nodes of a graph and of the graphs nested in it, and all that keeps bodies from being kernels.
 * Immutable once made; thread-safe.
 */
public final class KernelIndex {
    private final NodeTable<List<CompiledKernel>> kernels;
    private final Map<String, KernelProblem> problems = new LinkedHashMap<>();

    private KernelIndex(List<Node> nodes) {
        this.kernels = new NodeTable<>(nodes);
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
        return of(graph, captured, Helpers.NONE);
    }

    /**
     * Returns the kernels of a graph, the same whether there are helpers or not.
     *
     * @param captured what the bodies of the graph captured, as far as known
     * @param helpers threads that lift and analyse kernels which are new in this process
     */
    public static KernelIndex of(Graph graph, Captured captured, Helpers helpers) {
        KernelIndex index = new KernelIndex(graph.nodes());
        Prelift prelift = new Prelift();
        captured.startOver();
        note(graph, captured, prelift, Sets.newIdentityHashSet());
        prelift.run(helpers);
        captured.startOver();
        Lifting lifting = new Lifting(index, new KernelTemplates(captured, prelift.lifter()));
        lifting.lift(graph);
        lifting.facts.prepare(helpers);
        for (Lifted lifted : lifting.found) {
            index.kernels.put(lifted.node, kernels(lifted.bodies));
        }
        return index;
    }

    /** Goes through all bodies in the order in which they are lifted. */
    private static void note(Graph graph, Captured captured, Prelift prelift, Set<Graph> seen) {
        if (!seen.add(graph)) {
            return;
        }
        for (Node node : graph.nodes()) {
            if (node.work() instanceof Work.ParallelFor loop) {
                prelift.add(node.label(), loop.body(), captured.of(loop.body()));
            } else {
                for (NodeBodies.Launched launched : NodeBodies.of(node.work())) {
                    prelift.add(node.label(), launched.body(), captured.of(launched.body()));
                }
                for (Graph inner : nested(node.work())) {
                    note(inner, captured, prelift, seen);
                }
            }
        }
    }

    /** The bodies of a node whose facts are to be made. */
    private record Lifted(Node node, List<FactsCache.Wanted> bodies) {}

    /** Facts are made when all kernels are known: those that differ in their ranges alone are looked at together. */
    private static final class Lifting {
        private final KernelIndex index;
        private final KernelTemplates templates;
        private final FactsCache facts = new FactsCache();
        private final Set<Graph> seen = Sets.newIdentityHashSet();
        private final List<Lifted> found = new ArrayList<>();

        Lifting(KernelIndex index, KernelTemplates templates) {
            this.index = index;
            this.templates = templates;
        }

        /** Looks at a graph once, however often it is nested. */
        void lift(Graph graph) {
            if (!seen.add(graph)) {
                return;
            }
            for (Node node : graph.nodes()) {
                if (node.work() instanceof Work.ParallelFor loop) {
                    // By far the most, and without a list of bodies.
                    FactsCache.Wanted wanted = wanted(
                            graph, node, loop.body(), Launch.of(loop.policy()), NodeBodies.listed(loop.policy()));
                    found.add(new Lifted(node, wanted == null ? List.of() : List.of(wanted)));
                } else {
                    several(graph, node);
                    nested(node.work()).forEach(this::lift);
                }
            }
        }

        private void several(Graph graph, Node node) {
            List<NodeBodies.Launched> bodies = NodeBodies.of(node.work());
            if (!bodies.isEmpty()) {
                List<FactsCache.Wanted> all = new ArrayList<>(bodies.size());
                for (NodeBodies.Launched launched : bodies) {
                    FactsCache.Wanted wanted =
                            wanted(graph, node, launched.body(), launched.launch(), launched.listed());
                    if (wanted != null) {
                        all.add(wanted);
                    }
                }
                found.add(new Lifted(node, all));
            }
        }

        /** Notes a problem once, however many nodes of one label have it. */
        private void refuse(Graph graph, KernelProblem problem) {
            KernelProblem known = problem.of(problem.kernel() + " of graph " + Labels.quoted(graph.label()));
            index.problems.putIfAbsent(known.toString(), known);
        }

        private FactsCache.@Nullable Wanted wanted(
                Graph graph, Node node, KernelBody body, Launch launch, @Nullable RangePolicy listed) {
            KernelTemplates.Result result = templates.lift(node.label(), body);
            if (result instanceof KernelTemplates.Refused refused) {
                refused.problems().forEach(problem -> refuse(graph, problem));
                return null;
            }
            KernelTemplates.Bound bound = (KernelTemplates.Bound) result;
            return facts.want(body, bound.kernel(), bound.binding(), launch, listed);
        }
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
        List<CompiledKernel> found = kernels.get(node);
        return found == null ? List.of() : found;
    }

    /** Returns whether all bodies of a node have a kernel here. */
    public boolean isComplete(Node node) {
        return of(node).size() == NodeBodies.of(node.work()).size();
    }

    /**
     * Returns the kernel of a body of a node.
     *
     * @throws InternalException if the node has no such body, or it was refused
     */
    public CompiledKernel of(Node node, KernelBody body) {
        for (CompiledKernel kernel : of(node)) {
            if (kernel.body() == body) {
                return kernel;
            }
        }
        throw new InternalException("node " + Labels.quoted(node.label()) + " has no kernel of this body");
    }

    /** Returns all problems, in the order of the nodes, each text once. */
    public List<KernelProblem> problems() {
        return List.copyOf(problems.values());
    }
}
