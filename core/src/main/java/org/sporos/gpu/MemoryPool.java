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
 * Native memory that is kept for later use when it is freed: asking a driver for memory waits for the device. Blocks
 * are rounded up and reused for the same rounded size. Before much of the device is in use, the garbage collector is
 * asked for views that nobody holds. Thread-safe.
 */
final class MemoryPool implements MemoryOwner {
    /** The most bytes that are rounded up to a small step. */
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
     * @param allocate returns the address of new memory of so many bytes
     * @param free frees it
     * @param capacity the bytes of the device that it serves
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

    /** Returns the address of at least so many bytes, whose content is undefined. */
    long take(long bytes) {
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

    /** Takes memory of {@link #take} back. */
    @Override
    public synchronized void give(long address, long bytes) {
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
    public void giveFound(long address, long bytes) {
        give(address, bytes);
        threshold.found(meter.statistics(0).bytesInUse());
    }

    /** Frees what is kept and not used, and returns how many bytes that was. */
    synchronized long trim() {
        long freed = cachedBytes;
        cached.values().forEach(blocks -> blocks.forEach(free::accept));
        cached.clear();
        cachedBytes = 0;
        return freed;
    }

    /** Frees what is kept, from now on all that is given back at once, and calls something once nothing is in use. */
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
