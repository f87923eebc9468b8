package org.sporos.gpu;

/**
 * The threshold of device memory in use at which the garbage collector runs. The collector does not count device
 * memory, so a program that never closes its views would fill the device before the heap.
 *
 * <p>The limit is half of the device at first. Each collection moves it halfway from the bytes in use to the capacity.
 * It falls only after an unreachable view was found, so a program that closes its views causes only a few collections.
 * Thread-safe.
 */
final class CollectionThreshold {
    /** The limit rises by at least this fraction of the device. */
    private static final int LEAST_STEP = 16;

    private final long capacity;
    private long limit;

    /** @param capacity the bytes of the device */
    CollectionThreshold(long capacity) {
        this.capacity = capacity;
        this.limit = capacity / 2;
    }

    /** Returns whether a collection is due before this many bytes are in use. */
    synchronized boolean isReached(long bytes) {
        if (bytes <= limit) {
            return false;
        }
        limit = above(bytes);
        return true;
    }

    /** Lowers the limit after an unreachable view was freed, which left this many bytes in use. */
    synchronized void found(long bytes) {
        limit = Math.max(capacity / 2, Math.min(limit, above(bytes)));
    }

    private long above(long bytes) {
        return bytes + Math.max((capacity - bytes) / 2, capacity / LEAST_STEP);
    }
}
