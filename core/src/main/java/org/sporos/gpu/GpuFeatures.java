package org.sporos.gpu;

/**
 * What the native graphs of a driver can do; what they lack the library does in another way.
 *
 * @param conditionalNodes whether a graph can branch and loop by itself
 * @param allocationNodes whether a graph can allocate and free memory by itself
 */
public record GpuFeatures(boolean conditionalNodes, boolean allocationNodes) {
    /** Everything. */
    public static final GpuFeatures ALL = new GpuFeatures(true, true);
}
