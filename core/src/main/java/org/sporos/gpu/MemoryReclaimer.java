package org.sporos.gpu;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Gets memory back when a driver has none left: what the pools of all open spaces keep for later use, then views that nobody holds.
 * The cleaner closes such views some time after the garbage collector has found them, so the call is tried again after growing
 * waits. One thread at a time collects and waits; the others find what it got back. Thread-safe.
 *
 * <p>Source: java.nio.Bits.reserveMemory, which does this for direct buffers.
 */
final class MemoryReclaimer {
    /** Waits of 1, 2, 4, ... ms: half a second in all. */
    private static final int MOST_WAITS = 9;

    private static final Set<DeviceMemorySpace> OPEN = ConcurrentHashMap.newKeySet();
    private static final Object LOCK = new Object();

    private final GpuDriver driver;

    MemoryReclaimer(GpuDriver driver) {
        this.driver = driver;
    }

    /** Takes a space whose pools may keep memory that others need: several spaces can share a device, and all share pinned memory. */
    static void opened(DeviceMemorySpace space) {
        OPEN.add(space);
    }

    static void closed(DeviceMemorySpace space) {
        OPEN.remove(space);
    }

    /** Returns what a call returns; while it fails for lack of memory, it is tried again as long as memory may come back. */
    <T> T retry(Supplier<T> call) {
        try {
            return call.get();
        } catch (GpuException e) {
            requireOutOfMemory(e);
        }
        synchronized (LOCK) {
            return reclaim(call);
        }
    }

    private <T> T reclaim(Supplier<T> call) {
        boolean interrupted = false;
        try {
            for (int waits = 0; ; waits++) {
                trim();
                try {
                    return call.get();
                } catch (GpuException e) {
                    requireOutOfMemory(e);
                    if (waits == MOST_WAITS) {
                        throw e;
                    }
                }
                // What only other garbage has held is found by a second collection.
                if (waits == 0 || waits == MOST_WAITS / 2) {
                    System.gc();
                }
                interrupted |= pause(1L << waits);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void requireOutOfMemory(GpuException e) {
        if (!driver.isOutOfMemory(e.status())) {
            throw e;
        }
    }

    private void trim() {
        OPEN.forEach(DeviceMemorySpace::trim);
        driver.trimGraphMemory();
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
