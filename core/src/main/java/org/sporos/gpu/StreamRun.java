package org.sporos.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunEffects;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;

/** An executable with runs on a stream, or one tracked run of it, as the stream sees them. Thread-safe. */
interface StreamRun {

    /** Returns the graph that is run. */
    Graph graph();

    /** Returns the effects of each run: the same object for all runs of one executable. */
    RunEffects effects();

    /**
     * Says that the stream is about to forget this. Takes no lock: a submit may hold it while it waits for the stream.
     */
    default void forgotten() {}

    /**
     * Says that its runs have ended.
     *
     * @param broken the failure that ended the device, or null
     * @return the failures that the next fence tells, once
     */
    List<GraphRunException> ended(@Nullable GpuException broken);
}
