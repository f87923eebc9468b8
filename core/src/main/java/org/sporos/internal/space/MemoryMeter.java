package org.sporos.internal.space;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.flight.Flight;
import org.sporos.space.MemoryStatistics;

/** A count of the live bytes of a memory space, reported to flight recordings. Thread-safe. */
public final class MemoryMeter {
    private final @Nullable String space;
    private long bytes;
    private long peak;
    private long live;
    private long total;

    /** Creates a meter without recordings. */
    public MemoryMeter() {
        this.space = null;
    }

    /** @param space the name of the memory space, for recordings */
    public MemoryMeter(String space) {
        this.space = space;
    }

    /** Counts a new allocation. */
    public synchronized void allocated(long size) {
        bytes += size;
        peak = Math.max(peak, bytes);
        live++;
        total++;
        tell(size);
    }

    /** Counts the end of an allocation. */
    public synchronized void freed(long size) {
        bytes -= size;
        live--;
        tell(-size);
    }

    private void tell(long change) {
        if (space != null) {
            Flight.memory(space, change, bytes);
        }
    }

    /** Returns a snapshot, with the given number of cached bytes. */
    public synchronized MemoryStatistics statistics(long bytesCached) {
        return new MemoryStatistics(bytes, bytesCached, peak, live, total);
    }
}
