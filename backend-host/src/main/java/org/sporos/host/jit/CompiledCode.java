package org.sporos.host.jit;

/**
 * Generated code of a kernel with what it stands for.
 *
 * @param folds whether it can fold tiles
 */
record CompiledCode(KernelLoop loop, KernelArguments bound, boolean folds) {}
