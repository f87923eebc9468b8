package org.sporos.samples;

import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** The space that the samples are tested on: host threads with memory that only kernels and copies may touch. */
final class StrictHost {
    private StrictHost() {}

    static ExecutionSpace open() {
        return ExecutionSpaces.open("host,threads=2,strict");
    }
}
