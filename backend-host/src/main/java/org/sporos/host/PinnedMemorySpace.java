package org.sporos.host;

import org.sporos.internal.run.EagerOrder;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.ArrayMemorySpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/**
 * The host side of strict spaces: Java arrays that ordinary code reaches and that copy nodes can use. Each access is
 * checked, so that a forgotten fence is found.
 */
final class PinnedMemorySpace extends ArrayMemorySpace {
    static final PinnedMemorySpace INSTANCE = new PinnedMemorySpace();

    private static final long[] NO_EXTENTS = {};

    private PinnedMemorySpace() {
        super("host (pinned)");
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
        return new ArrayAllocation(label, this, type, size, meter()) {
            /**
             * A host node may touch what it declares; other host code is to wait for the runs that touch the element.
             */
            @Override
            protected void check(String label, long index, AccessKind access) {
                StridedRegion element = new StridedRegion(this, index, NO_EXTENTS, NO_EXTENTS);
                EagerOrder.requireOrdered(new MemoryEffect(element, access.changes()));
            }
        };
    }
}
