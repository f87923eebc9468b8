package org.sporos.space;

/**
 * A snapshot of the memory of native graphs on a device for nodes of {@code thenAllocate}. It is not part of {@link
 * MemorySpace#statistics()}, and covers all of the process's spaces on that device.
 *
 * @param bytesInUse bytes in use by graphs
 * @param bytesReserved bytes that the device reserves for graphs, in use or for later runs
 */
public record GraphMemoryStatistics(long bytesInUse, long bytesReserved) {
    /** The statistics of a space without such memory: there {@code thenAllocate} uses the space's pool. */
    public static final GraphMemoryStatistics NONE = new GraphMemoryStatistics(0, 0);
}
