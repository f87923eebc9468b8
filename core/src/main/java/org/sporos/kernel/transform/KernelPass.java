package org.sporos.kernel.transform;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.EditedKernel;

/** One transformation of kernels. Stateless. */
interface KernelPass {
    /** Returns the kernel behind the pass, or null if nothing changes. */
    @Nullable
    EditedKernel apply(LaunchedKernel kernel);
}
