package org.sporos.trace;

import org.sporos.graph.Submission;

/** An executable whose runs are profiled, as a backend shows it. Used by one thread. */
public interface ProfiledRuns extends AutoCloseable {

    /** Returns how many parts each launch of a table has; a record has so many for each time that it ran. */
    int[] parts(LaunchTable table);

    /** Returns the shortest step of the clock that records launches, in nanoseconds. */
    double clockNanos();

    /** Makes ready for one run, outside of what is measured. */
    default void prepare(boolean isRecorded) {}

    /** Submits one run, whose launches are recorded or not, to the default stream. */
    Submission submit(boolean isRecorded);

    /** Returns the record of the run that has ended, which was to be recorded. */
    RunRecord record(LaunchTable table);

    /** Gives back what was made for recording. */
    @Override
    void close();
}
