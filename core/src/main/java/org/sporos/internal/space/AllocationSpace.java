package org.sporos.internal.space;

import java.nio.ByteBuffer;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;

/** Allocates, copies and fills memory: what each {@link MemorySpace} does for views. Thread-safe. */
public interface AllocationSpace extends MemorySpace {

    /** Returns a memory space, which is always such a one. */
    static AllocationSpace of(MemorySpace space) {
        return (AllocationSpace) space;
    }

    /**
     * Returns a new block of zeros.
     *
     * @param label names it in errors
     * @param size the number of elements
     * @throws OutOfMemoryException if there is no room, after unused memory was given back
     * @throws IllegalArgumentException if the space cannot hold so many elements in one block
     */
    Allocation allocate(String label, ElementType type, long size);

    /**
     * Returns a block of native memory that others own and free.
     *
     * @param address where its first element is
     * @param owner is kept reachable until the block is no longer used
     * @throws IllegalArgumentException if there is no such memory in this space, or the space has no addresses
     */
    default Allocation adopt(String label, ElementType type, long size, long address, Object owner) {
        throw noNativeMemory(label);
    }

    /**
     * Returns a block in the memory of a direct buffer, from its begin on, which is pinned as long as it is used.
     *
     * @throws IllegalArgumentException if the buffer cannot be used so, or the space is not one of pinned memory
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
     * Copies a box to another of the same extents and type, now, and returns when it is done. One of both lives in this
     * space, the other in this one or in host-accessible memory.
     */
    void copy(StridedRegion to, StridedRegion from);

    /** Sets each element of a box in this space to a value, now, and returns when it is done. */
    void fill(StridedRegion region, ElementValue value);
}
