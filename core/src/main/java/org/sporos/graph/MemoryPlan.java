package org.sporos.graph;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.sporos.space.MemorySpace;

/**
 * The memory that an executable of a graph will need, computed before any of it is allocated, by {@link
 * Graph#memoryPlan}. All sizes are bytes as the memory spaces count them: a GPU's pool rounds blocks up. Immutable,
 * thread-safe.
 *
 * <pre>{@code
 * MemoryPlan plan = graph.memoryPlan(space);
 * System.out.println(plan);
 * System.out.println(plan.missing() + " bytes more, of " + plan.free());
 * plan.svg(Path.of("memory.svg")); // bytes over the order of nodes
 * }</pre>
 *
 * <p>It covers the allocations of the library from memory spaces. Compiled code, native graphs and the library's own
 * Java objects are not included.
 */
public interface MemoryPlan {

    /** The number of a block that shares no buffer. */
    int NO_PLACE = -1;

    /** The purpose of memory. */
    enum Use {
        /** The memory of an existing view that the graph uses. */
        VIEW,
        /** Pinned memory of an existing view that the graph uses, such as a mirror on a GPU's space. */
        MIRROR,
        /** Memory of {@code thenAllocate}, in use from its node to that of {@code thenFree}. */
        TEMPORARY,
        /** Internal memory of an executable: results of tiles, counters, values of params, tables. */
        SCRATCH
    }

    /**
     * A block of memory.
     *
     * @param use its purpose
     * @param label the view's label, or the purpose of scratch
     * @param space its memory space
     * @param bytes its size, as the space counts it
     * @param place the number of its buffer, from 0, which several temporaries use in turn; {@link #NO_PLACE} for other
     * memory
     * @param first the first step that uses it
     * @param last the last step that uses it
     */
    record Block(Use use, String label, MemorySpace space, long bytes, int place, int first, int last) {}

    /** Returns the planned graph. */
    Graph graph();

    /**
     * Returns the nodes in the order of the plan, including those of nested graphs. A merged launch is represented by
     * its first node; bodies of conditional nodes are omitted.
     */
    List<Node> steps();

    /** Returns all blocks: views, mirrors, temporaries in the order of their first steps, then scratch. */
    List<Block> blocks();

    /** Returns the other temporaries in the same buffer. */
    List<Block> sharing(Block temporary);

    /** Returns the bytes of all blocks, as if none shared a buffer. */
    long sum();

    /** Returns the bytes allocated while an executable exists: a shared buffer counts once. */
    long held();

    /** Returns the bytes allocated in one memory space while an executable exists. */
    long held(MemorySpace space);

    /** Returns the largest number of bytes in use in one step, if steps run one after the other. */
    long peak();

    /** Returns the bytes of the space's own memory that an executable needs in addition to existing views. */
    long missing();

    /** Returns the free bytes of the space's own memory at the time of the plan. */
    long free();

    /** Returns whether the device assigns buffers to temporaries itself, so that the assignment is an estimate. */
    boolean isPlacedByDevice();

    /**
     * Writes a picture: bytes over the order of steps, a band for each buffer and a box for each temporary.
     *
     * @throws IOException if the file cannot be written
     */
    void svg(Path file) throws IOException;

    /** Returns a table: the sums, then a line for each block, the largest first. */
    @Override
    String toString();
}
