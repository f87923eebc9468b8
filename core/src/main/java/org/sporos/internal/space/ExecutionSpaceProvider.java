package org.sporos.internal.space;

import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;

/** A factory of the execution spaces of one kind. Found through {@link java.util.ServiceLoader}; thread-safe. */
public interface ExecutionSpaceProvider {

    /** Returns the kind of its spaces, such as {@code host}. */
    String kind();

    /** Returns its priority if no space is named: the highest available one is opened. Host has 0. */
    int priority();

    /** Returns whether this machine supports it, within milliseconds and without throwing. */
    Availability probe();

    /** Returns the number of its devices, where it is available. */
    default int devices() {
        return 1;
    }

    /**
     * Opens a space.
     *
     * @throws IllegalArgumentException if the ordinal or an option is unknown
     * @throws IllegalStateException if the space is not available
     */
    ExecutionSpace open(SpaceSpec spec);
}
