package org.sporos.check;

import org.sporos.space.ExternalSemaphore;
import org.sporos.space.MemorySpace;

/** A space that reaches what ordinary Java code reaches. */
final class HostTarget implements Target {
    @Override
    public String name() {
        return "host";
    }

    @Override
    public String kind() {
        return "host";
    }

    @Override
    public MemorySpace memory() {
        return MemorySpace.host();
    }

    @Override
    public boolean canReach(MemorySpace memory) {
        return memory.isHostAccessible();
    }

    @Override
    public int sharedBytes() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean needsPinnedCopies() {
        return false;
    }

    @Override
    public boolean canUse(ExternalSemaphore semaphore) {
        return semaphore.isInProcess();
    }
}
