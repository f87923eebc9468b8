package org.sporos.gpu;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.MemoryMeter;
import org.sporos.space.MemoryStatistics;

/**
 * A pool of native memory: freed blocks are cached, because allocating in the driver waits for the device. Sizes are
 * rounded up, and blocks are reused for the same rounded size. The garbage collector runs at a {@link
 * CollectionThreshold} of memory in use, to free unreachable views. Thread-safe.
 */
final class MemoryPool implements MemoryOwner {
    /** The largest size that is rounded up to the small step; all three are those of PyTorch's caching allocator. */
    static final long SMALL = 1 << 20;

    private static final long SMALL_STEP = 512;
    private static final long LARGE_STEP = 2 << 20;

    private final LongUnaryOperator allocate;
    private final LongConsumer free;
    private final TreeMap<Long, Deque<Long>> cached = new TreeMap<>();
    private final MemoryMeter meter;
    private final CollectionThreshold threshold;
    private long cachedBytes;
    private @Nullable Runnable end;

    /**
     * @param space the name of the memory space
     * @param allocate allocates bytes and returns the address
     * @param free frees an address
     * @param capacity the bytes of the device
     */
    MemoryPool(String space, LongUnaryOperator allocate, LongConsumer free, long capacity) {
        this.threshold = new CollectionThreshold(capacity);
        this.meter = new MemoryMeter(space);
        this.allocate = allocate;
        this.free = free;
    }

    static long rounded(long bytes) {
        long step = bytes <= SMALL ? SMALL_STEP : LARGE_STEP;
        return (Math.max(bytes, 1) + step - 1) / step * step;
    }

    /** Returns the address of at least this many uninitialized bytes. */
    long acquire(long bytes) {
        long size = rounded(bytes);
        if (threshold.isReached(meter.statistics(0).bytesInUse() + size)) {
            System.gc();
        }
        Long reused = reuse(size);
        long address = reused != null ? reused : allocate.applyAsLong(size);
        meter.allocated(size);
        return address;
    }

    private synchronized @Nullable Long reuse(long size) {
        Deque<Long> blocks = cached.get(size);
        if (blocks == null || blocks.isEmpty()) {
            return null;
        }
        cachedBytes -= size;
        return blocks.pop();
    }

    /** Releases memory of {@link #acquire} to the cache. */
    @Override
    public synchronized void release(long address, long bytes) {
        long size = rounded(bytes);
        meter.freed(size);
        if (end != null) {
            free.accept(address);
            endIfEmpty(end);
            return;
        }
        cached.computeIfAbsent(size, s -> new ArrayDeque<>()).push(address);
        cachedBytes += size;
    }

    @Override
    public void releaseUnreachable(long address, long bytes) {
        release(address, bytes);
        threshold.found(meter.statistics(0).bytesInUse());
    }

    /** Frees the cached blocks, and returns their bytes. */
    synchronized long trim() {
        long freed = cachedBytes;
        cached.values().forEach(blocks -> blocks.forEach(free::accept));
        cached.clear();
        cachedBytes = 0;
        return freed;
    }

    /**
     * Frees the cached blocks, and later ones as soon as they are released; calls {@code whenEmpty} once none is in
     * use.
     */
    synchronized void close(Runnable whenEmpty) {
        trim();
        end = whenEmpty;
        endIfEmpty(whenEmpty);
    }

    private void endIfEmpty(Runnable whenEmpty) {
        if (meter.statistics(0).liveAllocations() == 0) {
            whenEmpty.run();
        }
    }

    synchronized MemoryStatistics statistics() {
        return meter.statistics(cachedBytes);
    }
}
