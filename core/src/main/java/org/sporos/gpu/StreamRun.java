package org.sporos.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunEffects;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;

/** An executable with runs on a stream, or one tracked run of it. Thread-safe. */
interface StreamRun {

    /** Returns the graph of the run. */
    Graph graph();

    /** Returns the effects of each run: the same object for all runs of one executable. */
    RunEffects effects();

    /**
     * Called before the stream removes this from its list. Takes no lock, since a submit may hold it while it waits for
     * the stream.
     */
    default void unlisted() {}

    /**
     * Called when its runs are complete.
     *
     * @param broken the failure that ended the device, or null
     * @return the failures for the next fence, each once
     */
    List<GraphRunException> ended(@Nullable GpuException broken);
}
