package org.sporos.gpu;

/**
 * The properties of a device.
 *
 * @param name the vendor's name of the device
 * @param architecture the target of the compiler, such as {@code sm_90} or {@code gfx90a}
 * @param ordinal the index of the device in the driver
 * @param warpSize the threads of a warp or wavefront: 32 or 64
 * @param multiprocessors the number of multiprocessors or compute units
 * @param maxBlockThreads the maximum of threads in a block
 * @param gridThreads the maximum of threads of a launch along one axis
 * @param sharedBytes the maximum of shared memory of a block
 * @param memoryBytes the bytes of device memory
 * @param driverVersion the driver's version as the vendor writes it
 */
public record GpuProperties(
        String name,
        String architecture,
        int ordinal,
        int warpSize,
        int multiprocessors,
        int maxBlockThreads,
        long gridThreads,
        int sharedBytes,
        long memoryBytes,
        String driverVersion) {

    /** Returns how many threads the device can hold at once, about. */
    long residentThreads() {
        return 2048L * multiprocessors;
    }
}
