package org.sporos.gpu;

/** The owner of native memory, which is released when the last view of it is closed. */
interface MemoryOwner {

    /** Releases memory. Called once. */
    void release(long address, long bytes);

    /** Releases memory whose view was found unreachable by the garbage collector. Called once. */
    default void releaseUnreachable(long address, long bytes) {
        release(address, bytes);
    }
}
