package org.sporos.hip;

import org.sporos.gpu.HostBodies;

/**
 * The one function that HIP calls for all host nodes of the process: the node's user data is the number of the Java
 * code to run. One, because a class of native callbacks has room for ten only.
 */
final class HipHostCalls extends HipGlue.HostFunction {
    private static final HostBodies BODIES = new HostBodies();
    private static final HipHostCalls FUNCTION = new HipHostCalls();

    private HipHostCalls() {}

    static HipHostCalls function() {
        return FUNCTION;
    }

    static HostBodies bodies() {
        return BODIES;
    }

    @Override
    public void call(long userData) {
        BODIES.run(userData);
    }
}
