package org.sporos.gpu;

import java.util.Map;
import java.util.TreeMap;

/**
 * The ranges of device memory under views of foreign memory. They are disjoint, because checks and kernels assume that
 * different allocations do not alias. Thread-safe.
 */
final class ForeignRanges {
    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** Adds a range unless it overlaps another; returns whether it was added. */
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
