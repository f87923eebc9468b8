package org.sporos.check;

import java.util.Optional;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;

/** Races between runs of two graphs that no event orders: the race check of one graph that holds both. Stateless. */
public final class StreamRaces {
    private StreamRaces() {}

    /**
     * Returns the first certain race, as a sentence. Graphs with time levels or with waits for semaphores have none:
     * rotations and signals order their runs.
     */
    public static Optional<String> between(Graph one, Graph other) {
        if (waits(one) || waits(other)) {
            return Optional.empty();
        }
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
        NodeAccesses accesses = new NodeAccesses(new KernelCheck(kernels, diagnostics)::touches);
        new RaceCheck(accesses, new KernelSeparation(kernels), diagnostics).check(both);
        String where = "in graph " + Labels.quoted(both.label()) + " ";
        return diagnostics.found().stream()
                .filter(found -> found.severity() == Diagnostic.Severity.ERROR)
                .map(found -> found.message().replace(where, ""))
                .findFirst();
    }

    private static boolean waits(Graph graph) {
        for (Node node : graph.nodes()) {
            Graph inlined = node.work().inlined();
            if (node.effects().waits() != null || inlined != null && waits(inlined)) {
                return true;
            }
        }
        return false;
    }
}
