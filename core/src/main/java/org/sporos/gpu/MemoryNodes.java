package org.sporos.gpu;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.internal.space.Allocation;
import org.sporos.plan.BufferAssignment;

/**
 * Adds the nodes that allocate and free memory inside of a graph. Where native graphs cannot, or where there are
 * several, the executable keeps the memory as long as it lives. Used by one thread.
 */
final class MemoryNodes {
    private final GpuDriver driver;
    private final GpuMemory memory;
    private final @Nullable BufferAssignment plan;
    private final long[] places;
    private final GraphAddresses addresses;
    private final CopyNodes copies;

    /** @param plan where the memory lies that the executable keeps; null where native graphs allocate it */
    MemoryNodes(GpuMemory memory, @Nullable BufferAssignment plan, GraphAddresses addresses, CopyNodes copies) {
        this.driver = memory.driver();
        this.memory = memory;
        this.plan = plan;
        this.places = new long[plan == null ? 0 : plan.places()];
        this.addresses = addresses;
        this.copies = copies;
    }

    /** Allocated memory is zero, as that of views is. */
    Span allocate(long graph, Work.Allocate allocate) {
        Allocation allocated = allocate.view().allocation();
        long bytes = wholeInts(allocated.bytes());
        if (plan != null) {
            long address = address(plan, plan.place(allocated));
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

    private long address(BufferAssignment all, int place) {
        if (places[place] == 0) {
            places[place] = memory.device(wholeInts(all.bytes(place)));
        }
        return places[place];
    }

    Span free(long graph, Work.Free free) {
        if (plan != null) {
            return Span.one(driver.addEmpty(graph));
        }
        return Span.one(driver.addFree(graph, addresses.base(free.view().allocation())));
    }
}
