package org.sporos.trace;

import org.sporos.graph.Submission;

/** A backend's executable whose runs are profiled. Used by one thread. */
public interface ProfiledRuns extends AutoCloseable {

    /** Returns the number of parts of each launch per execution. */
    int[] parts(LaunchTable table);

    /** Returns the resolution of the launch clock in nanoseconds. */
    double clockNanos();

    /** Returns whether records have the times of {@link System#nanoTime}. */
    default boolean hasHostClock() {
        return false;
    }

    /** Prepares a run, outside of the measured time. */
    default void prepare(boolean isRecorded) {}

    /** Submits one run, whose launches are recorded or not, to the default stream. */
    Submission submit(boolean isRecorded);

    /** Returns the record of the last recorded run. */
    RunRecord record(LaunchTable table);

    /** Frees the resources of recording. */
    @Override
    void close();
}
