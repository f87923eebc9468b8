package org.sporos.gpu;

/**
 * The properties of a device.
 *
 * @param name the vendor's name of the device
 * @param architecture what kernels are compiled for, such as {@code sm_90} or {@code gfx90a}
 * @param ordinal its number among the devices of the driver
 * @param warpSize the threads that run in step: 32 or 64
 * @param multiprocessors the number of its multiprocessors or compute units
 * @param maxBlockThreads the most threads in a block
 * @param gridThreads the most threads of a launch along one axis
 * @param sharedBytes the bytes of shared memory that a block can have
 * @param memoryBytes the bytes of its memory
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
