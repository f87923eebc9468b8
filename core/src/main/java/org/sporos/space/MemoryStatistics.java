package org.sporos.space;

/**
 * A snapshot of the use of a memory space.
 *
 * @param bytesInUse bytes of all live allocations
 * @param bytesCached bytes kept for later use
 * @param peakBytesInUse the highest {@code bytesInUse} so far
 * @param liveAllocations the number of live allocations
 * @param totalAllocations the number of allocations ever made
 */
public record MemoryStatistics(
        long bytesInUse, long bytesCached, long peakBytesInUse, long liveAllocations, long totalAllocations) {}
