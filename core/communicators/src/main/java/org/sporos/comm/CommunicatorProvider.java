package org.sporos.comm;

import org.sporos.space.Availability;

/** Opens the communicators of one kind. Found through {@link java.util.ServiceLoader}; thread-safe. */
public interface CommunicatorProvider {

    /** Returns the kind that it opens, such as {@code mpi}. */
    String kind();

    /** Returns the number of processes of the job according to this kind's launcher, or 0 without a launcher. */
    int launchedProcesses();

    /** Returns whether this machine supports it, with one line that names the library or the reason. Never throws. */
    Availability probe();

    /**
     * Joins all processes of the job. Called once.
     *
     * @throws IllegalStateException if that fails, with the reason in the message
     */
    Transport open();
}
