package org.sporos.host.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The kernels in C++ with OpenMP, as two processes that never run at once: one whose threads keep to a core each and
 * spin for a while at the end of a loop, as OpenMP does by default, and one whose threads sleep at once. What is better
 * of a kernel counts: on cores that share something, or beside other work, either can be far behind. One thread has one
 * manner.
 */
final class OpenMpSide implements AutoCloseable {
    private static final List<Map<String, String>> MANNERS =
            List.of(Map.of("OMP_PROC_BIND", "true"), Map.of("OMP_WAIT_POLICY", "passive"));

    private final List<Process> processes = new ArrayList<>();
    private final List<Writer> to = new ArrayList<>();
    private final List<BufferedReader> from = new ArrayList<>();

    private OpenMpSide(Path program, int threads, boolean best) throws IOException {
        for (Map<String, String> manner : threads == 1 ? MANNERS.subList(0, 1) : MANNERS) {
            ProcessBuilder builder = new ProcessBuilder(program.toString(), best ? "best" : "median")
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("OMP_NUM_THREADS", "" + threads);
            builder.environment().putAll(manner);
            Process process = builder.start();
            processes.add(process);
            to.add(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
            from.add(new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
        }
    }

    /**
     * Compiles and starts it.
     *
     * @param flags of the compiler, besides those that all get
     * @throws IOException if there is no compiler, or it says no
     */
    static OpenMpSide start(int threads, boolean best, String... flags) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sporos-kernels");
        Path source = folder.resolve("kernels.cpp");
        Path program = folder.resolve("kernels");
        try (InputStream in = Objects.requireNonNull(OpenMpSide.class.getResourceAsStream("kernels.cpp"))) {
            Files.write(source, in.readAllBytes());
        }
        List<String> command = new ArrayList<>(List.of("g++", "-O3", "-march=native", "-fopenmp", "-std=c++17"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-o", program.toString(), source.toString()));
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new IOException("g++ does not compile the C++ side");
        }
        return new OpenMpSide(program, threads, best);
    }

    /** Returns the time of a pass in ns, in the better manner. */
    double measure(ComparedKernels.Case kernel, int millis) throws IOException {
        double least = Double.MAX_VALUE;
        for (int k = 0; k < processes.size(); k++) {
            rest();
            to.get(k).write(kernel.name() + " " + kernel.size() + " " + millis + "\n");
            to.get(k).flush();
            least = Math.min(least, Double.parseDouble(from.get(k).readLine()));
        }
        return least;
    }

    /** Waits until threads that spin after their work have come to rest, before others are measured. */
    static void rest() {
        try {
            Thread.sleep(15);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
