package org.sporos.backend;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.graph.NodeEffects.SemaphoreValue;
import org.sporos.graph.Work;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.analysis.dependence.KernelEffect;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.spi.LoweringContext;
import org.sporos.view.View;

/**
 * The memory that each run of an executable touches, and what it may wait for. Found out when an eager call first asks:
 * neither instantiating nor submitting pays for it. Host nodes and captures that declare no accesses touch everything.
 * Thread-safe.
 */
public final class RunEffects {
    private final Graph graph;
    private final KernelIndex kernels;
    private volatile @Nullable List<Effect> effects;
    private volatile @Nullable List<String> waits;

    /**
     * The effect of one node.
     *
     * @param memory what it touches, or null if that may be anything
     */
    public record Effect(Node node, Graph graph, @Nullable MemoryEffect memory) {

        boolean conflictsWith(EagerCall call) {
            return memory == null || call.conflictsWith(memory);
        }

        /** Returns whether the order of the node and of something else may matter. */
        public boolean conflictsWith(MemoryEffect other) {
            return memory == null || memory.conflictsWith(other);
        }
    }

    /** Makes the effects of an executable. */
    public RunEffects(LoweringContext context) {
        this.graph = context.graph();
        this.kernels = context.kernels();
    }

    /** Returns what one node of a graph does, with all graphs in it. */
    public static List<Effect> of(Graph graph, Node node, KernelIndex kernels) {
        Collector collector = new Collector(kernels, false);
        collector.visit(graph, node);
        return List.copyOf(collector.found);
    }

    /** Returns the graph that is run. */
    public Graph graph() {
        return graph;
    }

    /** Returns whether an eager call must wait for the runs. */
    public boolean conflictsWith(EagerCall call) {
        return find(effect -> effect.conflictsWith(call)) != null;
    }

    /** Returns the first node whose order with something else may matter, or null. */
    public @Nullable Effect conflict(MemoryEffect with) {
        return find(effect -> effect.conflictsWith(with));
    }

    private @Nullable Effect find(Predicate<Effect> wanted) {
        for (Effect effect : effects()) {
            if (wanted.test(effect)) {
                return effect;
            }
        }
        return null;
    }

    private List<Effect> effects() {
        List<Effect> known = effects;
        if (known == null) {
            known = new Collector(kernels, true).of(graph);
            effects = known;
        }
        return known;
    }

    /** Returns the nodes that may wait for something outside of the graph, and for what, as text. */
    public List<String> waits() {
        List<String> known = waits;
        if (known == null) {
            known = OutsideWaits.of(graph);
            waits = known;
        }
        return known;
    }

    /** Goes through a graph and all graphs in it, each once; of nodes that do the same with a view the first counts. */
    private static final class Collector {
        private final KernelIndex kernels;
        private final List<Effect> found = new ArrayList<>();
        private final Set<Graph> graphs = Sets.newIdentityHashSet();
        private final Set<View> read = new HashSet<>();
        private final Set<View> written = new HashSet<>();
        private final boolean ofAllPositions;
        private boolean everything;

        /** @param ofAllPositions whether a level of a ring stands for the memory that it has at any position */
        Collector(KernelIndex kernels, boolean ofAllPositions) {
            this.kernels = kernels;
            this.ofAllPositions = ofAllPositions;
        }

        List<Effect> of(Graph graph) {
            visit(graph);
            return List.copyOf(found);
        }

        private void visit(Graph graph) {
            if (graphs.add(graph)) {
                graph.nodes().forEach(node -> visit(graph, node));
            }
        }

        private void visit(Graph graph, Node node) {
            kernels(graph, node);
            declared(graph, node);
            node.work().nested().forEach(inner -> visit(inner.graph()));
        }

        private void kernels(Graph graph, Node node) {
            if (!kernels.isComplete(node)) {
                everything(graph, node);
            }
            for (CompiledKernel kernel : kernels.of(node)) {
                KernelFacts facts = kernel.facts();
                for (KernelEffect use : facts.effects()) {
                    add(graph, node, facts.view(use.view()), use.changes());
                }
            }
        }

        private void declared(Graph graph, Node node) {
            NodeEffects effects = node.effects();
            if (effects.isUnknown()) {
                everything(graph, node);
            }
            for (Access access : effects.accesses()) {
                access.views()
                        .forEach(view -> add(graph, node, view, access.mode().writes()));
            }
        }

        private void everything(Graph graph, Node node) {
            if (!everything) {
                everything = true;
                found.add(new Effect(node, graph, null));
            }
        }

        /** Memory that a graph allocates is out of reach of eager calls. */
        private void add(Graph graph, Node node, View view, boolean writes) {
            if (view.allocation() instanceof GraphMemory || !(writes ? written : read).add(view)) {
                return;
            }
            StridedRegion box = view.region();
            if (ofAllPositions && view.allocation() instanceof LevelMemory level) {
                for (Allocation memory : level.memories()) {
                    add(graph, node, new StridedRegion(memory, box.offset(), box.extents(), box.strides()), writes);
                }
            } else {
                add(graph, node, box, writes);
            }
        }

        private void add(Graph graph, Node node, StridedRegion region, boolean writes) {
            found.add(new Effect(node, graph, new MemoryEffect(region, writes)));
        }
    }

    /** The nodes of a graph that may wait for something outside of it, as text for warnings. */
    private static final class OutsideWaits {

        private OutsideWaits() {}

        static List<String> of(Graph graph) {
            List<String> found = new ArrayList<>();
            collect(graph, found, Sets.newIdentityHashSet());
            return List.copyOf(found);
        }

        private static void collect(Graph graph, List<String> found, Set<Graph> seen) {
            if (seen.add(graph)) {
                for (Node node : graph.nodes()) {
                    String what = what(node);
                    if (what != null) {
                        found.add("node " + Labels.quoted(node.label()) + " (" + node.where() + ") " + what);
                    }
                    node.work().nested().forEach(inner -> collect(inner.graph(), found, seen));
                }
            }
        }

        private static @Nullable String what(Node node) {
            if (node.work() instanceof Work.Captured captured
                    && captured.capture().guard() != null) {
                return "waits for other processes";
            }
            NodeEffects effects = node.effects();
            SemaphoreValue semaphore = effects.waits();
            if (semaphore != null) {
                return "waits for " + semaphore.semaphore() + " to have " + semaphore.value();
            } else if (effects.awaits() != null) {
                return "waits for " + effects.awaits();
            }
            return effects.agent() == Agent.CPU ? "calls Java code" : null;
        }
    }
}
