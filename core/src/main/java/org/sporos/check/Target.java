package org.sporos.check;

import org.sporos.space.ExternalSemaphore;
import org.sporos.space.MemorySpace;

/** The properties of the execution space that checks depend on. */
public interface Target {

    /** Returns its name, such as {@code cuda:0}. */
    String name();

    /** Returns the memory of its views. */
    MemorySpace memorySpace();

    /** Returns its kind, such as {@code cuda}, which selects the variants of captures. */
    String kind();

    /** Returns whether its kernels can access views of a memory. */
    boolean canReach(MemorySpace memory);

    /** Returns whether its copy nodes reach a memory that is not of the host. */
    default boolean canCopy(MemorySpace memory) {
        return canReach(memory);
    }

    /** Returns whether a copy node between its memory and the host needs pinned memory on the host side. */
    boolean needsPinnedCopies();

    /** Returns the bytes of shared memory per team, scratch included. */
    int sharedBytes();

    /** Returns whether its graphs can signal and await a semaphore of this process or of a file descriptor. */
    boolean canUse(ExternalSemaphore semaphore);
}
