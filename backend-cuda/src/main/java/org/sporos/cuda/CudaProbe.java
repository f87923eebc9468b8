package org.sporos.cuda;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.Loader;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.gpu.GpuException;
import org.sporos.space.Availability;

/**
 * Checks the requirements of CUDA spaces, and describes the first missing one in a line. The first class that loads
 * native code.
 */
final class CudaProbe {
    private static final String DRIVER = "libcuda.so.1";
    static final String OLDEST = "12.4";
    private static final String TOOLKIT =
            "; install the CUDA toolkit that the bindings are made for, or add org.bytedeco:cuda-redist";
    private static final String BINDINGS =
            "; add org.bytedeco:javacpp and org.bytedeco:cuda with the classifier of this platform";

    /** A loader error: the library being loaded, then the missing dependency. */
    private static final Pattern DEPENDENCY = Pattern.compile("\\S*/libjni\\w+\\.so: (.*)");

    private CudaProbe() {}

    static Availability probe(String kind) {
        String missing = missing();
        if (missing != null) {
            return new Availability(kind, false, missing);
        }
        int devices = CudaDevices.count();
        return new Availability(
                kind, true, devices + (devices == 1 ? " device, " : " devices, ") + NvrtcCompiler.version());
    }

    private static @Nullable String missing() {
        try {
            Loader.loadGlobal(DRIVER);
        } catch (LinkageError e) {
            return reason(e).contains(DRIVER)
                    ? "there is no CUDA driver (" + reason(e) + ")"
                    : "the native half of JavaCPP cannot be loaded (" + reason(e) + ")" + BINDINGS;
        }
        try {
            CudaDevices.driverVersion();
        } catch (LinkageError e) {
            return library("the CUDA runtime", e);
        }
        String old = oldDriver(CudaFunctions.missing());
        return old != null ? old : unusable();
    }

    private static @Nullable String oldDriver(List<String> missing) {
        if (missing.isEmpty()) {
            return null;
        }
        String more = missing.size() == 1 ? "" : " and " + (missing.size() - 1) + " more functions";
        return "the driver is of CUDA " + version() + " and lacks " + missing.get(0) + more + "; install one of CUDA "
                + OLDEST + " or newer";
    }

    private static @Nullable String unusable() {
        try {
            if (CudaDevices.count() == 0) {
                return "the driver sees no device";
            }
        } catch (GpuException e) {
            return "the driver does not start: " + e.call() + " failed with " + e.errorName() + " (" + e.status() + ")";
        }
        try {
            int compiler = NvrtcCompiler.major();
            return compiler <= CudaDevices.driverVersion() / 1000
                    ? null
                    : "the driver is of CUDA " + version() + ", an older major version than " + NvrtcCompiler.version()
                            + " compiles for; install a driver of CUDA " + compiler + ", or use the bindings and the"
                            + " toolkit of CUDA " + CudaDevices.driverVersion() / 1000;
        } catch (LinkageError e) {
            return library("the compiler NVRTC", e);
        }
    }

    private static String version() {
        int version = CudaDevices.driverVersion();
        return version / 1000 + "." + version % 1000 / 10;
    }

    /** Describes a missing library: a dependency of the bindings, or the bindings themselves. */
    static String library(String library, LinkageError failure) {
        return library(library, failure, TOOLKIT);
    }

    static String library(String library, LinkageError failure, String cure) {
        String reason = reason(failure);
        Matcher dependency = DEPENDENCY.matcher(reason);
        return dependency.matches()
                ? library + " cannot be loaded (" + dependency.group(1) + ")" + cure
                : "the native half of the CUDA bindings cannot be loaded (" + reason + ")" + BINDINGS;
    }

    /** Returns the first line of the loader's message. */
    static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String text = root.getMessage() == null ? root.toString() : root.getMessage();
        return text.lines().findFirst().orElse("");
    }

    static void requireDevice(int ordinal) {
        if (ordinal >= CudaDevices.count()) {
            throw new CodedArgumentException(
                    "S210",
                    "there is no device cuda:" + ordinal + "; there are: " + String.join(", ", CudaDevices.names()));
        }
    }
}
