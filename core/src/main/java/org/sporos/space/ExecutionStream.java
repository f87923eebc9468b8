package org.sporos.space;

import org.sporos.graph.EagerCalls;

/**
 * A queue of submitted graphs of one execution space. Runs on one stream happen in the order of their submits; runs on
 * different streams may overlap. Thread-safe.
 *
 * <pre>{@code
 * try (ExecutionStream side = space.stream("side")) {
 *     exec.submit(side);
 *     side.fence();
 * }
 * }</pre>
 */
public interface ExecutionStream extends EagerCalls, AutoCloseable {

    /** Returns its label. */
    String label();

    /** Returns itself. */
    @Override
    default ExecutionStream eagerStream() {
        return this;
    }

    /** Returns the space it belongs to. */
    ExecutionSpace space();

    /**
     * Waits until all that was submitted to this stream before has ended.
     *
     * @throws RuntimeException the first failure of a run on this stream that no fence has thrown yet
     * @throws IllegalStateException if the stream or its space is closed; a fence of the space throws what failed there
     */
    void fence();

    /** Records an event here: it happens when all that was submitted to this stream before has ended. */
    void record(Event event);

    /** Makes all that is submitted here later wait for the last record of the event before this call. Never blocks. */
    void await(Event event);

    /** Waits for the runs on this stream and ends it. Idempotent; never throws the failure of a run. */
    @Override
    void close();
}
