package org.sporos.view;

import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.MemoryMeter;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.space.MemoryStatistics;

/** Memory that views reach through their checked path, as that of devices and of the strict mode. */
public final class TestMemory implements AllocationSpace {
    private final String name;
    private final boolean hostAccessible;
    private final boolean pinned;
    private final MemoryMeter meter = new MemoryMeter();

    private TestMemory(String name, boolean hostAccessible, boolean pinned) {
        this.name = name;
        this.hostAccessible = hostAccessible;
        this.pinned = pinned;
    }

    /** Memory that host code may touch, element by element. */
    public static TestMemory checked(String name) {
        return new TestMemory(name, true, false);
    }

    /** Memory that host code may touch and devices can copy. */
    public static TestMemory pinned(String name) {
        return new TestMemory(name, true, true);
    }

    /** Memory that host code must not touch. */
    public static TestMemory device(String name) {
        return new TestMemory(name, false, false);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isHostAccessible() {
        return hostAccessible;
    }

    @Override
    public boolean isPinned() {
        return pinned;
    }

    @Override
    public MemorySpace mirrorSpace() {
        return MemorySpace.host();
    }

    @Override
    public Allocation allocate(String label, ElementType type, long size) {
        return new ArrayAllocation(label, this, type, size, meter) {
            @Override
            protected void check(String label, long index, AccessKind access) {
                if (!hostAccessible) {
                    throw new IllegalStateException("view '" + label + "' is on a device");
                }
            }
        };
    }

    @Override
    public void copy(StridedRegion to, StridedRegion from) {
        HostMemorySpace.INSTANCE.copy(to, from);
    }

    @Override
    public void fill(StridedRegion region, ElementValue value) {
        HostMemorySpace.INSTANCE.fill(region, value);
    }

    @Override
    public MemoryStatistics statistics() {
        return meter.statistics(0);
    }

    @Override
    public long trim() {
        return 0;
    }
}
