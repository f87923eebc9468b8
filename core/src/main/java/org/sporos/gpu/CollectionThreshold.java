package org.sporos.gpu;

/**
 * Decides when the garbage collector should look for views that nobody holds. The collector does not see the memory of
 * a device: a program that never closes its views would fill the device before the heap is full.
 *
 * <p>It runs when more than a limit is in use: first half of the device, then half of what is left above what was in
 * use when it ran. The limit falls again only where the collector has found such views, so that a program which closes
 * its views pays for a few collections in its life. Thread-safe.
 */
final class CollectionThreshold {
    /** The limit rises by at least such a part of the device. */
    private static final int LEAST_STEP = 16;

    private final long capacity;
    private long limit;

    /** @param capacity the bytes of the device */
    CollectionThreshold(long capacity) {
        this.capacity = capacity;
        this.limit = capacity / 2;
    }

    /** Returns whether the collector should run before so many bytes are in use. */
    synchronized boolean isReached(long bytes) {
        if (bytes <= limit) {
            return false;
        }
        limit = above(bytes);
        return true;
    }

    /** Notes that a view was found which nobody held, after which so many bytes are in use. */
    synchronized void found(long bytes) {
        limit = Math.max(capacity / 2, Math.min(limit, above(bytes)));
    }

    private long above(long bytes) {
        return bytes + Math.max((capacity - bytes) / 2, capacity / LEAST_STEP);
    }
}
