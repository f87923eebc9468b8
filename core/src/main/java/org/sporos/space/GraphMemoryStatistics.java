package org.sporos.space;

/**
 * A snapshot of the memory that native graphs of a device have for what nodes of {@code thenAllocate} allocate. It is
 * no part of {@link MemorySpace#statistics()}, and is counted for all of the process's spaces on that device.
 *
 * @param bytesInUse bytes that graphs use now
 * @param bytesReserved bytes that the device holds for graphs, used or kept for later runs
 */
public record GraphMemoryStatistics(long bytesInUse, long bytesReserved) {
    /** Of a space whose graphs have no such memory: {@code thenAllocate} takes it from the space's own there. */
    public static final GraphMemoryStatistics NONE = new GraphMemoryStatistics(0, 0);
}
