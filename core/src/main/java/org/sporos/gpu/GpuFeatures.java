package org.sporos.gpu;

/**
 * The abilities of the native graphs of a driver; what they lack the library does in another way, where it can.
 *
 * @param conditionalNodes whether a graph can branch and loop by itself
 * @param allocationNodes whether a graph can allocate and free memory by itself
 * @param semaphoreNodes whether a graph can signal and await semaphores of other APIs; without them it is refused
 */
public record GpuFeatures(boolean conditionalNodes, boolean allocationNodes, boolean semaphoreNodes) {
    /** Everything. */
    public static final GpuFeatures ALL = new GpuFeatures(true, true, true);
}
