package org.sporos.host.code;

/**
 * Code for one kernel in one node.
 *
 * @param bound what the code stands for there
 * @param folds whether it has {@link KernelLoop#tile}
 */
public record CodeLoop(KernelLoop loop, Bound bound, boolean folds) {}
