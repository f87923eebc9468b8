package org.sporos.host.submit;

import java.util.LinkedHashSet;
import java.util.Set;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;
import org.sporos.spi.MemoryNeeds;

/**
 * The room that the Java heap has for the memory of host spaces. What other objects of the program use is not counted,
 * since only the garbage collector knows what of it is still needed: so nothing is refused that could find room.
 */
final class HeapRoom {
    /** Waits of 1, 2, 4, ... ms for the cleaner of forgotten views: an eighth of a second in all. */
    private static final int MOST_WAITS = 7;

    private HeapRoom() {}

    /** Returns the bytes of the largest heap that no view has. */
    static long freeBytes(MemorySpace of) {
        Set<MemorySpace> spaces = new LinkedHashSet<>();
        spaces.add(MemorySpace.host());
        spaces.add(of);
        spaces.add(of.mirrorSpace());
        long used = 0;
        for (MemorySpace space : spaces) {
            used += space.statistics().bytesInUse();
        }
        return Math.max(0, Runtime.getRuntime().maxMemory() - used);
    }

    /**
     * Throws if an executable needs more than there is, after views were closed that nobody holds.
     *
     * @throws OutOfMemoryException if there is no room
     */
    static void require(String graph, MemoryNeeds needs) {
        long wanted = needs.bytes();
        for (int waits = 0; wanted > freeBytes(needs.space()); waits++) {
            if (waits == MOST_WAITS) {
                throw needs.lacking(graph, freeBytes(needs.space()));
            }
            System.gc();
            pause(1L << waits);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
