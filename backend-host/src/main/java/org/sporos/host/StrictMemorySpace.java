package org.sporos.host;

import org.sporos.error.CodedStateException;
import org.sporos.host.task.ItemAccesses;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.ArrayMemorySpace;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/**
 * Java arrays that are treated as if they were a device's memory: only kernels and copies reach them, so that a
 * forgotten deepCopy fails on a machine without a GPU. One for all strict spaces of the process, as they are one
 * device.
 */
final class StrictMemorySpace extends ArrayMemorySpace {
    static final StrictMemorySpace INSTANCE = new StrictMemorySpace();

    private StrictMemorySpace() {
        super("host (strict)");
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
                    throw outside(label);
                }
                ItemAccesses.note(this, label, index, access);
            }
        };
    }

    private static IllegalStateException outside(String label) {
        return new CodedStateException(
                "S206",
                "view " + Labels.quoted(label) + " lives in " + INSTANCE.name()
                        + ", which only kernels reach, as on a GPU; use Views.deepCopy to its mirror, and the mirror");
    }
}
