package org.sporos.space;

import org.sporos.internal.space.HostMemorySpace;

/**
 * A kind of memory on one device, for views. Implemented by this library alone. Thread-safe.
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

    /** Returns the space of ordinary Java arrays, accessible to every thread. */
    static MemorySpace host() {
        return HostMemorySpace.INSTANCE;
    }

    /** Returns its name, such as {@code host} or {@code cuda:0}. */
    String name();

    /** Returns its name, qualified if several spaces may share it. */
    default String description() {
        return name();
    }

    /** Returns whether ordinary Java code may read and write elements. */
    boolean isHostAccessible();

    /** Returns whether a copy node of a device can use it as its host side. */
    boolean isPinned();

    /** Returns the memory space of mirrors of its views. */
    MemorySpace mirrorSpace();

    /** Returns a snapshot of its use. */
    MemoryStatistics statistics();

    /** Returns the size of a block as counted by {@link #statistics}: some spaces round up. */
    default long bytesTaken(long bytes) {
        return bytes;
    }

    /** Returns unused cached memory to the system; returns the number of bytes. */
    long trim();
}
