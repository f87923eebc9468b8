package org.sporos.host;

import org.sporos.space.Allocation;
import org.sporos.space.ArrayAllocation;
import org.sporos.space.ElementType;
import org.sporos.space.HostArrays;
import org.sporos.space.MemoryMeter;
import org.sporos.space.MemorySpace;
import org.sporos.space.MemoryStatistics;
import org.sporos.space.Region;

/** The host side of strict spaces: Java arrays that ordinary code reaches and that copy nodes can use. */
final class PinnedMemorySpace implements MemorySpace {
    static final PinnedMemorySpace INSTANCE = new PinnedMemorySpace();

    private final MemoryMeter meter = new MemoryMeter();

    private PinnedMemorySpace() {}

    @Override
    public String name() {
        return "host (pinned)";
    }

    @Override
    public boolean isHostAccessible() {
        return true;
    }

    @Override
    public boolean isPinned() {
        return true;
    }

    @Override
    public MemorySpace mirrorSpace() {
        return this;
    }

    @Override
    public Allocation allocate(String label, ElementType type, long size) {
        return new ArrayAllocation(label, this, type, HostArrays.allocate(label, type, size, meter), meter) {
            @Override
            public Object openArray() {
                return backingArray();
            }
        };
    }

    @Override
    public void copy(Region to, Region from) {
        HostArrays.copy(to, from);
    }

    @Override
    public void fill(Region region, long bits) {
        HostArrays.fill(region, bits);
    }

    @Override
    public MemoryStatistics statistics() {
        return meter.statistics(0);
    }

    @Override
    public long trim() {
        return 0;
    }

    @Override
    public String toString() {
        return name();
    }
}
