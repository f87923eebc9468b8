package org.sporos.plan;

/** The threads that may repeat a loop on the device in one launch. */
public enum LoopScope {
    /** None: each node of the body is a launch. */
    NONE,
    /** One block. */
    BLOCK,
    /** One block, or a wave of resident blocks for larger bodies. */
    WAVE
}
