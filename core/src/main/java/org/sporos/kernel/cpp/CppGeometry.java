package org.sporos.kernel.cpp;

/**
 * How many threads an entry is launched with on a GPU.
 *
 * @param sharedBytes dynamic shared memory of a block
 * @param items the number of threads that are needed, where smaller blocks will do; else 0
 * @param strides whether each block goes on with what is left, so that fewer blocks along x will do
 */
public record CppGeometry(
        int blockX,
        int blockY,
        int blockZ,
        long gridX,
        long gridY,
        long gridZ,
        int sharedBytes,
        long items,
        boolean strides) {
    /**
     * Room for reductions at the begin of the shared memory of a team, as the prelude has it; the team's scratch
     * follows.
     */
    public static final int ROOM_BYTES = 3 * 32 * 16;

    /** The most threads of a block. */
    static final int MOST_THREADS = 1024;

    /** The shared memory that a reduction over teams declares by itself, rounded up. */
    public static final int DECLARED_BYTES = 16;

    /** The shared memory that a block has on every GPU. */
    public static final int LEAST_SHARED_BYTES = 48 << 10;

    /** One thread. */
    static final CppGeometry SINGLE = new CppGeometry(1, 1, 1, 1, 1, 1, 0);

    /** Makes one whose blocks must be of this size. */
    CppGeometry(int blockX, int blockY, int blockZ, long gridX, long gridY, long gridZ, int sharedBytes) {
        this(blockX, blockY, blockZ, gridX, gridY, gridZ, sharedBytes, 0, false);
    }

    static CppGeometry line(int block, long threads, int sharedBytes) {
        return new CppGeometry(block, 1, 1, Math.max(1, (threads + block - 1) / block), 1, 1, sharedBytes);
    }

    /** Returns one block of as many threads as some items can use. */
    static CppGeometry block(long items) {
        int warps = (int) Math.min(MOST_THREADS / 32, Math.max(1, (items + 31) / 32));
        return new CppGeometry(32 * warps, 1, 1, 1, 1, 1, 0);
    }

    /** Returns a line of threads whose blocks may be smaller. */
    static CppGeometry free(int block, long threads) {
        return new CppGeometry(block, 1, 1, line(block, threads, 0).gridX, 1, 1, 0, threads, false);
    }

    /** Returns the same threads in smaller blocks. */
    public CppGeometry withBlock(int block) {
        return free(block, items);
    }

    /** Returns a line of threads in blocks of which each goes on with what is left. */
    static CppGeometry striding(int block, long threads) {
        CppGeometry line = line(block, threads, 0);
        return new CppGeometry(block, 1, 1, line.gridX, 1, 1, 0, 0, true);
    }

    /** Returns the same with so many blocks at most, where fewer will do. */
    public CppGeometry withBlocksAtMost(long blocks) {
        return strides && blocks < gridX
                ? new CppGeometry(blockX, blockY, blockZ, blocks, gridY, gridZ, sharedBytes, items, true)
                : this;
    }

    /** Returns the threads of a block. */
    public int blockThreads() {
        return blockX * blockY * blockZ;
    }
}
