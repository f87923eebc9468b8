package org.sporos.gpu;

import org.sporos.plan.LaunchUnit;

/**
 * The features of the native graphs of a driver; the library emulates missing ones where possible.
 *
 * @param conditionalNodes whether graphs have conditional nodes
 * @param allocationNodes whether graphs have nodes that allocate and free memory
 * @param semaphoreNodes whether graphs can signal and await semaphores of other APIs; a graph that does is refused
 *     otherwise
 * @param priorities the priority levels of kernel nodes above the default; 0 without priorities
 * @param persistentLoops whether small loops are one launch unless the user wants otherwise: the driver ends no launch
 *     that takes long
 * @param programmaticEdges whether a kernel node can start while its predecessor runs: its entry waits for it
 * @param waves whether a kernel node may need all of its blocks at once, so that they can wait for each other
 */
public record GpuFeatures(
        boolean conditionalNodes,
        boolean allocationNodes,
        boolean semaphoreNodes,
        int priorities,
        boolean persistentLoops,
        boolean programmaticEdges,
        boolean waves) {
    /** Returns the priority of native nodes of a unit: as wanted, up to the highest one. */
    int priority(LaunchUnit unit) {
        return Math.min(unit.priority(), priorities);
    }

    /** All features, with the number of priorities of CUDA devices. */
    public static final GpuFeatures ALL = new GpuFeatures(true, true, true, 5, true, true, true);
}
