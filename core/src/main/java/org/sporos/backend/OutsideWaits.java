package org.sporos.backend;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.graph.NodeEffects.SemaphoreValue;
import org.sporos.internal.error.Labels;

/** The nodes of a graph that may wait for something outside of it, as text for warnings. */
final class OutsideWaits {

    private OutsideWaits() {}

    static List<String> of(Graph graph) {
        List<String> found = new ArrayList<>();
        collect(graph, found, Sets.newIdentityHashSet());
        return List.copyOf(found);
    }

    private static void collect(Graph graph, List<String> found, Set<Graph> seen) {
        if (seen.add(graph)) {
            for (Node node : graph.nodes()) {
                String what = what(node.effects());
                if (what != null) {
                    found.add("node " + Labels.quoted(node.label()) + " (" + node.where() + ") " + what);
                }
                node.work().nested().forEach(inner -> collect(inner.graph(), found, seen));
            }
        }
    }

    private static @Nullable String what(NodeEffects effects) {
        SemaphoreValue semaphore = effects.waits();
        if (semaphore != null) {
            return "waits for " + semaphore.semaphore() + " to have " + semaphore.value();
        } else if (effects.awaits() != null) {
            return "waits for " + effects.awaits();
        }
        return effects.agent() == Agent.CPU ? "calls Java code" : null;
    }
}
