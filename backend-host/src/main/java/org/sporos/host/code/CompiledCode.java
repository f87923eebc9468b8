package org.sporos.host.code;

/**
 * Generated code of a kernel with what it stands for.
 *
 * @param folds whether it can fold tiles
 */
record CompiledCode(KernelLoop loop, KernelArguments bound, boolean folds) {}
