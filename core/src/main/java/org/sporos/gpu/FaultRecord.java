package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.WorkItems;
import org.sporos.graph.GraphRunException;
import org.sporos.kernel.cpp.CppFault;
import org.sporos.kernel.cpp.CppSite;

/**
 * The first offence that kernels of an executable recorded: in device memory, where loops look before each pass, and a
 * copy in pinned memory, where the host finds it after a wait without asking the driver.
 */
final class FaultRecord {
    /** Behind the copy: what the record on the device is at first. */
    private static final int IMAGE = 64;

    /** The bytes of the record on the device. */
    static final int BYTES = CppFault.BYTES;
    /** The bytes of the copy and of the first content of the record. */
    static final int PINNED_BYTES = IMAGE + CppFault.BYTES;

    private final GpuMemory memory;
    private final long address;
    private final ByteBuffer record;

    FaultRecord(GpuMemory memory) {
        this.memory = memory;
        this.address = memory.device(BYTES);
        long pinned = memory.pinned(PINNED_BYTES);
        this.record = memory.driver().pinnedBuffer(pinned, PINNED_BYTES);
        for (int at = 0; at + Long.BYTES <= record.capacity(); at += Long.BYTES) {
            record.putLong(at, 0);
        }
        record.putLong(IMAGE + CppFault.COPY_OFFSET, pinned);
        memory.driver().copy(address, pinned + IMAGE, CppFault.BYTES, memory.stream());
    }

    long address() {
        return address;
    }

    /** Returns whether kernels that have ended recorded something since the last {@link #take}. */
    boolean isPresent() {
        return CppFault.isPresent(record);
    }

    /**
     * Returns what was recorded since the last call as a failure, or null.
     *
     * @throws GpuException if the device can do nothing more
     */
    @Nullable
    GraphRunException take(List<LaunchSite> sites) {
        if (!isPresent()) {
            return null;
        }
        GraphRunException failure = read(sites);
        record.putInt(0, 0);
        memory.zero(address, Integer.BYTES);
        memory.settle();
        return failure;
    }

    private GraphRunException read(List<LaunchSite> sites) {
        CppFault fault = CppFault.read(record);
        LaunchSite at = sites.get(fault.node());
        CppSite.Kind kind = at.launch().sites().get(fault.site()).kind();
        String code = switch (kind) {
            case VIEW_INDEX, ARRAY_INDEX -> "R301";
            case DIVISION, INT_OVERFLOW, LONG_OVERFLOW -> "R302";
            case PASSES -> "R304";
            case SCRATCH -> "R306";
            case BOUNDS -> "R313";
        };
        // No work item is to blame for the bounds of all.
        String item =
                kind == CppSite.Kind.BOUNDS ? "" : WorkItems.describe(at.unit().work(), fault.item(), fault.itemRest());
        return GraphRunException.of(
                code,
                at.unit().graph().label(),
                at.unit().node(),
                fault.describe(at.launch().sites(), item),
                null);
    }
}
