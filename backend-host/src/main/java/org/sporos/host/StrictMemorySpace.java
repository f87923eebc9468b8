package org.sporos.host;

import java.util.concurrent.atomic.AtomicInteger;
import org.sporos.host.task.StrictAccesses;
import org.sporos.internal.run.EagerOrder;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.ArrayMemorySpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/**
 * Java arrays with the access rules of device memory: only kernels and copies may access them, so that a missing
 * deepCopy fails on a machine without a GPU. Each strict space has its own, as each space of a GPU has.
 */
final class StrictMemorySpace extends ArrayMemorySpace {
    private static final String NAME = "host (strict)";

    private static final AtomicInteger OPENED = new AtomicInteger();

    private final int number = OPENED.incrementAndGet();

    StrictMemorySpace() {
        super(NAME);
    }

    @Override
    public String description() {
        return NAME + " (opened as strict space " + number + ")";
    }

    @Override
    public boolean isHostAccessible() {
        return false;
    }

    @Override
    public boolean isPinned() {
        return false;
    }

    @Override
    public MemorySpace mirrorSpace() {
        return PinnedMemorySpace.INSTANCE;
    }

    @Override
    public Allocation allocate(String label, ElementType type, long size) {
        return new ArrayAllocation(label, this, type, size, meter()) {
            @Override
            protected void check(String label, long index, AccessKind access) {
                RunFrame frame = RunFrame.current();
                if (frame == null || !frame.isKernel()) {
                    throw inaccessible(label);
                }
                StrictAccesses.note(this, label, index, access);
            }
        };
    }

    /**
     * The host side of strict spaces: Java arrays for ordinary code and copy nodes. Each access is checked, so that a
     * missing fence is detected.
     */
    private static final class PinnedMemorySpace extends ArrayMemorySpace {
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
                 * A host node may access its declared views; other host code must wait for runs that access the
                 * element.
                 */
                @Override
                protected void check(String label, long index, AccessKind access) {
                    StridedRegion element = new StridedRegion(this, index, NO_EXTENTS, NO_EXTENTS);
                    EagerOrder.requireOrdered(new MemoryEffect(element, access.changes()));
                }
            };
        }
    }
}
