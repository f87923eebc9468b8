package org.sporos.internal.space;

import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;

/** Opens the execution spaces of one kind. Found through {@link java.util.ServiceLoader}; thread-safe. */
public interface ExecutionSpaceProvider {

    /** Returns the kind it opens, such as {@code host}. */
    String kind();

    /** Returns its rank when no space was named: the highest available one is opened. Host has 0. */
    int priority();

    /** Returns whether this machine can run it, in milliseconds and without throwing. */
    Availability probe();

    /** Returns the number of its devices, where it is available. */
    default int devices() {
        return 1;
    }

    /**
     * Opens a space.
     *
     * @throws IllegalArgumentException if the ordinal or an option is not known
     * @throws IllegalStateException if the space is not available
     */
    ExecutionSpace open(SpaceSpec spec);
}
