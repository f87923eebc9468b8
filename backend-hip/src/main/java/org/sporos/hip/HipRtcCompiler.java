package org.sporos.hip;

import static org.sporos.hip.HipGlue.hiprtcCompileProgram;
import static org.sporos.hip.HipGlue.hiprtcCreateProgram;
import static org.sporos.hip.HipGlue.hiprtcDestroyProgram;
import static org.sporos.hip.HipGlue.hiprtcGetCode;
import static org.sporos.hip.HipGlue.hiprtcGetCodeSize;
import static org.sporos.hip.HipGlue.hiprtcGetErrorString;
import static org.sporos.hip.HipGlue.hiprtcGetProgramLog;
import static org.sporos.hip.HipGlue.hiprtcGetProgramLogSize;
import static org.sporos.hip.HipGlue.hiprtcVersion;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.sporos.gpu.GpuException;

/** Compiles HIP C++ with hipRTC to a code object of one architecture. Stateless. */
final class HipRtcCompiler {

    private HipRtcCompiler() {}

    /** Returns the version of hipRTC and of the release, since different compilers have the same hipRTC version. */
    static String version(int release) {
        int[] major = new int[1];
        int[] minor = new int[1];
        check(hiprtcVersion(major, minor), "hiprtcVersion", "");
        return "hiprtc " + major[0] + "." + minor[0] + " of HIP " + HipDevices.text(release);
    }

    static byte[] compile(String source, String name, String architecture, int release, List<String> options) {
        HipArchitectures.require(architecture, release);
        List<String> all = new ArrayList<>(List.of("-std=c++17", "--offload-arch=" + architecture));
        all.addAll(options);
        long[] program = new long[1];
        check(hiprtcCreateProgram(program, source, name), "hiprtcCreateProgram", "");
        try {
            int status = hiprtcCompileProgram(program[0], String.join("\n", all));
            check(status, "hiprtcCompileProgram", status == 0 ? "" : log(program[0]));
            long[] size = new long[1];
            check(hiprtcGetCodeSize(program[0], size), "hiprtcGetCodeSize", "");
            byte[] image = new byte[Math.toIntExact(size[0])];
            check(hiprtcGetCode(program[0], image), "hiprtcGetCode", "");
            return image;
        } finally {
            hiprtcDestroyProgram(program[0]);
        }
    }

    /** Returns the log, which is terminated by a zero in some releases only. */
    private static String log(long program) {
        long[] size = new long[1];
        hiprtcGetProgramLogSize(program, size);
        byte[] text = new byte[Math.toIntExact(size[0]) + 1];
        hiprtcGetProgramLog(program, text);
        return new String(text, StandardCharsets.UTF_8).split("\0", 2)[0].strip();
    }

    private static void check(int status, String call, String log) {
        if (status < 0) {
            throw HipCall.missing(call);
        } else if (status != 0) {
            String name = hiprtcGetErrorString(status);
            throw new GpuException(call, status, name, log.isEmpty() ? name : log);
        }
    }
}
