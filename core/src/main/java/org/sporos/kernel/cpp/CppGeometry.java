package org.sporos.kernel.cpp;

/**
 * How many threads an entry is launched with on a GPU.
 *
 * @param sharedBytes dynamic shared memory of a block
 * @param items the number of threads that are needed, where blocks of any size along x will do; else 0
 */
public record CppGeometry(
        int blockX, int blockY, int blockZ, long gridX, long gridY, long gridZ, int sharedBytes, long items) {
    /** One thread. */
    static final CppGeometry SINGLE = new CppGeometry(1, 1, 1, 1, 1, 1, 0);

    /** Makes one whose blocks must be of this size. */
    CppGeometry(int blockX, int blockY, int blockZ, long gridX, long gridY, long gridZ, int sharedBytes) {
        this(blockX, blockY, blockZ, gridX, gridY, gridZ, sharedBytes, 0);
    }

    static CppGeometry line(int block, long threads, int sharedBytes) {
        return new CppGeometry(block, 1, 1, Math.max(1, (threads + block - 1) / block), 1, 1, sharedBytes);
    }

    /** Returns a line of threads whose blocks may be of another size. */
    static CppGeometry free(int block, long threads) {
        CppGeometry line = line(block, threads, 0);
        return new CppGeometry(block, 1, 1, line.gridX, 1, 1, 0, threads);
    }

    /** Returns the same threads in blocks of another size, where that will do. */
    public CppGeometry withBlock(int block) {
        return items == 0 ? this : free(block, items);
    }
}
