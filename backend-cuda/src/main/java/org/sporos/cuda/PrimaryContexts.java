package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.cuDevicePrimaryCtxGetState;
import static org.bytedeco.cuda.global.cudart.cuDevicePrimaryCtxRelease;
import static org.bytedeco.cuda.global.cudart.cuDevicePrimaryCtxRetain;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bytedeco.cuda.cudart.CUctx_st;

/**
 * The primary contexts of the devices, counted by open drivers of this process. Thread-safe.
 *
 * <p>A context still retained by another library (such as cuBLAS) at the close of the last driver is retained here
 * until the process ends. That library releases it during the exit of the process. If that were the last reference,
 * CUDA would destroy the context and join the thread of host nodes. This thread, attached to the JVM, acquires the
 * JVM's thread lock before it ends, and {@code System.exit} holds that lock: a deadlock.
 */
final class PrimaryContexts {
    private static final Map<Integer, Integer> DRIVERS = new HashMap<>();
    private static final Set<Integer> RETAINED_FOREVER = new HashSet<>();

    private PrimaryContexts() {}

    /** Retains the context of a device for a driver, and returns it. */
    static synchronized CUctx_st retain(int device) {
        CUctx_st context = new CUctx_st();
        CudaCall.check(cuDevicePrimaryCtxRetain(context, device), "cuDevicePrimaryCtxRetain");
        DRIVERS.merge(device, 1, Integer::sum);
        return context;
    }

    /** Releases the context of a device for a closed driver. */
    static synchronized void release(int device) {
        DRIVERS.computeIfPresent(device, (key, drivers) -> drivers == 1 ? null : drivers - 1);
        CudaCall.checkRelease(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
        if (!DRIVERS.containsKey(device) && !RETAINED_FOREVER.contains(device) && isRetainedByOthers(device)) {
            CudaCall.checkRelease(cuDevicePrimaryCtxRetain(new CUctx_st(), device), "cuDevicePrimaryCtxRetain");
            RETAINED_FOREVER.add(device);
        }
    }

    private static boolean isRetainedByOthers(int device) {
        int[] flags = new int[1];
        int[] active = new int[1];
        return cuDevicePrimaryCtxGetState(device, flags, active) == 0 && active[0] != 0;
    }
}
