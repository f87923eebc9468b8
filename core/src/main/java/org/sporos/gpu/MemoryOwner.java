package org.sporos.gpu;

/** The owner that gets native memory back when its last view is freed. */
interface MemoryOwner {

    /** Takes memory back. Called once. */
    void give(long address, long bytes);

    /** Takes memory back whose view the garbage collector found to be held by nobody. Called once. */
    default void giveFound(long address, long bytes) {
        give(address, bytes);
    }
}
