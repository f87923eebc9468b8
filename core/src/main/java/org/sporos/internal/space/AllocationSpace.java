package org.sporos.internal.space;

import java.nio.ByteBuffer;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;

/** The internal interface of every {@link MemorySpace}: allocates, copies and fills memory. Thread-safe. */
public interface AllocationSpace extends MemorySpace {

    /** Casts a memory space, which always has this interface. */
    static AllocationSpace of(MemorySpace space) {
        return (AllocationSpace) space;
    }

    /**
     * Returns a new block of zeros.
     *
     * @param label its name in errors
     * @param size the number of elements
     * @throws OutOfMemoryException if it does not fit, even after unused memory was released
     * @throws IllegalArgumentException if one block of the space cannot hold the elements
     */
    Allocation allocate(String label, ElementType type, long size);

    /**
     * Returns a block of foreign native memory, which is never freed here.
     *
     * @param address the address of its first element
     * @param owner an object kept reachable until the block is no longer used
     * @throws IllegalArgumentException if there is no such memory in this space, or the space has no addresses
     */
    default Allocation adopt(String label, ElementType type, long size, long address, Object owner) {
        throw noNativeMemory(label);
    }

    /**
     * Returns a block at the start of a direct buffer's memory, which stays pinned as long as the block is used.
     *
     * @throws IllegalArgumentException if the buffer is unsuitable, or the space is not one of pinned memory
     */
    default Allocation adopt(String label, ElementType type, long size, ByteBuffer memory) {
        throw noNativeMemory(label);
    }

    private IllegalArgumentException noNativeMemory(String label) {
        return new CodedArgumentException(
                "S220",
                "view " + Labels.quoted(label) + " is made over existing memory in " + name()
                        + ", where views are Java arrays; copy the memory into a view of this space, or use a GPU space");
    }

    /**
     * Copies a region to another of the same extents and type, synchronously. One of both is in this space, the other
     * in this one or in host-accessible memory.
     */
    void copy(StridedRegion to, StridedRegion from);

    /** Sets each element of a region in this space to a value, synchronously. */
    void fill(StridedRegion region, ElementValue value);
}
