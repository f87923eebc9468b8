package org.sporos.cuda;

import org.bytedeco.cuda.cudart.CUhostFn;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;
import org.sporos.gpu.HostBodies;

/**
 * The one function that CUDA calls for all host nodes of the process: the node's user data is the number of the Java
 * code to run. One, because a class of native callbacks has room for ten only.
 */
final class CudaHostCalls extends CUhostFn {
    private static final HostBodies BODIES = new HostBodies();
    private static final CudaHostCalls FUNCTION = new CudaHostCalls();

    private CudaHostCalls() {}

    static CudaHostCalls function() {
        return FUNCTION;
    }

    static HostBodies bodies() {
        return BODIES;
    }

    @Override
    public void call(@Nullable Pointer userData) {
        BODIES.run(userData == null ? 0 : userData.address());
    }
}
