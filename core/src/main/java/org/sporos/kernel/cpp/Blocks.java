package org.sporos.kernel.cpp;

/**
 * The words for the block that a thread is in, and for its place there.
 *
 * @param isPart whether the blocks are some of those of a launch, which are numbered along one axis by {@code block}
 */
record Blocks(boolean isPart) {
    /** All blocks of a launch. */
    static final Blocks OF_LAUNCH = new Blocks(false);

    /** The blocks of one member of a merged launch. */
    static final Blocks OF_MEMBER = new Blocks(true);

    /** The threads of a block of a launch of several, at most. */
    static final int MOST_THREADS = 256;

    /** Returns the number of the block along x. */
    String number() {
        return isPart ? "block" : "blockIdx.x";
    }

    /** Returns how many blocks there are along x. */
    String count() {
        return isPart ? "blocks" : "gridDim.x";
    }

    /** Returns the number of threads in a block of a launch of several that such a member can use. */
    static int threads(long wanted) {
        return (int) Math.min(MOST_THREADS, Math.max(1, (wanted + 31) / 32) * 32);
    }
}
