package org.sporos.space;

import java.nio.ByteBuffer;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;

/**
 * A kind of memory on one device: where views live. Thread-safe.
 *
 * <pre>{@code
 * MemorySpace memory = space.memorySpace();
 * DoubleView x = DoubleView.of("x", memory, 1_000);
 * System.out.println(memory.statistics().bytesInUse());
 * x.close();
 * long freed = memory.trim();
 * }</pre>
 */
public interface MemorySpace {

    /** Returns the space of ordinary Java arrays, which every thread may touch. */
    static MemorySpace host() {
        return HostMemorySpace.INSTANCE;
    }

    /** Returns its name, such as {@code host} or {@code cuda:0}. */
    String name();

    /** Returns its name, with what tells it from other memory of that name if there may be such. */
    default String description() {
        return name();
    }

    /** Returns whether ordinary Java code may read and write elements. */
    boolean isHostAccessible();

    /** Returns whether a copy node of a device can use it as its host side. */
    boolean isPinned();

    /** Returns the space in which host twins of views of this space live. */
    MemorySpace mirrorSpace();

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
     * Returns a block of native memory that others own and free. For views.
     *
     * @param address where its first element is
     * @param owner is kept reachable until the block is no longer used
     * @throws IllegalArgumentException if there is no such memory in this space, or the space has no addresses
     */
    default Allocation adopt(String label, ElementType type, long size, long address, Object owner) {
        throw noNativeMemory(label);
    }

    /**
     * Returns a block in the memory of a direct buffer, from its begin on, which is pinned as long as it is used. For
     * views.
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

    /** Returns what is in use. */
    MemoryStatistics statistics();

    /** Returns the bytes by which {@link #statistics} counts a block of so many bytes: some spaces round up. */
    default long bytesTaken(long bytes) {
        return bytes;
    }

    /** Gives memory that is kept for later use back to the system, and returns how many bytes that was. */
    long trim();
}
