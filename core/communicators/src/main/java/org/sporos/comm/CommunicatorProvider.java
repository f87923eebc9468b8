package org.sporos.comm;

import org.sporos.space.Availability;

/** Opens the communicators of one kind. Found through {@link java.util.ServiceLoader}; thread-safe. */
public interface CommunicatorProvider {

    /** Returns the kind that it opens, such as {@code mpi}. */
    String kind();

    /** Returns how many processes the launcher of this kind says it has started this one among; 0 where none has. */
    int launchedProcesses();

    /**
     * Returns whether this machine can run it: one line says what was found, or why it is not available. Never throws.
     */
    Availability probe();

    /**
     * Joins all processes of the job. Called once.
     *
     * @throws IllegalStateException if that fails; the message says why
     */
    Transport open();
}
