package org.sporos.hip;

import static org.sporos.hip.HipCall.check;
import static org.sporos.hip.HipGlue.hipDeviceGetGraphMemAttribute;
import static org.sporos.hip.HipGlue.hipDeviceGraphMemTrim;

/**
 * The memory that a device keeps for its native graphs, where the release tells it; 0 bytes elsewhere. The device must
 * be the current one of the thread. Thread-safe.
 */
record HipGraphMemory(int device) {
    private static final int USED = 0;
    private static final int RESERVED = 2;
    private static final boolean TOLD = HipGlue.has("hipDeviceGetGraphMemAttribute");

    long used() {
        return attribute(USED);
    }

    long reserved() {
        return attribute(RESERVED);
    }

    private long attribute(int attribute) {
        long[] bytes = new long[1];
        if (TOLD) {
            check(hipDeviceGetGraphMemAttribute(device, attribute, bytes), "hipDeviceGetGraphMemAttribute");
        }
        return bytes[0];
    }

    void trim() {
        if (TOLD) {
            check(hipDeviceGraphMemTrim(device), "hipDeviceGraphMemTrim");
        }
    }
}
