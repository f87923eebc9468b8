package org.sporos.space;

import org.sporos.internal.space.HostMemorySpace;

/**
 * A kind of memory on one device: where views live. Implemented by this library alone. Thread-safe.
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

    /** Returns what is in use. */
    MemoryStatistics statistics();

    /** Returns the bytes by which {@link #statistics} counts a block of so many bytes: some spaces round up. */
    default long bytesTaken(long bytes) {
        return bytes;
    }

    /** Gives memory that is kept for later use back to the system, and returns how many bytes that was. */
    long trim();
}
