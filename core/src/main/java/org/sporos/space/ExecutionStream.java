package org.sporos.space;

import org.sporos.graph.EagerCalls;

/**
 * A queue of submitted graphs of one execution space. Runs on one stream execute in the order of their submits; runs on
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
     * Waits for all earlier submits to this stream.
     *
     * @throws RuntimeException the first unreported failure of a run on this stream
     * @throws IllegalStateException if the stream or its space is closed; a fence of the space throws failures of the
     * stream
     */
    void fence();

    /** Records an event, which completes after all earlier submits to this stream. */
    void record(Event event);

    /** Orders all later submits to this stream after the last record of the event before this call. Never blocks. */
    void await(Event event);

    /**
     * Waits for the runs on this stream and closes it, unless it is the default stream of an open space. Idempotent;
     * never throws the failure of a run.
     */
    @Override
    void close();
}
