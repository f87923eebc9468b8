package org.sporos.gpu;

import org.sporos.graph.Work;
import org.sporos.space.Allocation;

/** Adds the nodes that allocate and free memory inside of a graph. Used by one thread. */
final class MemoryNodes {
    private final GpuDriver driver;
    private final GraphAddresses addresses;
    private final CopyNodes copies;

    MemoryNodes(GpuDriver driver, GraphAddresses addresses, CopyNodes copies) {
        this.driver = driver;
        this.addresses = addresses;
        this.copies = copies;
    }

    /** Allocated memory is zero, as that of views is. */
    Span allocate(long graph, Work.Allocate allocate) {
        Allocation memory = allocate.view().allocation();
        long bytes = Math.max(Integer.BYTES, (memory.bytes() + 3) / 4 * 4);
        long[] node = driver.addAllocate(graph, bytes);
        addresses.put(memory, node[1]);
        return Span.then(driver, graph, Span.one(node[0]), Span.one(copies.fill(graph, node[1], bytes, 0)));
    }

    Span free(long graph, Work.Free free) {
        return Span.one(driver.addFree(graph, addresses.base(free.view().allocation())));
    }
}
