package org.sporos.kernel.cpp;

/**
 * How many threads an entry is launched with on a GPU.
 *
 * @param sharedBytes dynamic shared memory of a block
 */
public record CppGeometry(int blockX, int blockY, int blockZ, long gridX, long gridY, long gridZ, int sharedBytes) {
    /** One thread. */
    static final CppGeometry SINGLE = new CppGeometry(1, 1, 1, 1, 1, 1, 0);

    static CppGeometry line(int block, long threads, int sharedBytes) {
        return new CppGeometry(block, 1, 1, Math.max(1, (threads + block - 1) / block), 1, 1, sharedBytes);
    }
}
