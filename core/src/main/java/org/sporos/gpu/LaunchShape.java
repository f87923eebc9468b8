package org.sporos.gpu;

/**
 * How many threads a kernel is launched with.
 *
 * @param gridX blocks along x; y and z as well
 * @param blockX threads of a block along x; y and z as well
 * @param sharedBytes bytes of shared memory of a block, beyond what the kernel declares
 */
public record LaunchShape(int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int sharedBytes) {

    /** Returns a launch of one thread. */
    public static LaunchShape single() {
        return linear(1, 1);
    }

    /** Returns a launch of blocks and threads along x alone. */
    public static LaunchShape linear(int grid, int block) {
        return new LaunchShape(grid, 1, 1, block, 1, 1, 0);
    }

    /** Returns the same with shared memory. */
    public LaunchShape withShared(int bytes) {
        return new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, bytes);
    }

    /** Returns the number of threads of a block. */
    public int blockThreads() {
        return blockX * blockY * blockZ;
    }
}
