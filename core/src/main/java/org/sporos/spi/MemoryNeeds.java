package org.sporos.spi;

import java.util.List;
import org.sporos.internal.base.ByteText;
import org.sporos.internal.error.Labels;
import org.sporos.plan.BufferAssignment;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;

/**
 * The memory that an executable needs in addition to that of its graph's views. Immutable.
 *
 * @param space the memory of the execution space, used for temporaries
 * @param temporaries the buffers of {@code thenAllocate}
 * @param isPlacedByDevice whether the device assigns buffers to temporaries itself
 * @param scratch the internal memory of the executable
 */
public record MemoryNeeds(
        MemorySpace space, BufferAssignment temporaries, boolean isPlacedByDevice, List<Scratch> scratch) {

    /** Keeps an unmodifiable copy. */
    public MemoryNeeds {
        scratch = List.copyOf(scratch);
    }

    /**
     * A block of internal memory of an executable.
     *
     * @param label its purpose
     * @param bytes its size before the space rounds it up
     */
    public record Scratch(String label, MemorySpace space, long bytes) {
        /** Returns its size in the memory space, rounded up. */
        public long taken() {
            return space.bytesTaken(bytes);
        }
    }

    /** Returns the size of a buffer in the memory space. */
    public long taken(int place) {
        return space.bytesTaken(temporaries.bytes(place));
    }

    /** Returns the bytes of the space's own memory that all of it needs. */
    public long bytes() {
        long all = 0;
        for (int place = 0; place < temporaries.buffers(); place++) {
            all += taken(place);
        }
        for (Scratch own : scratch) {
            all += own.space == space ? own.taken() : 0;
        }
        return all;
    }

    /** Returns the exception for a graph that does not fit. */
    public OutOfMemoryException lacking(String graph, long free) {
        long temporary = 0;
        for (int place = 0; place < temporaries.buffers(); place++) {
            temporary += taken(place);
        }
        return new OutOfMemoryException(
                "S256",
                "graph " + Labels.quoted(graph) + " needs " + ByteText.of(bytes()) + " in " + space.name()
                        + " besides its views, and " + ByteText.of(free) + " are free; " + ByteText.of(temporary)
                        + " are for memory of thenAllocate: free some earlier with thenFree, so that others have its"
                        + " place, or close views and executables that are no longer needed"
                        + " (graph.memoryPlan(space) lists all)");
    }
}
