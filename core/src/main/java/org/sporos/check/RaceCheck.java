package org.sporos.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;

/**
 * Finds data races between nodes: two nodes without a path between them, one of which changes what the other touches.
 * Nested graphs are looked into with their exact order, a conditional is one node with the content of its bodies.
 *
 * <p>It goes memory by memory and asks for paths only between accesses that meet, so that it stays near linear on
 * ordinary graphs; where one is not, it stops and says so.
 */
final class RaceCheck {
    private static final String GAVE_UP = "G109";

    private final NodeAccesses touches;
    private final Separation separation;
    private final Diagnostics diagnostics;

    RaceCheck(NodeAccesses touches, Separation separation, Diagnostics diagnostics) {
        this.touches = touches;
        this.separation = separation;
        this.diagnostics = diagnostics;
    }

    /**
     * Checks the nodes of a graph and of the graphs nested in it; the bodies of conditionals are graphs of their own.
     */
    void check(Graph graph) {
        FlatGraph flat = new FlatGraph(graph);
        Collection<MemoryAccesses> memories = collect(flat);
        RaceReport report = new RaceReport(graph, flat, separation, diagnostics);
        PathSearch precedence = new PathSearch(flat);
        for (MemoryAccesses uses : memories) {
            new MemoryRaces(precedence, report).check(uses);
            report.endOfMemory();
            if (precedence.isExhausted()) {
                break;
            }
        }
        if (precedence.isExhausted()) {
            diagnostics.warning(
                    GAVE_UP,
                    "in graph " + Labels.quoted(graph.label()) + " the search for data races was given up: "
                            + flat.size()
                            + " nodes with " + flat.edgeCount() + " edges touch " + memories.size()
                            + " memories in too many ways to compare them all",
                    "Join wide layers with whenAll(), or touch fewer overlapping parts of one view.");
        }
    }

    /** Memory, and for that which lives inside of a graph the copy of the graph that brings it. */
    private record Memory(Allocation allocation, int owner) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Memory memory && memory.allocation == allocation && memory.owner == owner;
        }

        @Override
        public int hashCode() {
            return 31 * allocation.hashCode() + owner;
        }
    }

    private static Memory memory(FlatGraph flat, int step, NodeAccess touch) {
        Allocation allocation = touch.view().allocation();
        return new Memory(allocation, allocation instanceof GraphMemory ? flat.owner(step, allocation) : 0);
    }

    /** Returns the uses of each memory, in the order of first use, which is the order of the report. */
    private Collection<MemoryAccesses> collect(FlatGraph flat) {
        Map<Memory, MemoryAccesses> found = new LinkedHashMap<>();
        Allocation last = null;
        MemoryAccesses ofLast = null;
        for (int step = 0; step < flat.size(); step++) {
            List<NodeAccess> all = touches.of(flat.node(step));
            for (int k = 0; k < all.size(); k++) {
                NodeAccess touch = all.get(k);
                Allocation allocation = touch.view().allocation();
                if (touch.elements().isEmpty()) {
                    continue;
                }
                if (ofLast == null || allocation != last) {
                    ofLast = found.computeIfAbsent(memory(flat, step, touch), memory -> new MemoryAccesses());
                    // One allocation inside of a graph stands for several memories.
                    last = allocation instanceof GraphMemory ? null : allocation;
                }
                ofLast.add(step, touch);
            }
        }
        return found.values();
    }
}
