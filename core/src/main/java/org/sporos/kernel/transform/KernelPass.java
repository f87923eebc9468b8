package org.sporos.kernel.transform;

/** One transformation of kernels. Stateless. */
interface KernelPass {
    /** Returns the kernel after the pass, the same object if nothing changes. */
    LaunchedKernel apply(LaunchedKernel kernel);
}
