package org.sporos.internal.space;

import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/** The memory of ordinary Java arrays, accessible to every thread. */
public final class HostMemorySpace extends ArrayMemorySpace {
    /** The only instance. */
    public static final HostMemorySpace INSTANCE = new HostMemorySpace();

    private HostMemorySpace() {
        super("host");
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
        return new ArrayAllocation(label, this, type, size, meter()) {
            @Override
            public Object openArray() {
                return backingArray();
            }
        };
    }
}
