package org.sporos.kernel.transform;

/** One transformation of kernels. Stateless. */
interface KernelPass {
    /** Returns the kernel behind the pass, the same one if nothing changes. */
    LaunchedKernel apply(LaunchedKernel kernel);
}
