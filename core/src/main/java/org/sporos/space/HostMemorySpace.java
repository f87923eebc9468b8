package org.sporos.space;

/** The memory of ordinary Java arrays. The garbage collector frees it; this class counts. */
final class HostMemorySpace implements MemorySpace {
    static final HostMemorySpace INSTANCE = new HostMemorySpace();

    private final MemoryMeter meter = new MemoryMeter("host");

    private HostMemorySpace() {}

    @Override
    public String name() {
        return "host";
    }

    @Override
    public boolean isHostAccessible() {
        return true;
    }

    @Override
    public boolean isPinned() {
        return false;
    }

    @Override
    public MemorySpace mirrorSpace() {
        return this;
    }

    @Override
    public Allocation allocate(String label, ElementType type, long size) {
        return new ArrayAllocation(label, this, type, size, meter) {
            @Override
            public Object openArray() {
                return backingArray();
            }
        };
    }

    @Override
    public void copy(StridedRegion to, StridedRegion from) {
        HostArrays.copy(to, from);
    }

    @Override
    public void fill(StridedRegion region, ElementValue value) {
        HostArrays.fill(region, value);
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
