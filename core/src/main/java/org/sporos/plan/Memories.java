package org.sporos.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.LevelMemory;

/**
 * Tells which allocations are the same memory: a user may lay several over one array or address. Used by one thread.
 */
public final class Memories {
    private final Map<Allocation, Object> keys = new IdentityHashMap<>();

    private record Place(Allocation memory, long from, long to) {}

    /** Learns of some allocations; must know all before it is asked. */
    public Memories(Iterable<Allocation> all) {
        List<Place> places = new ArrayList<>();
        for (Allocation memory : all) {
            if (keys.putIfAbsent(memory, memory) == null) {
                Object array = memory.backingArray();
                if (memory instanceof LevelMemory) {
                    // Levels of a ring share no memory, with each other or with anything else of the graph.
                    continue;
                }
                if (array != null) {
                    keys.put(memory, array);
                } else {
                    place(memory, places);
                }
            }
        }
        places.sort(Comparator.comparingLong(Place::from));
        long end = Long.MIN_VALUE;
        Object key = "";
        for (Place place : places) {
            key = place.from < end ? key : place.memory;
            keys.put(place.memory, key);
            end = Math.max(end, place.to);
        }
    }

    private static void place(Allocation memory, List<Place> places) {
        try {
            long address = memory.address();
            places.add(new Place(memory, address, address + memory.bytes()));
        } catch (IllegalStateException noAddressYet) {
            // Memory that the graph allocates is nobody else's.
        }
    }

    /** Returns an object that stands for the memory of an allocation, to be compared by identity. */
    public Object key(Allocation memory) {
        return keys.getOrDefault(memory, memory);
    }
}
