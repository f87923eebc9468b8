package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.FaultSite;
import org.sporos.backend.WorkItems;
import org.sporos.graph.GraphRunException;
import org.sporos.internal.error.RunRefusal;
import org.sporos.kernel.cpp.CppFault;
import org.sporos.kernel.cpp.CppSite;

/**
 * The first fault recorded by the kernels of an executable. Loops check the record in device memory before each
 * iteration; the host reads a copy in pinned memory without a call of the driver.
 */
final class FaultRecord {
    /** The offset of the initial content of the device record, after the copy. */
    private static final int IMAGE = 64;

    /** The bytes of the record on the device. */
    static final int BYTES = CppFault.BYTES;
    /** The bytes of the copy and of the initial content of the record. */
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

    /** Returns whether completed kernels recorded a fault since the last {@link #take}. */
    boolean isPresent() {
        return CppFault.isPresent(record);
    }

    /**
     * Returns the fault recorded since the last call as a failure, or null.
     *
     * @throws GpuException if the device is unusable
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
        CppSite site = at.launch().sites().get(fault.site());
        String code = switch (site.kind()) {
            case VIEW_INDEX, ARRAY_INDEX -> "R301";
            case DIVISION, INT_OVERFLOW, LONG_OVERFLOW, BEGIN_BEHIND_END -> "R302";
            case PASSES -> "R304";
            case SCRATCH, DEVICE_SCRATCH -> "R306";
            case BOUNDS -> "R313";
        };
        // A fault in the bounds of a range has no work item.
        String item = site.kind() == CppSite.Kind.BOUNDS
                ? ""
                : WorkItems.describe(at.unit().work(), fault.item(), fault.itemRest());
        return GraphRunException.of(
                code,
                at.unit().graph().label(),
                at.unit().node(),
                fault.describe(at.launch().sites(), item),
                cause(code, fault, site));
    }

    /** Returns the exception that Java code would have thrown; null for a loop, which throws none. */
    private static @Nullable RuntimeException cause(String code, CppFault fault, CppSite site) {
        return switch (site.kind()) {
            case PASSES -> null;
            case ARRAY_INDEX, DIVISION, INT_OVERFLOW, LONG_OVERFLOW, BEGIN_BEHIND_END ->
                FaultSite.of(site).failure(fault.first());
            case VIEW_INDEX -> FaultSite.thrownAt(site.position(), RunRefusal.ofIndex(code, fault.refusal(site)));
            case SCRATCH, DEVICE_SCRATCH, BOUNDS ->
                FaultSite.thrownAt(site.position(), RunRefusal.ofCall(code, fault.refusal(site)));
        };
    }
}
