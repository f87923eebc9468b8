package org.sporos.gpu;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.sporos.space.MemorySpace;

/**
 * Gets memory back when a driver has none left: what the pools of all open spaces keep for later use, then views that
 * nobody holds. The cleaner closes such views some time after the garbage collector has found them, so the call is
 * tried again after growing waits. One thread at a time collects and waits. Thread-safe.
 *
 * <p>Source: java.nio.Bits.reserveMemory, which does this for direct buffers.
 */
final class MemoryReclaimer {
    /** Waits of 1, 2, 4, ... ms: half a second in all. */
    private static final int MOST_WAITS = 9;

    private static final Set<MemorySpace> OPEN = ConcurrentHashMap.newKeySet();
    private static final Object LOCK = new Object();

    private final GpuDriver driver;

    MemoryReclaimer(GpuDriver driver) {
        this.driver = driver;
    }

    /**
     * Takes a space whose pools may keep memory that others need: several spaces can share a device, and all share
     * pinned memory.
     */
    static void opened(MemorySpace space) {
        OPEN.add(space);
    }

    static void closed(MemorySpace space) {
        OPEN.remove(space);
    }

    /**
     * Returns what a call returns; while it fails for lack of memory, it is tried again as long as memory may come
     * back.
     */
    <T> T retry(Supplier<T> call) {
        try {
            return call.get();
        } catch (GpuException e) {
            requireOutOfMemory(e);
        }
        return reclaim(call);
    }

    /** The call itself is made without a lock: it may run code of users. */
    private <T> T reclaim(Supplier<T> call) {
        boolean interrupted = false;
        try {
            for (int waits = 0; ; waits++) {
                interrupted |= giveBack(waits);
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

    /** Gives back what is kept, from the second time on after a wait; returns whether that was interrupted. */
    private boolean giveBack(int waits) {
        synchronized (LOCK) {
            // A second collection finds views that only other garbage has held.
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
