package org.sporos.kernel.cpp;

/**
 * The threads of a launch on a GPU.
 *
 * @param sharedBytes dynamic shared memory of a block
 * @param items the number of needed threads if blocks may be smaller, else 0
 * @param strides whether blocks stride over the items (grid-stride loop), so that fewer blocks along x suffice
 * @param isWave whether all blocks must be resident, as they wait for each other
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
        boolean strides,
        boolean isWave) {
    /** The shared memory of a team for reductions, before its scratch; the prelude has the same constant. */
    public static final int ROOM_BYTES = 3 * 32 * 16;

    /** The most threads of a block. */
    static final int MOST_THREADS = 1024;

    /** The statically declared shared memory of a reduction over teams, rounded up. */
    public static final int DECLARED_BYTES = 16;

    /** The shared memory that a block has on every GPU. */
    public static final int LEAST_SHARED_BYTES = 48 << 10;

    /** One thread. */
    static final CppGeometry SINGLE = new CppGeometry(1, 1, 1, 1, 1, 1, 0);

    /** Makes a geometry of fixed block size. */
    CppGeometry(int blockX, int blockY, int blockZ, long gridX, long gridY, long gridZ, int sharedBytes) {
        this(blockX, blockY, blockZ, gridX, gridY, gridZ, sharedBytes, 0, false, false);
    }

    static CppGeometry line(int block, long threads, int sharedBytes) {
        return new CppGeometry(block, 1, 1, Math.max(1, (threads + block - 1) / block), 1, 1, sharedBytes);
    }

    /** Returns one block with a thread per item, up to the maximum. */
    static CppGeometry block(long items) {
        int warps = (int) Math.min(MOST_THREADS / 32, Math.max(1, (items + 31) / 32));
        return new CppGeometry(32 * warps, 1, 1, 1, 1, 1, 0);
    }

    /** Returns a line of threads of variable block size. */
    static CppGeometry free(int block, long threads) {
        return new CppGeometry(block, 1, 1, line(block, threads, 0).gridX, 1, 1, 0, threads, false, false);
    }

    /** Returns the same threads in smaller blocks. */
    public CppGeometry withBlock(int block) {
        return free(block, items);
    }

    /** Returns a line of threads for a grid-stride loop. */
    static CppGeometry striding(int block, long threads) {
        CppGeometry line = line(block, threads, 0);
        return new CppGeometry(block, 1, 1, line.gridX, 1, 1, 0, 0, true, false);
    }

    /** Returns a line of threads that stride, in blocks that are all resident. */
    static CppGeometry wave(int block, long threads) {
        CppGeometry line = line(block, threads, 0);
        return new CppGeometry(block, 1, 1, line.gridX, 1, 1, 0, 0, true, true);
    }

    /** Returns this geometry with a maximum number of blocks, if blocks stride. */
    public CppGeometry withBlocksAtMost(long blocks) {
        return strides && blocks < gridX
                ? new CppGeometry(blockX, blockY, blockZ, blocks, gridY, gridZ, sharedBytes, items, true, isWave)
                : this;
    }

    /** Returns the threads of a block. */
    public int blockThreads() {
        return blockX * blockY * blockZ;
    }

    /** Returns the threads of all blocks. */
    public long threads() {
        return gridX * gridY * gridZ * blockThreads();
    }
}
