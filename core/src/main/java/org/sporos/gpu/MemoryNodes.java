package org.sporos.gpu;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.internal.space.Allocation;
import org.sporos.plan.BufferAssignment;

/**
 * Adds the nodes that allocate and free graph memory. Without native allocation nodes, or with several native graphs,
 * the executable holds the memory for its lifetime. Used by one thread.
 */
final class MemoryNodes {
    private final GpuDriver driver;
    private final GpuMemory memory;
    private final @Nullable BufferAssignment plan;
    private final long[] buffers;
    private final GraphAddresses addresses;
    private final CopyNodes copies;

    /** @param plan the buffers held by the executable; null with native allocation nodes */
    MemoryNodes(GpuMemory memory, @Nullable BufferAssignment plan, GraphAddresses addresses, CopyNodes copies) {
        this.driver = memory.driver();
        this.memory = memory;
        this.plan = plan;
        this.buffers = new long[plan == null ? 0 : plan.buffers()];
        this.addresses = addresses;
        this.copies = copies;
    }

    /** Adds an allocation; graph memory is zeroed as that of views. */
    Span allocate(long graph, Work.Allocate allocate) {
        Allocation allocated = allocate.view().allocation();
        long bytes = wholeInts(allocated.bytes());
        if (plan != null) {
            long address = address(plan, plan.buffer(allocated));
            addresses.put(allocated, address);
            return Span.one(copies.fill(graph, address, bytes, 0));
        }
        long[] node = driver.addAllocate(graph, bytes);
        addresses.put(allocated, node[1]);
        return Span.then(driver, graph, Span.one(node[0]), Span.one(copies.fill(graph, node[1], bytes, 0)));
    }

    private static long wholeInts(long bytes) {
        return Math.max(Integer.BYTES, (bytes + 3) / 4 * 4);
    }

    private long address(BufferAssignment all, int buffer) {
        if (buffers[buffer] == 0) {
            buffers[buffer] = memory.device(wholeInts(all.bytes(buffer)));
        }
        return buffers[buffer];
    }

    Span free(long graph, Work.Free free) {
        if (plan != null) {
            return Span.one(driver.addEmpty(graph));
        }
        return Span.one(driver.addFree(graph, addresses.base(free.view().allocation())));
    }
}
