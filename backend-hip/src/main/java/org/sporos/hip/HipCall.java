package org.sporos.hip;

import static org.sporos.hip.HipGlue.hipGetErrorName;
import static org.sporos.hip.HipGlue.hipGetErrorString;

import org.sporos.gpu.GpuException;

/** Checks the status of HIP functions, and throws an exception for a failure. Stateless. */
final class HipCall {
    private static final int SUCCESS = 0;
    private static final int MISSING = -1;
    /**
     * hipErrorDeinitialized, ECC, illegal state, address, time-out, context destroyed, assert, launch failure, unknown.
     */
    private static final int[] FATAL = {4, 214, 401, 700, 702, 709, 710, 719, 999};

    private HipCall() {}

    static void check(int status, String call) {
        if (status == MISSING) {
            throw missing(call);
        } else if (status != SUCCESS) {
            throw new GpuException(call, status, hipGetErrorName(status), hipGetErrorString(status));
        }
    }

    /** Throws if a call that releases an object failed, except after a fatal failure, when every call fails. */
    static void checkRelease(int status, String call) {
        if (!isFatal(status)) {
            check(status, call);
        }
    }

    /** Returns the exception for a call of a function missing in the installed library. */
    static GpuException missing(String call) {
        return new GpuException(
                call, MISSING, "SPOROS_MISSING_FUNCTION", "the installed HIP libraries do not have this function");
    }

    /** Returns whether a status is fatal: this process can no longer use the device. */
    static boolean isFatal(int status) {
        for (int fatal : FATAL) {
            if (status == fatal) {
                return true;
            }
        }
        return false;
    }
}
