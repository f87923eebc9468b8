package org.sporos.hip;

import java.util.HashMap;
import java.util.Map;
import org.sporos.gpu.GpuException;
import org.sporos.internal.error.Labels;

/**
 * The architectures supported by each release of hipRTC. Checked before each compilation, because hipRTC aborts the
 * process on an unknown name. Stateless.
 */
final class HipArchitectures {
    /** The first release that supports an architecture, as major * 100 + minor. */
    private static final Map<String, Integer> SINCE = new HashMap<>();

    static {
        since(502, "gfx700 gfx701 gfx702 gfx703 gfx704 gfx705 gfx801 gfx802 gfx803 gfx805 gfx810");
        since(502, "gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90a gfx90c");
        since(502, "gfx1010 gfx1011 gfx1012 gfx1013 gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036");
        since(504, "gfx1100 gfx1101 gfx1102 gfx1103");
        since(600, "gfx942");
        since(601, "gfx1150 gfx1151");
        since(603, "gfx1152 gfx1200 gfx1201");
        since(604, "gfx950 gfx1153");
    }

    private HipArchitectures() {}

    private static void since(int release, String names) {
        for (String name : names.split(" ")) {
            SINCE.put(name, release);
        }
    }

    /** Returns an architecture without features, such as {@code gfx90a} of {@code gfx90a:xnack-}. */
    static String base(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? name : name.substring(0, colon);
    }

    /**
     * Throws if a release does not support an architecture.
     *
     * @param version the version of HIP: major * 10^7 + minor * 10^5 + patch
     */
    static void require(String architecture, int version) {
        int release = version / 10_000_000 * 100 + version % 10_000_000 / 100_000;
        Integer since = SINCE.get(architecture);
        if (since == null) {
            throw unknown(architecture, release, "this version of Sporos does not know it");
        } else if (release < since) {
            throw unknown(architecture, release, "it needs ROCm " + text(since) + " or later");
        }
    }

    private static GpuException unknown(String architecture, int release, String reason) {
        return new GpuException(
                "hiprtcCompileProgram",
                -1,
                "SPOROS_UNKNOWN_ARCHITECTURE",
                "kernels cannot be compiled for " + Labels.quoted(architecture) + " by hipRTC of ROCm " + text(release)
                        + ": " + reason);
    }

    private static String text(int release) {
        return release / 100 + "." + release % 100;
    }
}
