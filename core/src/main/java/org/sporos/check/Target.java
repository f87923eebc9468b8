package org.sporos.check;

import org.sporos.space.ExternalSemaphore;
import org.sporos.space.MemorySpace;

/** The properties that the checks must know of the space that a graph is instantiated on. */
public interface Target {

    /** Returns its name, such as {@code cuda:0}. */
    String name();

    /** Returns the memory that its views live in. */
    MemorySpace memory();

    /** Returns its kind, such as {@code cuda}. */
    String kind();

    /** Returns whether its kernels can touch views of the given memory. */
    boolean canReach(MemorySpace memory);

    /** Returns whether a copy node between its memory and the host needs pinned memory on the host side. */
    boolean needsPinnedCopies();

    /** Returns the bytes of shared memory that a team can have, its scratch memory among them. */
    int sharedBytes();

    /**
     * Returns whether its graphs can signal and await a semaphore: one of this process, or one of a file descriptor.
     */
    boolean canUse(ExternalSemaphore semaphore);
}
