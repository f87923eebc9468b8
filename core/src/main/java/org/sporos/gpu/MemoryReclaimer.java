package org.sporos.gpu;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.sporos.space.MemorySpace;

/**
 * Reclaims memory when a driver is out of memory: cached blocks of all open spaces, then unreachable views. The cleaner
 * closes such views some time after a collection, so the call is retried after increasing waits. One thread at a time
 * collects and waits. Thread-safe.
 *
 * <p>Source: java.nio.Bits.reserveMemory, which does so for direct buffers.
 */
final class MemoryReclaimer {
    /** The number of waits of 1, 2, 4, ... ms: half a second in all. */
    private static final int MOST_WAITS = 9;

    private static final Set<MemorySpace> OPEN = ConcurrentHashMap.newKeySet();
    private static final Object LOCK = new Object();

    private final GpuDriver driver;

    MemoryReclaimer(GpuDriver driver) {
        this.driver = driver;
    }

    /**
     * Registers a space whose pools may cache memory needed by others: spaces can share a device, and all share pinned
     * memory.
     */
    static void register(MemorySpace space) {
        OPEN.add(space);
    }

    static void unregister(MemorySpace space) {
        OPEN.remove(space);
    }

    /** Returns the result of a call, which is retried when out of memory, as long as memory may be reclaimed. */
    <T> T retry(Supplier<T> call) {
        try {
            return call.get();
        } catch (GpuException e) {
            requireOutOfMemory(e);
        }
        return reclaim(call);
    }

    /** The lock is not held during the call, which may run code of users. */
    private <T> T reclaim(Supplier<T> call) {
        boolean interrupted = false;
        try {
            for (int waits = 0; ; waits++) {
                interrupted |= trimAll(waits);
                try {
                    return call.get();
                } catch (GpuException e) {
                    requireOutOfMemory(e);
                    if (waits == MOST_WAITS) {
                        throw e;
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Frees cached memory, after a wait unless it is the first try; returns whether the wait was interrupted. */
    private boolean trimAll(int waits) {
        synchronized (LOCK) {
            // A second collection finds views released by cleaners after the first one.
            if (waits == 1 || waits == MOST_WAITS / 2) {
                System.gc();
            }
            boolean interrupted = waits > 0 && pause(1L << (waits - 1));
            OPEN.forEach(MemorySpace::trim);
            driver.trimGraphMemory();
            return interrupted;
        }
    }

    private void requireOutOfMemory(GpuException e) {
        if (!driver.isOutOfMemory(e.status())) {
            throw e;
        }
    }

    /** Returns whether it was interrupted. */
    private static boolean pause(long millis) {
        try {
            Thread.sleep(millis);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
