package org.sporos.hip;

import static org.sporos.hip.HipCall.check;
import static org.sporos.hip.HipGlue.architecture;
import static org.sporos.hip.HipGlue.hipDeviceGetAttribute;
import static org.sporos.hip.HipGlue.hipDeviceGetName;
import static org.sporos.hip.HipGlue.hipDriverGetVersion;
import static org.sporos.hip.HipGlue.hipGetDeviceCount;
import static org.sporos.hip.HipGlue.hipMemGetInfo;

import java.nio.charset.StandardCharsets;
import org.sporos.gpu.GpuProperties;

/** Queries the runtime about itself and its devices. Stateless. */
final class HipDevices {
    /** Attributes of devices: hipDeviceAttribute_t. */
    private static final int MAX_THREADS_PER_BLOCK = 56;

    private static final int MULTIPROCESSOR_COUNT = 63;
    private static final int MAX_SHARED_MEMORY_PER_BLOCK = 74;
    private static final int WARP_SIZE = 87;

    /** HIP counts the threads of a grid along each axis in 32 bits, whatever its blocks. */
    private static final long GRID_THREADS = (1L << 32) - 1;

    private HipDevices() {}

    static int count() {
        int[] count = new int[1];
        check(hipGetDeviceCount(count), "hipGetDeviceCount");
        return count[0];
    }

    /** Returns the version of HIP as HIP says it: major * 10^7 + minor * 10^5 + patch. */
    static int version() {
        int[] version = new int[1];
        check(hipDriverGetVersion(version), "hipDriverGetVersion");
        return version[0];
    }

    /** Returns a version as AMD writes it. */
    static String text(int version) {
        return version / 10_000_000 + "." + version % 10_000_000 / 100_000 + "." + version % 100_000;
    }

    /** Returns what a device is, which must be the current one of this thread. */
    static GpuProperties describe(int device) {
        byte[] name = new byte[256];
        check(hipDeviceGetName(name, name.length, device), "hipDeviceGetName");
        byte[] kind = new byte[256];
        check(architecture(kind, kind.length, device), "hipGetDeviceProperties");
        long[] memory = new long[2];
        check(hipMemGetInfo(memory), "hipMemGetInfo");
        return new GpuProperties(
                text(name),
                HipArchitectures.base(text(kind)),
                device,
                attribute(WARP_SIZE, device),
                attribute(MULTIPROCESSOR_COUNT, device),
                attribute(MAX_THREADS_PER_BLOCK, device),
                GRID_THREADS,
                attribute(MAX_SHARED_MEMORY_PER_BLOCK, device),
                memory[1],
                text(version()));
    }

    private static String text(byte[] characters) {
        return new String(characters, StandardCharsets.UTF_8).split("\0", 2)[0];
    }

    private static int attribute(int attribute, int device) {
        int[] value = new int[1];
        check(hipDeviceGetAttribute(value, attribute, device), "hipDeviceGetAttribute");
        return value[0];
    }
}
