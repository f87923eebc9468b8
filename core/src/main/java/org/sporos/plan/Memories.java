package org.sporos.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.LevelMemory;

/** The aliasing of allocations: several may share an array or an address range. Used by one thread. */
public final class Memories {
    private final Map<Allocation, Object> keys = new HashMap<>();

    private record Range(Allocation memory, long from, long to) {}

    /** Finds the aliases among all given allocations. */
    public Memories(Iterable<Allocation> all) {
        List<Range> ranges = new ArrayList<>();
        for (Allocation memory : all) {
            if (keys.putIfAbsent(memory, memory) == null) {
                Object array = memory.backingArray();
                if (memory instanceof LevelMemory) {
                    // A level of a ring aliases nothing else.
                    continue;
                }
                if (array != null) {
                    keys.put(memory, array);
                } else {
                    addRange(memory, ranges);
                }
            }
        }
        ranges.sort(Comparator.comparingLong(Range::from));
        long end = Long.MIN_VALUE;
        Object key = "";
        for (Range range : ranges) {
            key = range.from < end ? key : range.memory;
            keys.put(range.memory, key);
            end = Math.max(end, range.to);
        }
    }

    private static void addRange(Allocation memory, List<Range> ranges) {
        try {
            long address = memory.address();
            ranges.add(new Range(memory, address, address + memory.bytes()));
        } catch (IllegalStateException noAddressYet) {
            // Memory allocated by the graph aliases nothing else.
        }
    }

    /** Returns a key that is identical for allocations of the same memory. */
    public Object key(Allocation memory) {
        return keys.getOrDefault(memory, memory);
    }
}
