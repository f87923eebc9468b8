package org.sporos.hip;

import static org.sporos.hip.HipCall.check;
import static org.sporos.hip.HipGlue.hipDeviceGetGraphMemAttribute;
import static org.sporos.hip.HipGlue.hipDeviceGraphMemTrim;

/**
 * The memory of a device reserved for native graphs; 0 bytes in releases that do not report it. The device must be
 * current on the thread. Thread-safe.
 */
record HipGraphMemory(int device) {
    private static final int USED = 0;
    private static final int RESERVED = 2;
    private static final boolean SUPPORTED = HipGlue.has("hipDeviceGetGraphMemAttribute");

    long used() {
        return attribute(USED);
    }

    long reserved() {
        return attribute(RESERVED);
    }

    private long attribute(int attribute) {
        long[] bytes = new long[1];
        if (SUPPORTED) {
            check(hipDeviceGetGraphMemAttribute(device, attribute, bytes), "hipDeviceGetGraphMemAttribute");
        }
        return bytes[0];
    }

    void trim() {
        if (SUPPORTED) {
            check(hipDeviceGraphMemTrim(device), "hipDeviceGraphMemTrim");
        }
    }
}
