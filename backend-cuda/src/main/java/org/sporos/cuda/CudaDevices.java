package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.cuDeviceGet;
import static org.bytedeco.cuda.global.cudart.cuDeviceGetCount;
import static org.bytedeco.cuda.global.cudart.cuDeviceGetName;
import static org.bytedeco.cuda.global.cudart.cuDriverGetVersion;
import static org.bytedeco.cuda.global.cudart.cuInit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The devices that the CUDA driver sees, which {@code CUDA_VISIBLE_DEVICES} can narrow. */
final class CudaDevices {
    private static final int NAME_BYTES = 256;

    private CudaDevices() {}

    /** Returns the CUDA version of the driver, such as 13010 for 13.1. Needs no device. */
    static int driverVersion() {
        int[] version = new int[1];
        CudaCall.check(cuDriverGetVersion(version), "cuDriverGetVersion");
        return version[0];
    }

    /** Returns the number of devices; also the first call that initialises the driver. */
    static int count() {
        CudaCall.check(cuInit(0), "cuInit");
        int[] count = new int[1];
        CudaCall.check(cuDeviceGetCount(count), "cuDeviceGetCount");
        return count[0];
    }

    /** Returns how people name each device, such as {@code cuda:0 (NVIDIA H200)}. */
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
}
