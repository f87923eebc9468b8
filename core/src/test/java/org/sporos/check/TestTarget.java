package org.sporos.check;

import java.util.Set;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.MemorySpace;

/** A space as the checks see it. */
record TestTarget(String name, String kind, Set<MemorySpace> reached, boolean needsPinnedCopies, boolean isHost)
        implements Target {

    static TestTarget host() {
        return new TestTarget("host", "host", Set.of(MemorySpace.host()), false, true);
    }

    static TestTarget device(MemorySpace memory) {
        return new TestTarget("cuda:0", "cuda", Set.of(memory), true, false);
    }

    @Override
    public MemorySpace memorySpace() {
        return reached.iterator().next();
    }

    @Override
    public int sharedBytes() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean canReach(MemorySpace memory) {
        return reached.contains(memory);
    }

    @Override
    public boolean canUse(ExternalSemaphore semaphore) {
        return semaphore.isInProcess() == isHost;
    }
}
