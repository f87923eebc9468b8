package org.sporos.gpu;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.kernel.cpp.CppFault;
import org.sporos.kernel.cpp.CppSite;

/**
 * The first offence that kernels of an executable recorded, in pinned memory that they reach by its address: the host finds
 * it there after a wait, without a copy.
 */
final class FaultRecord {
    private final long address;
    private final ByteBuffer record;

    FaultRecord(GpuDriver driver, Owned owned) {
        this.address = owned.add(driver.allocatePinned(CppFault.BYTES), driver::freePinned);
        this.record = driver.pinnedBuffer(address, CppFault.BYTES);
        clear();
    }

    long address() {
        return address;
    }

    private void clear() {
        for (int at = 0; at < CppFault.BYTES; at += Long.BYTES) {
            record.putLong(at, 0);
        }
    }

    /** Returns what was recorded since the last call as a failure, or null. */
    @Nullable
    GraphRunException take(List<KernelNodes.LaunchSite> sites) {
        if (!CppFault.isPresent(record)) {
            return null;
        }
        CppFault fault = CppFault.read(record);
        clear();
        KernelNodes.LaunchSite at = sites.get(fault.node());
        CppSite.Kind kind = at.launch().sites().get(fault.site()).kind();
        String code = switch (kind) {
            case VIEW_INDEX, ARRAY_INDEX -> "R301";
            case DIVISION -> "R302";
            case PASSES -> "R304";
        };
        return GraphRunException.of(
                code,
                at.unit().graph().label(),
                at.unit().node(),
                "failed: " + fault.describe(at.launch().sites()),
                null);
    }
}
