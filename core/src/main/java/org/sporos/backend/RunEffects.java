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
import org.sporos.graph.InstantiateOption;
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
 * The memory effects of an executable's runs, and their external waits. Computed by the first eager call that needs
 * them, so that instantiations and submits do not pay for it. Host nodes and captures without declared accesses affect
 * all memory. Thread-safe.
 */
public final class RunEffects {
    private final Graph graph;
    private final KernelIndex kernels;
    private final boolean relaxesRaces;
    private volatile @Nullable List<Effect> effects;
    private volatile @Nullable List<String> waits;

    /**
     * The effect of one node.
     *
     * @param memory the affected memory, or null for all memory
     */
    public record Effect(Node node, Graph graph, @Nullable MemoryEffect memory) {

        boolean conflictsWith(EagerCall call) {
            return memory == null || call.conflictsWith(memory);
        }

        /** Returns whether the node and another effect conflict, so that their order matters. */
        public boolean conflictsWith(MemoryEffect other) {
            return memory == null || memory.conflictsWith(other);
        }
    }

    /** Creates the effects of an executable. */
    public RunEffects(LoweringContext context) {
        this.graph = context.graph();
        this.kernels = context.kernels();
        this.relaxesRaces = context.options().contains(InstantiateOption.relax("G102"));
    }

    /** Returns the effects of one node of a graph, including nested graphs. */
    public static List<Effect> of(Graph graph, Node node, KernelIndex kernels) {
        Collector collector = new Collector(kernels, false);
        collector.visit(graph, node);
        return List.copyOf(collector.found);
    }

    /** Returns the graph of the runs. */
    public Graph graph() {
        return graph;
    }

    /** Returns whether races between nodes are only warnings. */
    public boolean relaxesRaces() {
        return relaxesRaces;
    }

    /** Returns whether an eager call must wait for the runs. */
    public boolean conflictsWith(EagerCall call) {
        return find(effect -> effect.conflictsWith(call)) != null;
    }

    /** Returns whether the order of these and other runs matters. */
    public boolean conflictsWith(RunEffects other) {
        return find(effect -> effect.memory == null || other.conflict(effect.memory) != null) != null;
    }

    /** Returns the first node that conflicts with an effect, or null. */
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

    /** Returns descriptions of the nodes that may wait for external events. */
    public List<String> waits() {
        List<String> known = waits;
        if (known == null) {
            known = OutsideWaits.of(graph);
            waits = known;
        }
        return known;
    }

    /** Visits a graph and its nested graphs once each; of equal effects on a view only the first is kept. */
    private static final class Collector {
        private final KernelIndex kernels;
        private final List<Effect> found = new ArrayList<>();
        private final Set<Graph> graphs = Sets.newIdentityHashSet();
        private final Set<View> read = new HashSet<>();
        private final Set<View> written = new HashSet<>();
        private final boolean ofAllPositions;
        private boolean everything;

        /** @param ofAllPositions whether a level of a ring has the memory of all positions */
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

        /** Eager calls cannot access memory that a graph allocates. */
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

    /** Descriptions of the nodes of a graph that may wait for external events, for warnings. */
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
