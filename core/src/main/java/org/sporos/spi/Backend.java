package org.sporos.spi;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.check.Target;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.plan.FusionSupport;
import org.sporos.space.ExecutionSpace;

/**
 * The interface of an execution space to the pipeline: its capabilities, and the lowering of plans to executables.
 * Thread-safe.
 */
public interface Backend extends ExecutionSpace, Target {

    @Override
    default int sharedBytes() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns whether it may run bodies as Java objects, which read captured arrays at run time instead of at compile
     * time.
     */
    default boolean runsJavaBodies() {
        return false;
    }

    /** Returns the executables of its eager calls, closed with the space and trimmed at its fences. */
    CallCache calls();

    /** Returns the streams of other spaces that run parts of its graphs. */
    Followers followers();

    /** Returns the kinds of fusion that it supports; none by default. */
    default FusionSupport merges() {
        return FusionSupport.NONE;
    }

    /** Returns the memory that {@link #lower} would allocate for the same plan. */
    MemoryNeeds memoryNeeds(LoweringContext context);

    /** Returns the free bytes of its memory space, as far as known. */
    long freeBytes();

    /**
     * Returns the profile of a number of runs of a graph whose parts run on several spaces of this kind, after earlier
     * work of their default streams.
     *
     * @param parts the parts by level
     */
    Profile profile(Graph graph, List<PartRun> parts, int runs);

    /**
     * Returns one launch for all parts of a graph, or null if each part has its own.
     *
     * @param parts the open executables of the parts by level; the first one is closed first
     * @param obstacle receives what stands against one launch, if the backend has such launches
     */
    default @Nullable JoinedParts join(List<PartRun> parts, Consumer<String> obstacle) {
        return null;
    }

    /**
     * Returns an executable of a checked plan. It must retain the memory of the graph's views before it returns, and
     * release it when the executable is closed or this throws.
     *
     * @throws org.sporos.graph.GraphException for violations that only the backend can detect
     * @throws org.sporos.space.OutOfMemoryException if {@link #memoryNeeds} do not fit
     */
    ExecutableGraph lower(LoweringContext context);
}
