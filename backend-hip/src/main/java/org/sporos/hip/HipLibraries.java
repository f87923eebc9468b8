package org.sporos.hip;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens AMD's runtime, compiler and collectives libraries, once per process. The system properties {@code
 * sporos.hip.library}, {@code sporos.hiprtc.library} and {@code sporos.rccl.library} set replacements.
 */
final class HipLibraries {
    static final String RUNTIME_PROPERTY = "sporos.hip.library";
    static final String COMPILER_PROPERTY = "sporos.hiprtc.library";
    static final String COLLECTIVES_PROPERTY = "sporos.rccl.library";
    private static final String COLLECTIVES = "librccl.so";
    private static final String RUNTIME = "libamdhip64.so";
    private static final String COMPILER = "libhiprtc.so";
    private static final String GLUE = "linux-x86_64/lib" + HipGlue.LIBRARY + ".so";
    /** The sonames of ROCm 7, 6 and 5. */
    private static final List<String> VERSIONS = List.of(".7", ".6", ".5");

    private static @Nullable String reason;
    private static @Nullable String reasonOfCollectives;

    private HipLibraries() {}

    /** Returns whether AMD's runtime is replaced by another library. */
    static boolean isReplaced() {
        return System.getProperty(RUNTIME_PROPERTY) != null;
    }

    /** Opens the libraries at the first call. Returns an empty string, or the reason of a failure. */
    static synchronized String open() {
        if (reason == null) {
            reason = HipLibraries.class.getResource(GLUE) == null
                    ? "this build of Sporos has no native glue for HIP (" + GLUE
                            + "): it was made without a C++ compiler, or by a build that ended before the tests"
                    : openBoth();
        }
        return reason;
    }

    private static String openBoth() {
        List<String> failures = new ArrayList<>();
        for (String runtime : candidates(System.getProperty(RUNTIME_PROPERTY), RUNTIME)) {
            String failure = HipGlue.openRuntime(runtime);
            if (failure.isEmpty()) {
                return openCompiler(runtime);
            }
            failures.add(failure);
        }
        return "AMD's runtime library cannot be opened: " + failures.get(0);
    }

    /** Opens the compiler, which is part of the runtime library up to ROCm 5.2. */
    private static String openCompiler(String runtime) {
        String named = System.getProperty(COMPILER_PROPERTY);
        List<String> compilers = named != null ? List.of(named) : List.of(runtime.replace(RUNTIME, COMPILER), runtime);
        String failure = "";
        for (String compiler : compilers) {
            failure = HipGlue.openCompiler(compiler);
            if (failure.isEmpty()) {
                return "";
            }
        }
        return "AMD's compiler library cannot be opened: " + failure;
    }

    /** Opens RCCL at the first call, for communicators alone. Returns an empty string, or the reason of a failure. */
    static synchronized String openCollectives() {
        if (reasonOfCollectives == null) {
            List<String> failures = new ArrayList<>();
            for (String library : candidates(System.getProperty(COLLECTIVES_PROPERTY), COLLECTIVES, List.of(".1"))) {
                String failure = HipGlue.openCollectives(library);
                if (failure.isEmpty()) {
                    return reasonOfCollectives = failure;
                }
                failures.add(failure);
            }
            reasonOfCollectives = "AMD's library of collectives cannot be opened: " + failures.get(0);
        }
        return reasonOfCollectives;
    }

    static List<String> candidates(@Nullable String named, String library) {
        return candidates(named, library, VERSIONS);
    }

    private static List<String> candidates(@Nullable String named, String library, List<String> versions) {
        if (named != null) {
            return List.of(named);
        }
        List<String> all = new ArrayList<>();
        versions.forEach(version -> all.add(library + version));
        Stream.of(System.getenv("ROCM_PATH"), System.getenv("HIP_PATH"), "/opt/rocm")
                .filter(folder -> folder != null)
                .flatMap(folder -> versions.stream().map(version -> Path.of(folder, "lib", library + version)))
                .filter(Files::exists)
                .forEach(file -> all.add(file.toString()));
        return all;
    }
}
