package org.sporos.check;

import com.google.common.collect.Sets;
import java.util.Optional;
import java.util.Set;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;

/** Races between runs of two graphs that no event orders: the race check of one graph that holds both. Stateless. */
public final class StreamRaces {
    private StreamRaces() {}

    /**
     * Returns the first certain race, as a sentence. Graphs with time levels have none: rotations order their runs.
     * Nodes behind a wait for a semaphore or behind Java code, which may wait for the other run, have none either.
     */
    public static Optional<String> between(Graph one, Graph other) {
        Graph both = Graph.define("both", root -> {
            root.thenGraph("one", one);
            root.thenGraph("other", other);
        });
        CapturedGraph captured = CapturedGraph.of(both);
        if (GraphEffects.of(captured).views().stream().anyMatch(view -> view.allocation() instanceof LevelMemory)) {
            return Optional.empty();
        }
        KernelIndex kernels = KernelIndex.of(both);
        Diagnostics diagnostics = new Diagnostics();
        NodeAccesses accesses = new NodeAccesses(new KernelCheck(kernels, diagnostics)::touches, delayed(both));
        new RaceCheck(accesses, new KernelSeparation(kernels), diagnostics, true).check(both);
        return diagnostics.found().stream()
                .filter(found -> found.severity() == Diagnostic.Severity.ERROR)
                .map(Diagnostic::message)
                .findFirst();
    }

    /** Returns the nodes that may begin long after the submit. */
    private static Set<Node> delayed(Graph graph) {
        Set<Node> delayed = Sets.newIdentityHashSet();
        delay(graph, false, delayed);
        return delayed;
    }

    /** Adds the delayed nodes of a graph, and returns whether one of its nodes may wait. */
    private static boolean delay(Graph graph, boolean isDelayed, Set<Node> delayed) {
        Set<Node> waiting = Sets.newIdentityHashSet();
        for (Node node : graph.nodes()) {
            boolean late = isDelayed
                    || node.predecessors().stream()
                            .anyMatch(before -> waiting.contains(before) || delayed.contains(before));
            if (late) {
                delayed.add(node);
            }
            Graph inlined = node.work().inlined();
            if (node.effects().waits() != null
                    || node.effects().agent() == Agent.CPU
                    || inlined != null && delay(inlined, late, delayed)) {
                waiting.add(node);
            }
        }
        return !waiting.isEmpty();
    }
}
