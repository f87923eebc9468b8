package org.sporos.gpu;

import java.util.List;
import org.sporos.backend.RunEffects;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;

/** An executable as the streams see it that its runs are on. Thread-safe. */
interface StreamRun {

    /** Returns the graph that is run. */
    Graph graph();

    /** Returns what each run touches. */
    RunEffects effects();

    /**
     * Says that the stream is about to forget this. Takes no lock: a submit may hold it while it waits for the stream.
     */
    void forgotten();

    /** Returns what the runs that have ended left behind as failures, once. */
    List<GraphRunException> takeFailures();
}
