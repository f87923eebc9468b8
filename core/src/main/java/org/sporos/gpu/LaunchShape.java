package org.sporos.gpu;

/**
 * The grid and block size of a kernel launch.
 *
 * @param gridX the blocks along x; likewise y and z
 * @param blockX the threads of a block along x; likewise y and z
 * @param sharedBytes the dynamic shared memory of a block
 * @param isWave whether all blocks must be resident, as they wait for each other; only with {@link GpuFeatures#waves}
 */
public record LaunchShape(
        int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int sharedBytes, boolean isWave) {

    /** Returns a launch of one thread. */
    public static LaunchShape single() {
        return linear(1, 1);
    }

    /** Returns a launch along x only. */
    public static LaunchShape linear(int grid, int block) {
        return new LaunchShape(grid, 1, 1, block, 1, 1, 0, false);
    }
}
