package org.sporos.pipeline;

import org.sporos.check.Target;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.MemorySpace;
import org.sporos.spi.Backend;

/** A backend as the checks see it. */
record BackendTarget(Backend backend) implements Target {

    @Override
    public String name() {
        return backend.name();
    }

    @Override
    public MemorySpace memory() {
        return backend.memorySpace();
    }

    @Override
    public String kind() {
        return backend.kind();
    }

    @Override
    public boolean canReach(MemorySpace memory) {
        return backend.canReach(memory);
    }

    @Override
    public boolean needsPinnedCopies() {
        return backend.needsPinnedCopies();
    }

    @Override
    public int sharedBytes() {
        return backend.sharedBytes();
    }

    @Override
    public boolean canUse(ExternalSemaphore semaphore) {
        return backend.canUse(semaphore);
    }
}
