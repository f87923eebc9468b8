package org.sporos.graph;

/** Native calls on a stream, such as those of a vendor library. Called at instantiation: to warm up, then to record. */
@FunctionalInterface
public interface CaptureBody {

    /**
     * Makes the calls.
     *
     * @throws Exception if one of them fails, which becomes a violation of the graph
     */
    void record(CaptureStream stream) throws Exception;
}
