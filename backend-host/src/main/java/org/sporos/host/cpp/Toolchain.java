package org.sporos.host.cpp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sporos.spi.DaemonThreads;

/**
 * A C++ compiler of this machine, for this processor.
 *
 * @param command what it is called by
 * @param version the first line that it says of itself
 * @param processor what tells this processor from others whose code it might not run
 */
record Toolchain(String command, String version, String processor) {
    /** Vectors of this processor, and no arithmetic but Java's. */
    static final List<String> FLAGS = List.of(
            "-std=c++17",
            "-O3",
            "-march=native",
            "-ffp-contract=off",
            "-fno-math-errno",
            "-fno-strict-aliasing",
            "-fPIC",
            "-shared",
            "-w");

    private static final long SECONDS = 120;

    /** The compiler of this machine, looked for once. */
    private static final class Found {
        static final @Nullable Toolchain COMPILER = find();
    }

    /** Returns what {@link #find()} has found when it was asked first. */
    static @Nullable Toolchain ofMachine() {
        return Found.COMPILER;
    }

    /** Returns the compiler that the system property {@code sporos.host.compiler} names, else g++ or clang++, or null. */
    static @Nullable Toolchain find() {
        String wanted = System.getProperty("sporos.host.compiler");
        if (!System.getProperty("os.name").startsWith("Linux")) {
            return null;
        }
        for (String command : wanted != null ? List.of(wanted) : List.of("g++", "clang++")) {
            try {
                String said = run(List.of(command, "--version"), null);
                return new Toolchain(command, said.lines().findFirst().orElse(""), thisProcessor());
            } catch (IOException absent) {
                // The next one may be there.
            }
        }
        return null;
    }

    private static String thisProcessor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line ->
                            line.startsWith("model name") || line.startsWith("flags") || line.startsWith("Features"))
                    .distinct()
                    .limit(2)
                    .toList()
                    .toString();
        } catch (IOException unknown) {
            return System.getProperty("os.arch");
        }
    }

    /** Returns the shared library of a source. */
    byte[] compile(String source) throws IOException {
        Path folder = Files.createTempDirectory("sporos-cpp");
        Path in = folder.resolve("kernels.cpp");
        Path out = folder.resolve("kernels.so");
        try {
            Files.writeString(in, source);
            List<String> line = new ArrayList<>(List.of(command));
            line.addAll(FLAGS);
            line.addAll(List.of("-o", out.toString(), in.toString()));
            run(line, folder);
            return Files.readAllBytes(out);
        } finally {
            Files.deleteIfExists(in);
            Files.deleteIfExists(out);
            Files.deleteIfExists(folder.resolve("said"));
            Files.deleteIfExists(folder);
        }
    }

    private static String run(List<String> line, @Nullable Path folder) throws IOException {
        Path said = folder == null ? Files.createTempFile("sporos-cpp", ".txt") : folder.resolve("said");
        try {
            Process process = DaemonThreads.start(
                    new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said.toFile()));
            process.getOutputStream().close();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(line.get(0) + " takes more than " + SECONDS + " s");
            }
            String text = Files.readString(said, StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new IOException(
                        line.get(0) + " says " + text.lines().findFirst().orElse("nothing"));
            }
            return text;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            if (folder == null) {
                Files.deleteIfExists(said);
            }
        }
    }
}
