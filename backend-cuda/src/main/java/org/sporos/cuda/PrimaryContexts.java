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
 * The primary contexts of the devices, as the drivers of this process hold them. Thread-safe.
 *
 * <p>A context that another library (cuBLAS, say) still holds when the last driver is closed stays held, once and until
 * the process ends. Such a library gives it back in the exit of the process. If that were the last one, CUDA would end
 * the context there and wait for the thread that ran the host nodes. That thread belongs to the JVM, too, and takes the
 * JVM's lock of threads before it ends. {@code System.exit} holds that lock, so the process would never end.
 */
final class PrimaryContexts {
    private static final Map<Integer, Integer> DRIVERS = new HashMap<>();
    private static final Set<Integer> HELD_TO_THE_END = new HashSet<>();

    private PrimaryContexts() {}

    /** Returns the context of a device, for a driver of it. */
    static synchronized CUctx_st retain(int device) {
        CUctx_st context = new CUctx_st();
        CudaCall.check(cuDevicePrimaryCtxRetain(context, device), "cuDevicePrimaryCtxRetain");
        DRIVERS.merge(device, 1, Integer::sum);
        return context;
    }

    /** Gives up the context of a device, for a driver that is closed. */
    static synchronized void release(int device) {
        DRIVERS.computeIfPresent(device, (key, drivers) -> drivers == 1 ? null : drivers - 1);
        CudaCall.released(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
        if (!DRIVERS.containsKey(device) && !HELD_TO_THE_END.contains(device) && isHeldByOthers(device)) {
            CudaCall.released(cuDevicePrimaryCtxRetain(new CUctx_st(), device), "cuDevicePrimaryCtxRetain");
            HELD_TO_THE_END.add(device);
        }
    }

    private static boolean isHeldByOthers(int device) {
        int[] flags = new int[1];
        int[] active = new int[1];
        return cuDevicePrimaryCtxGetState(device, flags, active) == 0 && active[0] != 0;
    }
}
