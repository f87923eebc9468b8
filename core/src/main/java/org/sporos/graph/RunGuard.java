package org.sporos.graph;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows the runs whose captured calls other processes must answer, such as those of a communicator on GPUs: no host
 * code takes part in such a run. All processes make the calls of a guard in one order: edges order them in a graph, and
 * bodies of conditionals have none. Thread-safe.
 */
public interface RunGuard {

    /** Returns what tells its sequence from others, compared by identity, as {@link SequencedCall#sequence()}. */
    Object sequence();

    /**
     * Called when an executable with captures of this guard is made.
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
