package org.sporos.check;

import com.google.common.collect.Sets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.internal.view.GraphMemory;
import org.sporos.view.View;

/** Checks that the body of a conditional node holds only what every backend can run there. */
final class ConditionalCheck {

    private ConditionalCheck() {}

    static void check(Graph graph, Node conditional, Graph body, Diagnostics diagnostics) {
        check(graph, conditional, body, diagnostics, Sets.newIdentityHashSet());
    }

    private static void check(Graph graph, Node conditional, Graph body, Diagnostics diagnostics, Set<Graph> seen) {
        if (!seen.add(body)) {
            return;
        }
        for (Node node : body.nodes()) {
            String what = refused(node.effects());
            if (SequenceCheck.callOf(node) != null) {
                diagnostics.error(
                        "C411",
                        new NodeName(node, body)
                                + " is an operation of a communicator in the body of the conditional "
                                + new NodeName(conditional, graph) + ": ranks may run it a different number of times",
                        "Submit a graph with the operation from a loop of the host, which all ranks leave together.");
            } else if (what != null) {
                diagnostics.error(
                        "G101",
                        new NodeName(node, body) + " is " + what + " in the body of the conditional "
                                + new NodeName(conditional, graph),
                        "A body may hold kernels, reductions, scans, fills, copies within the device, conditionals and"
                                + " graphs of these; move other nodes out of it.");
            }
            Graph inlined = node.work().inlined();
            if (inlined != null) {
                check(graph, conditional, inlined, diagnostics, seen);
            }
        }
    }

    private static @Nullable String refused(NodeEffects effects) {
        if (effects.isOfMemory()) {
            return "an allocation";
        } else if (effects.isOfEvent()) {
            return "an event node";
        } else if (effects.isOfSemaphore()) {
            return "a semaphore node";
        }
        return switch (effects.agent()) {
            case CPU -> "a host node";
            case LIBRARY -> "a capture";
            case COPY -> leaves(effects.accesses()) ? "a copy between memories" : null;
            case DEVICE, NONE -> null;
        };
    }

    /**
     * Returns whether the views of a copy lie in several memories; what a graph allocates lies where the graph runs.
     */
    private static boolean leaves(List<Access> accesses) {
        List<View> views =
                accesses.stream().flatMap(access -> access.views().stream()).toList();
        return views.stream().noneMatch(view -> view.allocation() instanceof GraphMemory)
                && views.stream().map(View::memorySpace).distinct().count() > 1;
    }
}
