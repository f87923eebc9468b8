package org.sporos.check;

import com.google.common.collect.Sets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.internal.view.RingState;
import org.sporos.view.View;

/**
 * Checks that the memory of a ring is used by its levels alone: all else that is known of a graph rests on it that
 * levels share no memory, and that an address which is recorded once does not turn.
 */
final class RingCheck {
    private final Diagnostics diagnostics;
    private final Set<RingState> rings = Sets.newIdentityHashSet();
    /** The memories that were compared with the rings already: nodes mostly use the same memory. */
    private final Set<Allocation> apart = new HashSet<>();

    RingCheck(Collection<View> views, Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
        for (View view : views) {
            if (view.allocation() instanceof LevelMemory level) {
                rings.add(level.ring());
            }
        }
    }

    void check(Graph graph, Node node, List<View> views) {
        if (rings.isEmpty()) {
            return;
        }
        NodeName name = new NodeName(node, graph);
        for (View view : views) {
            RingState ring = sharedWith(view.allocation());
            if (ring != null) {
                diagnostics.error(
                        "G115",
                        name + " uses view " + Labels.quoted(view.label())
                                + ", whose memory is that of a level of the ring of " + Labels.quoted(ring.label())
                                + ", which the graph uses too",
                        "Use level(j) of the ring everywhere in the graph.");
            }
        }
        captured(name, node.effects());
    }

    private @Nullable RingState sharedWith(Allocation memory) {
        if (memory instanceof GraphMemory || !apart.add(memory)) {
            return null;
        }
        for (RingState ring : rings) {
            if (isShared(memory, ring)) {
                apart.remove(memory);
                return ring;
            }
        }
        return null;
    }

    private static boolean isShared(Allocation memory, RingState ring) {
        if (memory instanceof LevelMemory level) {
            return level.ring() != ring && level.ring().memories().stream().anyMatch(other -> isShared(other, ring));
        }
        return ring.memories().stream().anyMatch(other -> RingState.shareElements(memory, other));
    }

    private void captured(NodeName name, NodeEffects effects) {
        if (effects.agent() != Agent.LIBRARY) {
            return;
        }
        effects.accesses().stream()
                .flatMap(access -> access.views().stream())
                .filter(view -> view.allocation() instanceof LevelMemory)
                .forEach(view -> diagnostics.error(
                        "G116",
                        name + " captures calls on view " + Labels.quoted(view.label()) + ", a level of a ring",
                        "Copy it to a view of your own before and back after: recorded calls keep the address that they"
                                + " were given."));
    }
}
