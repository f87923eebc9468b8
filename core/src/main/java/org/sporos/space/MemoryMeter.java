package org.sporos.space;

/** Counts the live bytes of a memory space. Thread-safe. */
public final class MemoryMeter {
    private long bytes;
    private long peak;
    private long live;
    private long total;

    /** Counts a new allocation. */
    public synchronized void allocated(long size) {
        bytes += size;
        peak = Math.max(peak, bytes);
        live++;
        total++;
    }

    /** Counts the end of an allocation. */
    public synchronized void freed(long size) {
        bytes -= size;
        live--;
    }

    /** Returns a snapshot, with the given number of cached bytes. */
    public synchronized MemoryStatistics statistics(long bytesCached) {
        return new MemoryStatistics(bytes, bytesCached, peak, live, total);
    }
}
