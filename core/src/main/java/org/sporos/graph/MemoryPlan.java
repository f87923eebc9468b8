package org.sporos.graph;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.sporos.space.MemorySpace;

/**
 * The memory that an executable of a graph will have, found before any of it is allocated, by {@link
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
 * <p>It knows what the library takes from memory spaces. Compiled code, native graphs and the library's own Java
 * objects are not in it.
 */
public interface MemoryPlan {

    /** The number of a block that shares no place. */
    int NO_PLACE = -1;

    /** The purpose of memory. */
    enum Use {
        /** The memory of a view that the graph uses, which is there already. */
        VIEW,
        /** The same in pinned memory, such as that of a mirror on a GPU's space. */
        MIRROR,
        /** Memory of {@code thenAllocate}, which lives from its node to that of {@code thenFree}. */
        TEMPORARY,
        /** Memory that an executable needs for itself: results of tiles, counters, values of params, tables. */
        SCRATCH
    }

    /**
     * A block of memory.
     *
     * @param use its purpose
     * @param label the view's label; of scratch its purpose
     * @param space where it lies
     * @param bytes its size, as the space counts it
     * @param place the number of its place, from 0, which temporaries have one after the other; {@link #NO_PLACE} of
     *     other memory
     * @param first the number of the step in which it begins to be used
     * @param last the number of the last step in which it is used
     */
    record Block(Use use, String label, MemorySpace space, long bytes, int place, int first, int last) {}

    /** Returns the graph that it is the plan of. */
    Graph graph();

    /**
     * Returns the nodes in the order of the plan, those of nested graphs among them; of nodes that were merged into one
     * launch the first, and none of the bodies of conditional nodes.
     */
    List<Node> steps();

    /** Returns all blocks: views, mirrors, temporaries in the order of their first steps, then scratch. */
    List<Block> blocks();

    /** Returns the other temporaries that have the place of one, before it or after it. */
    List<Block> sharing(Block temporary);

    /** Returns the bytes of all blocks, as if none shared a place. */
    long sum();

    /** Returns the bytes that are taken while an executable is there: those that share a place count once. */
    long held();

    /** Returns the same of one memory space. */
    long held(MemorySpace space);

    /** Returns the most bytes that are in use in one step, if steps run one after the other. */
    long peak();

    /** Returns the bytes of the space's own memory that an executable takes besides the views that are there. */
    long missing();

    /** Returns the bytes that the space's own memory had room for when the plan was made. */
    long free();

    /** Returns whether the device places temporaries by itself, so that their places are an estimate. */
    boolean isPlacedByDevice();

    /**
     * Writes a picture: bytes over the order of steps, a band for each place and a box for each temporary.
     *
     * @throws IOException if the file cannot be written
     */
    void svg(Path file) throws IOException;

    /** Returns a table: the sums, then a line for each block, the largest first. */
    @Override
    String toString();
}
