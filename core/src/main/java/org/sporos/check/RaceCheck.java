package org.sporos.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.space.Allocation;

/**
 * Finds data races between nodes: two nodes without a path between them, one of which changes what the other touches.
 * Nested graphs are looked into with their exact order, a conditional is one node with the content of its bodies.
 *
 * <p>It goes memory by memory and asks for paths only between accesses that meet, so that it stays near linear on ordinary
 * graphs; where one is not, it stops and says so.
 */
final class RaceCheck {
    static final String RACE = "G102";
    static final String POSSIBLE_RACE = "G108";
    static final String GAVE_UP = "G109";

    private final NodeTouches touches;
    private final Diagnostics diagnostics;

    RaceCheck(NodeTouches touches, Diagnostics diagnostics) {
        this.touches = touches;
        this.diagnostics = diagnostics;
    }

    /** Checks the nodes of a graph and of the graphs nested in it; the bodies of conditionals are graphs of their own. */
    void check(Graph graph) {
        FlatGraph flat = new FlatGraph(graph);
        Map<Allocation, MemoryUses> memories = collect(flat);
        RaceReport report = new RaceReport(graph, flat, diagnostics);
        Precedence precedence = new Precedence(flat);
        for (MemoryUses uses : memories.values()) {
            new MemoryRaces(precedence, report).check(uses);
            report.endOfMemory();
            if (precedence.isExhausted()) {
                break;
            }
        }
        if (precedence.isExhausted()) {
            diagnostics.warning(
                    GAVE_UP,
                    "in graph '" + graph.label() + "' the search for data races was given up: " + flat.size()
                            + " nodes with " + flat.edgeCount() + " edges touch " + memories.size()
                            + " memories in too many ways to compare them all",
                    "Join wide layers with whenAll(), or touch fewer overlapping parts of one view.");
        }
    }

    private Map<Allocation, MemoryUses> collect(FlatGraph flat) {
        // In the order of first use, which is the order of the report.
        List<MemoryUses> order = new ArrayList<>();
        Map<Allocation, MemoryUses> found = new IdentityHashMap<>();
        for (int step = 0; step < flat.size(); step++) {
            for (Touch touch : touches.of(flat.node(step))) {
                if (!touch.elements().isEmpty()) {
                    found.computeIfAbsent(touch.view().allocation(), memory -> {
                                MemoryUses uses = new MemoryUses(memory);
                                order.add(uses);
                                return uses;
                            })
                            .add(step, touch);
                }
            }
        }
        Map<Allocation, MemoryUses> sorted = new LinkedHashMap<>();
        order.forEach(uses -> sorted.put(uses.memory(), uses));
        return sorted;
    }
}
