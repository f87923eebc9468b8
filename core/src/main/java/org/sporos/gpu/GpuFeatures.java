package org.sporos.gpu;

/**
 * The abilities of the native graphs of a driver; what they lack the library does in another way, where it can.
 *
 * @param conditionalNodes whether a graph can branch and loop by itself
 * @param allocationNodes whether a graph can allocate and free memory by itself
 * @param semaphoreNodes whether a graph can signal and await semaphores of other APIs; without them it is refused
 * @param priorities the levels above the usual priority that kernel nodes can have; 0 where they have none
 */
public record GpuFeatures(boolean conditionalNodes, boolean allocationNodes, boolean semaphoreNodes, int priorities) {
    /** Everything, with as many priorities as CUDA devices have. */
    public static final GpuFeatures ALL = new GpuFeatures(true, true, true, 5);
}
