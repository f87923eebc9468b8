package org.sporos.spi;

import org.sporos.space.ExecutionSpaceProvider;
import org.sporos.space.SpaceSpec;

/** Opens the backends of one kind. Thread-safe. */
public interface BackendProvider extends ExecutionSpaceProvider {

    @Override
    Backend open(SpaceSpec spec);
}
