package org.sporos.gpu;

import java.util.HashMap;
import java.util.Map;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.internal.view.RingState;

/** The device addresses of the views of a graph, including memory allocated by its nodes. Used by one thread. */
final class GraphAddresses {
    private final Map<Allocation, Long> insideGraph = new HashMap<>();
    private final Map<RingState, Integer> positions;

    /** @param positions the positions of the rings at the start of a run */
    GraphAddresses(Map<RingState, Integer> positions) {
        this.positions = new HashMap<>(positions);
    }

    /** Rotates a ring for nodes added from now on. */
    void rotate(RingState ring, int times) {
        positions.merge(ring, times, (position, more) -> (position + more) % ring.size());
    }

    /** Returns the positions of all rings for nodes added now. */
    Map<RingState, Integer> positions() {
        return Map.copyOf(positions);
    }

    /** Returns the memory of a level for nodes added now. */
    Allocation memory(LevelMemory level) {
        return level.at(Required.internal(positions.get(level.ring()), "the position of a ring of the graph"));
    }

    /** Sets the address of memory allocated by a node. */
    void put(Allocation memory, long address) {
        insideGraph.put(memory, address);
    }

    /** Returns the address of the first element of an allocation. */
    long base(Allocation memory) {
        if (memory instanceof GraphMemory) {
            Long address = insideGraph.get(memory);
            if (address == null) {
                throw new InternalException(
                        Labels.quoted(memory.label()) + " is used before it is allocated, which is checked");
            }
            return address;
        }
        return memory instanceof LevelMemory level ? memory(level).address() : memory.address();
    }

    /** Returns the address of the first element of a box. */
    long of(StridedRegion region) {
        return base(region.allocation())
                + region.offset() * region.allocation().type().bytes();
    }
}
