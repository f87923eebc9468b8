package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Runs a sample as several processes by the launcher of an MPI, {@code mpich} or {@code openmpi} as Debian names them.
 * Without that MPI the test is skipped, or fails if the variable {@code SPOROS_TEST_MPI} is {@code required}.
 */
final class RankRun {
    private static final int SECONDS = 600;

    private RankRun() {}

    /** Returns the lines that the processes print, in any order. The output is kept in a folder. */
    static List<String> lines(String mpi, Path folder, int ranks, Class<?> sample, List<String> arguments)
            throws Exception {
        for (String command : List.of("mpirun." + mpi, "mpicc." + mpi)) {
            requireCommand(command);
        }
        List<String> line = new ArrayList<>(List.of("mpirun." + mpi, "-n", Integer.toString(ranks)));
        if (mpi.equals("openmpi")) {
            line.addAll(1, List.of("--allow-run-as-root", "--oversubscribe"));
        }
        // Open MPI 4 changes the arguments of a program with the name java.
        line.addAll(List.of(
                "env", Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), sample.getName()));
        line.addAll(arguments);
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(line)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
                    .as("%s", output)
                    .isTrue();
        } finally {
            List<ProcessHandle> all = process.descendants().toList();
            process.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
        }
        assertThat(process.exitValue()).as("%s", Files.readString(output)).isZero();
        return Files.readAllLines(output);
    }

    private static void requireCommand(String command) {
        boolean found = false;
        for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
            found |= Files.isExecutable(Path.of(folder, command));
        }
        if (!found && "required".equals(System.getenv("SPOROS_TEST_MPI"))) {
            fail("SPOROS_TEST_MPI requires " + command);
        }
        Assumptions.assumeTrue(found, () -> "no " + command + " on this machine");
    }
}
