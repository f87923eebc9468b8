package org.sporos.kernel.cpp;

/** The threads that run an entry, and the words for the block that a thread is in. */
enum BlockIndexing {
    /** All blocks of a launch. */
    OF_LAUNCH,
    /** Some of the blocks of a launch, which are numbered along one axis by {@code block}. */
    OF_MEMBER,
    /**
     * Some threads of the one block of a launch, which are numbered by {@code thread}; the same memory is written by
     * other functions of the launch.
     */
    OF_PHASE;

    /** The threads of a block of a launch of several, at most. */
    static final int MOST_THREADS = 256;

    /** Returns whether the entry is a function that a launch calls, with the blocks that run it. */
    boolean isPart() {
        return this == OF_MEMBER;
    }

    /** Returns whether the entry is a function that a launch of one block calls, with the threads that run it. */
    boolean isPhase() {
        return this == OF_PHASE;
    }

    /** Returns the number of the block along x. */
    String number() {
        return isPart() ? "block" : "blockIdx.x";
    }

    /** Returns how many blocks there are along x. */
    String count() {
        return isPart() ? "blocks" : "gridDim.x";
    }

    /** Returns the number of the thread that makes single calls, as a condition for all others. */
    String isOther() {
        return (isPhase() ? "thread" : "threadIdx.x") + " != 0";
    }

    /** Returns the number of threads in a block of a launch of several that such a member can use. */
    static int threads(long wanted) {
        return (int) Math.min(MOST_THREADS, Math.max(1, (wanted + 31) / 32) * 32);
    }
}
