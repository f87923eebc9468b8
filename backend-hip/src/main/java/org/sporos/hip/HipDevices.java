package org.sporos.hip;

import static org.sporos.hip.HipCall.check;
import static org.sporos.hip.HipGlue.architecture;
import static org.sporos.hip.HipGlue.hipDeviceCanAccessPeer;
import static org.sporos.hip.HipGlue.hipDeviceEnablePeerAccess;
import static org.sporos.hip.HipGlue.hipDeviceGetAttribute;
import static org.sporos.hip.HipGlue.hipDeviceGetName;
import static org.sporos.hip.HipGlue.hipDriverGetVersion;
import static org.sporos.hip.HipGlue.hipGetDeviceCount;
import static org.sporos.hip.HipGlue.hipMemGetInfo;

import java.nio.charset.StandardCharsets;
import org.sporos.gpu.GpuProperties;

/** The version of the runtime and the properties of its devices. Stateless. */
final class HipDevices {
    private static final int PEER_ACCESS_ALREADY_ENABLED = 704;
    /** Attributes of devices: hipDeviceAttribute_t. */
    private static final int MAX_THREADS_PER_BLOCK = 56;

    private static final int MULTIPROCESSOR_COUNT = 63;
    private static final int MAX_SHARED_MEMORY_PER_BLOCK = 74;
    private static final int WARP_SIZE = 87;

    /** The limit of threads along each axis of a grid: HIP counts them in 32 bits. */
    private static final long GRID_THREADS = (1L << 32) - 1;

    private HipDevices() {}

    static int count() {
        int[] count = new int[1];
        check(hipGetDeviceCount(count), "hipGetDeviceCount");
        return count[0];
    }

    /** Returns the version of HIP: major * 10^7 + minor * 10^5 + patch. */
    static int version() {
        int[] version = new int[1];
        check(hipDriverGetVersion(version), "hipDriverGetVersion");
        return version[0];
    }

    /** Returns a version in AMD's notation. */
    static String text(int version) {
        return version / 10_000_000 + "." + version % 10_000_000 / 100_000 + "." + version % 100_000;
    }

    /** Returns the properties of a device, which must be current on this thread. */
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

    /** Gives the current device access to the memory of another one, if the hardware supports it. */
    static void reach(int device, int other) {
        int[] can = new int[1];
        if (other != device) {
            check(hipDeviceCanAccessPeer(can, device, other), "hipDeviceCanAccessPeer");
        }
        if (can[0] != 0) {
            int status = hipDeviceEnablePeerAccess(other, 0);
            if (status != PEER_ACCESS_ALREADY_ENABLED) {
                check(status, "hipDeviceEnablePeerAccess");
            }
        }
    }
}
