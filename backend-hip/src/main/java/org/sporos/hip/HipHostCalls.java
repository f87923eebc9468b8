package org.sporos.hip;

import org.sporos.gpu.HostBodies;

/**
 * The callback of all host nodes of the process; the user data of a node is the number of its Java code. A single one,
 * because JavaCPP supports at most ten instances of a callback class.
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
