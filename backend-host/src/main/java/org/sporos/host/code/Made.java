package org.sporos.host.code;

/**
 * Generated code of a kernel with what it stands for.
 *
 * @param folds whether it can fold tiles
 */
record Made(KernelLoop loop, Bound bound, boolean folds) {}
