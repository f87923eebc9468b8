package org.sporos.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Submission;
import org.sporos.space.ExecutionStream;

/** The parts of a graph over several spaces as one launch. Used by one thread at a time. */
public interface JoinedParts {

    /**
     * Submits a run. It follows the earlier work of the stream and of the streams of the parts, and later work of them
     * follows it.
     *
     * @param tracked receives the submissions of the parts, or is null
     */
    void submit(ExecutionStream stream, @Nullable List<Submission> tracked);
}
