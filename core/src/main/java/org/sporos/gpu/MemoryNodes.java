package org.sporos.gpu;

import org.sporos.graph.Work;
import org.sporos.space.Allocation;

/**
 * Adds the nodes that allocate and free memory inside of a graph. Where native graphs cannot, or where there are several, the
 * executable keeps the memory as long as it lives. Used by one thread.
 */
final class MemoryNodes {
    private final GpuDriver driver;
    private final GpuMemory memory;
    private final boolean isNative;
    private final GraphAddresses addresses;
    private final CopyNodes copies;

    MemoryNodes(GpuMemory memory, boolean isNative, GraphAddresses addresses, CopyNodes copies) {
        this.driver = memory.driver();
        this.memory = memory;
        this.isNative = isNative;
        this.addresses = addresses;
        this.copies = copies;
    }

    /** Allocated memory is zero, as that of views is. */
    Span allocate(long graph, Work.Allocate allocate) {
        Allocation allocated = allocate.view().allocation();
        long bytes = Math.max(Integer.BYTES, (allocated.bytes() + 3) / 4 * 4);
        if (!isNative) {
            long address = memory.device(bytes);
            addresses.put(allocated, address);
            return Span.one(copies.fill(graph, address, bytes, 0));
        }
        long[] node = driver.addAllocate(graph, bytes);
        addresses.put(allocated, node[1]);
        return Span.then(driver, graph, Span.one(node[0]), Span.one(copies.fill(graph, node[1], bytes, 0)));
    }

    Span free(long graph, Work.Free free) {
        if (!isNative) {
            return Span.one(driver.addEmpty(graph));
        }
        return Span.one(driver.addFree(graph, addresses.base(free.view().allocation())));
    }
}
