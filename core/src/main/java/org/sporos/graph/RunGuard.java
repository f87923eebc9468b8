package org.sporos.graph;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Monitors the runs whose captured calls involve other processes, such as those of a communicator on GPUs: no host code
 * takes part in such a run. All processes make the calls of a guard in the same order: edges order them in a graph, and
 * bodies of conditionals must not contain any. Thread-safe.
 */
public interface RunGuard {

    /** Returns the key of its sequence, compared by identity, like {@link SequencedCall#sequence()}. */
    Object sequence();

    /**
     * Called when an executable with captures of this guard is created.
     *
     * @param nodes the labels of their nodes
     */
    default void instantiated(String nodes) {}

    /** Called when the runs of such an executable are complete and it is closed. */
    default void closed(String nodes) {}

    /**
     * Called before each launch.
     *
     * @throws IllegalStateException if the run must not begin
     */
    void submitting(String nodes);

    /**
     * Called after each launch, in the order of launches.
     *
     * @param isEnded returns whether the run is complete; for any thread, until the executable is closed
     */
    void submitted(String nodes, BooleanSupplier isEnded);

    /** Returns the failure of runs that have ended, or null. */
    @Nullable
    RuntimeException failure();
}
