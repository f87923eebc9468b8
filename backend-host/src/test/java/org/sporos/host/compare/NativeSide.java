package org.sporos.host.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The C++ side, compiled on this machine.
 *
 * @param program the compiled program
 * @param hasTbb whether it was compiled with oneTBB
 */
record NativeSide(Path program, boolean hasTbb) {
    static final List<String> TBB = List.of("tbb-flow-light", "tbb-flow", "tbb-group", "tbb-levels");
    static final List<String> OTHERS = List.of("omp-levels", "omp-tasks");

    /**
     * Compiles it, without oneTBB if that is not installed.
     *
     * @throws IOException if that fails, with the reason
     */
    static NativeSide compile() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sporos-compare");
        Path source = folder.resolve("tasks.cpp");
        try (InputStream in = NativeSide.class.getResourceAsStream("tasks.cpp")) {
            Files.copy(Objects.requireNonNull(in), source, StandardCopyOption.REPLACE_EXISTING);
        }
        Path program = folder.resolve("tasks");
        String compiler = Objects.requireNonNullElse(System.getenv("CXX"), "g++");
        List<String> plain = List.of(
                compiler,
                "-O3",
                "-march=native",
                "-ffp-contract=off",
                "-std=c++17",
                "-fopenmp",
                source.toString(),
                "-o",
                program.toString());
        List<String> withTbb = new ArrayList<>(plain);
        withTbb.add("-DWITH_TBB");
        withTbb.add("-ltbb");
        if (run(withTbb, folder.resolve("with-tbb.log")) == 0) {
            return new NativeSide(program, true);
        }
        Path log = folder.resolve("plain.log");
        if (run(plain, log) == 0) {
            return new NativeSide(program, false);
        }
        throw new IOException(compiler + " does not compile the C++ side: " + Files.readString(log));
    }

    private static int run(List<String> command, Path log) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
    }

    List<String> modes() {
        List<String> modes = new ArrayList<>(hasTbb ? TBB : List.of());
        modes.addAll(OTHERS);
        return modes;
    }
}
