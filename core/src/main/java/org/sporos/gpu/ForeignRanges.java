package org.sporos.gpu;

import java.util.Map;
import java.util.TreeMap;

/**
 * The ranges of one device's memory that views show without owning it. Checks and kernels take views of different
 * memory for apart, so no two ranges may overlap. Thread-safe.
 */
final class ForeignRanges {
    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** Adds a range, and returns whether it overlaps none that is there; otherwise it is not added. */
    synchronized boolean add(long address, long bytes) {
        Map.Entry<Long, Long> before = ends.lowerEntry(address + bytes);
        if (before != null && before.getValue() > address) {
            return false;
        }
        ends.put(address, address + bytes);
        return true;
    }

    /** Removes a range. */
    synchronized void remove(long address) {
        ends.remove(address);
    }
}
