package org.sporos.cuda;

import org.bytedeco.cuda.cudart.CUhostFn;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;
import org.sporos.gpu.HostBodies;

/**
 * The callback of all host nodes of the process; the user data of a node is the number of its Java code. A single one,
 * because JavaCPP supports at most ten instances of a callback class.
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
