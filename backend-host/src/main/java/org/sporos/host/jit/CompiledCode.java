package org.sporos.host.jit;

/**
 * The generated loop of a kernel with its arguments.
 *
 * @param folds whether the loop folds tiles
 */
record CompiledCode(KernelLoop loop, KernelArguments arguments, boolean folds) {}
