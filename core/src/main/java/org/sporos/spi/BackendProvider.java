package org.sporos.spi;

import org.sporos.internal.space.ExecutionSpaceProvider;
import org.sporos.internal.space.SpaceSpec;

/** A factory of the backends of one kind. Thread-safe. */
public interface BackendProvider extends ExecutionSpaceProvider {

    @Override
    Backend open(SpaceSpec spec);
}
