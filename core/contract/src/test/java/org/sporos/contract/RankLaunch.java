package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Starts a program as several processes by the launcher of an MPI, {@code mpich} or {@code openmpi} as Debian names
 * them. Where one is absent its tests are skipped; the variable {@code SPOROS_TEST_MPI=required} turns that into a
 * failure.
 */
public final class RankLaunch {
    private final String mpi;
    private final Path folder;
    private final List<String> launcher = new ArrayList<>();
    private final List<String> options = new ArrayList<>();

    /** @param folder takes what the processes print */
    public RankLaunch(String mpi, Path folder) {
        this.mpi = mpi;
        this.folder = folder;
        for (String command : List.of("mpirun." + mpi, "mpicc." + mpi)) {
            boolean there = isThere(command);
            if (!there && "required".equals(System.getenv("SPOROS_TEST_MPI"))) {
                Assertions.fail("SPOROS_TEST_MPI requires " + command + ", which is not there");
            }
            Assumptions.assumeTrue(there, () -> "there is no " + command);
        }
        if (mpi.equals("openmpi")) {
            launcher.addAll(List.of("--allow-run-as-root", "--oversubscribe"));
        }
        options.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Xshare:auto"));
    }

    private static boolean isThere(String command) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "/usr/bin").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(command)));
    }

    /** Adds options of the launcher. */
    public RankLaunch launcher(String... more) {
        launcher.addAll(List.of(more));
        return this;
    }

    /** Adds options of the JVMs. */
    public RankLaunch options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Starts some processes. */
    public Job start(int processes, String program, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of("mpirun." + mpi));
        line.addAll(launcher);
        line.addAll(List.of("-n", Integer.toString(processes)));
        // Open MPI 4 edits the arguments of a program that is called java: it takes one with "cp" in it for the class
        // path.
        line.add("env");
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), program));
        line.addAll(List.of(arguments));
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile())
                .start();
        return new Job(process, output);
    }

    /** Runs a program to its end and returns the lines that it prints, in any order. */
    public List<String> run(int processes, String program, String... arguments) throws Exception {
        try (Job job = start(processes, program, arguments)) {
            int code = job.exitCode();
            assertThat(code).as("%s", job.output()).isZero();
            return job.output().lines().toList();
        }
    }

    /** Processes that run. */
    public record Job(Process launcher, Path file) implements AutoCloseable {
        /** Waits for their end. */
        public int exitCode() throws InterruptedException {
            assertThat(launcher.waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .as("the end of the processes, which printed %s", output())
                    .isTrue();
            return launcher.exitValue();
        }

        /** Returns what they have printed. */
        public String output() {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        /** Waits until they have printed a text. */
        public void await(String text) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Patience.SECONDS);
            while (!output().contains(text) && launcher.isAlive() && System.nanoTime() < end) {
                Thread.sleep(20);
            }
            assertThat(output()).contains(text);
        }

        /** Ends what still runs. */
        @Override
        public void close() {
            List<ProcessHandle> all = launcher.descendants().toList();
            launcher.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
