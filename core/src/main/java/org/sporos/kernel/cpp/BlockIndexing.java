package org.sporos.kernel.cpp;

/** The threads that run an entry, and the C++ expressions for the block of a thread. */
enum BlockIndexing {
    /** All blocks of a launch. */
    OF_LAUNCH,
    /** Consecutive blocks of a launch, numbered by {@code block}. */
    OF_MEMBER,
    /**
     * Some threads of the only block of a launch, numbered by {@code thread}; other functions of the launch may write
     * the same memory.
     */
    OF_PHASE,
    /** As {@link #OF_PHASE}, but numbered through all blocks of a launch, all of which are resident. */
    OF_WAVE;

    /** The maximum threads of a block in a launch of several members. */
    static final int MOST_THREADS = 256;

    /** Returns whether the entry is a function that a launch calls with block numbers. */
    boolean isPart() {
        return this == OF_MEMBER;
    }

    /** Returns whether the entry is a function that a launch of phases calls with thread numbers. */
    boolean isPhase() {
        return this == OF_PHASE || this == OF_WAVE;
    }

    /** Returns the number of the block along x. */
    String number() {
        return isPart() ? "block" : "blockIdx.x";
    }

    /** Returns the number of blocks along x. */
    String count() {
        return isPart() ? "blocks" : "gridDim.x";
    }

    /** Returns the condition that a thread is not the one for single calls. */
    String isOther() {
        return (isPhase() ? "thread" : "threadIdx.x") + " != 0";
    }

    /** Returns the threads per block that a member of a launch of several can use, in whole warps. */
    static int threads(long wanted) {
        return (int) Math.min(MOST_THREADS, Math.max(1, (wanted + 31) / 32) * 32);
    }
}
