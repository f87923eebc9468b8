package org.sporos.cuda;

import static org.bytedeco.cuda.global.nvrtc.NVRTC_ERROR_INVALID_OPTION;
import static org.bytedeco.cuda.global.nvrtc.NVRTC_SUCCESS;
import static org.bytedeco.cuda.global.nvrtc.nvrtcCompileProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcCreateProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcDestroyProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetCUBIN;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetCUBINSize;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetErrorString;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetProgramLog;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetProgramLogSize;
import static org.bytedeco.cuda.global.nvrtc.nvrtcVersion;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.cuda.nvrtc._nvrtcProgram;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.sporos.gpu.GpuException;

/**
 * Compiles CUDA C++ with NVRTC to a cubin of one architecture: older drivers reject PTX of a newer NVRTC.
 *
 * <p>NVRTC's disk cache is off: its key lacks {@code -prec-div}, {@code -prec-sqrt} and {@code -ftz}, so it may return
 * code of a different arithmetic.
 */
final class NvrtcCompiler {
    /** Options that do not change the code, the newest first: of CUDA 12.9 and 12.4. */
    private static final List<String> OPTIONAL = List.of("-no-cache", "-minimal");

    /** The optional options not yet rejected by this NVRTC. */
    private static volatile List<String> accepted = OPTIONAL;

    private NvrtcCompiler() {}

    static String version() {
        int[] minor = new int[1];
        return "nvrtc " + version(minor) + "." + minor[0];
    }

    /** Returns the major version of NVRTC. */
    static int major() {
        return version(new int[1]);
    }

    private static int version(int[] minor) {
        int[] major = new int[1];
        check(nvrtcVersion(major, minor), "nvrtcVersion", "");
        return major[0];
    }

    static byte[] compile(String source, String name, String architecture, List<String> options) {
        List<String> all = new ArrayList<>(options);
        all.add("--gpu-architecture=" + architecture);
        List<String> optional = accepted;
        while (true) {
            List<String> effective = new ArrayList<>(optional);
            effective.addAll(all);
            try {
                return compile(source, name, effective);
            } catch (GpuException e) {
                if (e.status() != NVRTC_ERROR_INVALID_OPTION || optional.isEmpty()) {
                    throw e;
                }
                // NVRTC checks all options before it compiles.
                optional = optional.subList(1, optional.size());
                accepted = optional;
            }
        }
    }

    private static byte[] compile(String source, String name, List<String> options) {
        _nvrtcProgram program = new _nvrtcProgram();
        try (BytePointer text = new BytePointer(source);
                BytePointer label = new BytePointer(name)) {
            int created =
                    nvrtcCreateProgram(program, text, label, 0, (PointerPointer<?>) null, (PointerPointer<?>) null);
            check(created, "nvrtcCreateProgram", "");
        }
        try {
            return compiled(program, options);
        } finally {
            nvrtcDestroyProgram(program);
        }
    }

    private static byte[] compiled(_nvrtcProgram program, List<String> options) {
        try (PointerPointer<BytePointer> arguments = new PointerPointer<>(options.toArray(String[]::new))) {
            check(nvrtcCompileProgram(program, options.size(), arguments), "nvrtcCompileProgram", log(program));
        }
        try (SizeTPointer size = new SizeTPointer(1)) {
            check(nvrtcGetCUBINSize(program, size), "nvrtcGetCUBINSize", "");
            byte[] image = new byte[Math.toIntExact(size.get())];
            check(nvrtcGetCUBIN(program, image), "nvrtcGetCUBIN", "");
            return image;
        }
    }

    private static String log(_nvrtcProgram program) {
        try (SizeTPointer size = new SizeTPointer(1)) {
            nvrtcGetProgramLogSize(program, size);
            try (BytePointer text = new BytePointer(size.get() + 1)) {
                text.zero();
                nvrtcGetProgramLog(program, text);
                return text.getString().strip();
            }
        }
    }

    private static void check(int status, String call, String log) {
        if (status != NVRTC_SUCCESS) {
            String name = nvrtcGetErrorString(status).getString();
            throw new GpuException(call, status, name, log.isEmpty() ? name : log);
        }
    }
}
