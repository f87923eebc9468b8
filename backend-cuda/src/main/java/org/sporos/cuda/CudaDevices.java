package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
import static org.bytedeco.cuda.global.cudart.CU_DEVICE_ATTRIBUTE_WARP_SIZE;
import static org.bytedeco.cuda.global.cudart.cuCtxGetStreamPriorityRange;
import static org.bytedeco.cuda.global.cudart.cuDeviceGet;
import static org.bytedeco.cuda.global.cudart.cuDeviceGetAttribute;
import static org.bytedeco.cuda.global.cudart.cuDeviceGetCount;
import static org.bytedeco.cuda.global.cudart.cuDeviceGetName;
import static org.bytedeco.cuda.global.cudart.cuDriverGetVersion;
import static org.bytedeco.cuda.global.cudart.cuInit;
import static org.bytedeco.cuda.global.cudart.cuMemGetInfo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.SizeTPointer;
import org.sporos.gpu.GpuProperties;

/** The devices visible to the CUDA driver; {@code CUDA_VISIBLE_DEVICES} restricts them. */
final class CudaDevices {
    private static final int NAME_BYTES = 256;
    /** The compute capability that has griddepcontrol. */
    private static final int FIRST_PROGRAMMATIC = 9;

    private CudaDevices() {}

    /** Returns the CUDA version of the driver, such as 13010 for 13.1. Needs no device. */
    static int driverVersion() {
        int[] version = new int[1];
        CudaCall.check(cuDriverGetVersion(version), "cuDriverGetVersion");
        return version[0];
    }

    /** Initialises the driver, and returns the number of devices. */
    static int count() {
        CudaCall.check(cuInit(0), "cuInit");
        int[] count = new int[1];
        CudaCall.check(cuDeviceGetCount(count), "cuDeviceGetCount");
        return count[0];
    }

    /** Returns the display name of each device, such as {@code cuda:0 (NVIDIA H200)}. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        int[] device = new int[1];
        for (int ordinal = 0; ordinal < count(); ordinal++) {
            CudaCall.check(cuDeviceGet(device, ordinal), "cuDeviceGet");
            names.add("cuda:" + ordinal + " (" + name(device[0]) + ")");
        }
        return names;
    }

    /** Returns the vendor's name of a device. */
    static String name(int device) {
        byte[] name = new byte[NAME_BYTES];
        CudaCall.check(cuDeviceGetName(name, name.length, device), "cuDeviceGetName");
        return new String(name, StandardCharsets.UTF_8).split("\0", 2)[0];
    }

    /** Returns the properties of a device, whose context must be current on this thread. */
    static GpuProperties describe(int device, int ordinal) {
        int version = driverVersion();
        try (SizeTPointer free = new SizeTPointer(1);
                SizeTPointer total = new SizeTPointer(1)) {
            CudaCall.check(cuMemGetInfo(free, total), "cuMemGetInfo");
            return new GpuProperties(
                    name(device),
                    "sm_" + attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device)
                            + attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
                    ordinal,
                    attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE, device),
                    attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device),
                    attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device),
                    (long) attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, device)
                            * attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, device),
                    attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device),
                    total.get(),
                    version / 1000 + "." + version % 1000 / 10);
        }
    }

    /**
     * Returns the number of priorities above the default of the current context. In CUDA they are negative, and 0 is
     * the default.
     */
    static int priorities() {
        int[] lowest = new int[1];
        int[] highest = new int[1];
        CudaCall.check(cuCtxGetStreamPriorityRange(lowest, highest), "cuCtxGetStreamPriorityRange");
        return Math.max(0, -highest[0]);
    }

    /** Returns whether the driver ends launches that take seconds, as it does where the device has a display. */
    static boolean endsLongLaunches(int device) {
        return attribute(CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, device) != 0;
    }

    /**
     * Returns whether kernels of a device can start while their predecessors run, which the property {@code
     * sporos.cuda.programmatic} can forbid.
     */
    static boolean hasProgrammaticEdges(int device) {
        return attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) >= FIRST_PROGRAMMATIC
                && !"false".equals(System.getProperty("sporos.cuda.programmatic"));
    }

    /** Returns whether all blocks of a launch can be resident on demand, so that they may wait for each other. */
    static boolean launchesCooperatively(int device) {
        return attribute(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, device) != 0;
    }

    private static int attribute(int attribute, int device) {
        int[] value = new int[1];
        CudaCall.check(cuDeviceGetAttribute(value, attribute, device), "cuDeviceGetAttribute");
        return value[0];
    }
}
