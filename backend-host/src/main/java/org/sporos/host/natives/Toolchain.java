package org.sporos.host.natives;

import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.ThrownText;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;

/**
 * A C++ compiler of this machine, and the processor to compile for.
 *
 * @param command the command
 * @param version the first line of its {@code --version}
 */
record Toolchain(String command, String version) {
    /** The system property that names a compiler. */
    private static final String NAME = "sporos.host.compiler";

    /** The system property that names another processor to compile for. */
    private static final String MARCH = "sporos.host.compiler.march";

    private static final Logger LOG = SafeLogger.of("org.sporos");

    private static final long DEFAULT_SECONDS = 120;
    /** The time limit of {@code --version}. */
    private static final long MOST_SECONDS_FOR_NAME = 30;
    /** The size limit of a library. */
    private static final long LARGEST = 256L << 20;

    /** The compiler of this machine, searched for once. */
    private static final class Found {
        static final @Nullable Toolchain COMPILER = find();
    }

    /** Returns the compiler found by the first search, or null. */
    static @Nullable Toolchain ofMachine() {
        return Found.COMPILER;
    }

    /**
     * Returns the compiler that the system property {@code sporos.host.compiler} names, else g++ or clang++, or null.
     */
    static @Nullable Toolchain find() {
        String wanted = System.getProperty(NAME);
        if (ElfFile.violationOfSystem() != null) {
            return null;
        }
        for (String command : wanted != null ? List.of(wanted) : List.of("g++", "clang++")) {
            try (CompilerProcess process = CompilerProcess.open()) {
                String said = process.run(List.of(command, "--version"), Math.min(seconds(), MOST_SECONDS_FOR_NAME));
                return new Toolchain(command, said);
            } catch (CompilerProcess.TimeoutException hangs) {
                LOG.log(Logger.Level.WARNING, hangs.getMessage());
            } catch (IOException absent) {
                LOG.log(Logger.Level.DEBUG, "no compiler " + command + ": " + absent.getMessage());
            }
        }
        return null;
    }

    /** Returns the compiler options: vector instructions of the processor, and Java's arithmetic. */
    static List<String> flags() {
        return List.of(
                "-std=c++17",
                "-O3",
                processor(System.getProperty("os.arch"), System.getProperty(MARCH, "")),
                "-ffp-contract=off",
                "-fno-math-errno",
                "-fno-strict-aliasing",
                "-fPIC",
                "-shared",
                "-w");
    }

    /** Returns the option for the processor. On ARM, clang 14 refuses {@code -march=native}. */
    static String processor(String architecture, String named) {
        if (named.isBlank()) {
            return architecture.equals("aarch64") ? "-mcpu=native" : "-march=native";
        }
        return "-march=" + named;
    }

    /** Returns the reason why {@link #find()} returns null. */
    static String absence() {
        String system = ElfFile.violationOfSystem();
        if (system != null) {
            return system;
        }
        try {
            CompilerProcess.open().close();
        } catch (IOException noFolder) {
            return "no compiler can work without a temporary folder (" + ThrownText.of(noFolder) + ")";
        }
        String wanted = System.getProperty(NAME);
        return wanted == null
                ? "there is no g++ or clang++"
                : "the compiler " + Labels.quoted(wanted) + " that " + NAME + " names does not say its version";
    }

    private static long seconds() {
        long seconds = Long.getLong(CompilerProcess.SECONDS, DEFAULT_SECONDS);
        return seconds > 0 ? seconds : DEFAULT_SECONDS;
    }

    /**
     * Returns the library compiled from a source, unchecked.
     *
     * @throws CompilerProcess.TimeoutException if the compiler exceeds its time limit
     * @throws IOException if compilation fails
     */
    byte[] compile(String source) throws IOException {
        try (CompilerProcess process = CompilerProcess.open()) {
            Path in = process.folder().resolve("kernels.cpp");
            Path out = process.folder().resolve("kernels.so");
            Files.writeString(in, source);
            List<String> line = new ArrayList<>(List.of(command));
            line.addAll(flags());
            line.addAll(List.of("-o", out.toString(), in.toString()));
            process.run(line, seconds());
            if (!Files.isRegularFile(out) || Files.size(out) > LARGEST) {
                throw new IOException(command + " has written no file, or one that is no library");
            }
            return Files.readAllBytes(out);
        }
    }
}
