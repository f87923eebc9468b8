package org.sporos.internal.space;

import org.sporos.space.ElementValue;
import org.sporos.space.MemoryStatistics;

/**
 * A memory space of Java arrays, freed by the garbage collector and counted by this class. Subclasses restrict the
 * access to elements. Thread-safe.
 */
public abstract class ArrayMemorySpace implements AllocationSpace {
    private final String name;
    private final MemoryMeter meter;

    protected ArrayMemorySpace(String name) {
        this.name = name;
        this.meter = new MemoryMeter(name);
    }

    @Override
    public final String name() {
        return name;
    }

    /** Returns the count of the arrays. */
    protected final MemoryMeter meter() {
        return meter;
    }

    @Override
    public final void copy(StridedRegion to, StridedRegion from) {
        HostArrays.copy(to, from);
    }

    @Override
    public final void fill(StridedRegion region, ElementValue value) {
        HostArrays.fill(region, value);
    }

    @Override
    public final MemoryStatistics statistics() {
        return meter.statistics(0);
    }

    @Override
    public final long trim() {
        return 0;
    }

    @Override
    public String toString() {
        return name;
    }
}
