package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Submission;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/** The recipes around a run: files, checkpoints, time limits. */
final class RecipesAroundRunsTest extends OnASpace {

    @TempDir
    Path folder;

    private DoubleView line(double... values) {
        return DoubleView.copyOf("u", space, values);
    }

    // snippet: recipe-paraview
    static void saveVtk(Path file, DoubleView u, double dx) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            out.println("# vtk DataFile Version 3.0\n" + u.label() + "\nASCII\nDATASET STRUCTURED_POINTS");
            int last = u.rank() - 1;
            long depth = last == 2 ? u.extent(0) : 1;
            out.println("DIMENSIONS " + u.extent(last) + " " + u.extent(last - 1) + " " + depth);
            out.println("ORIGIN 0 0 0\nSPACING " + dx + " " + dx + " " + dx + "\nPOINT_DATA " + u.size());
            out.println("SCALARS " + u.label() + " double 1\nLOOKUP_TABLE default");
            for (double value : u.toArray()) {
                out.println(value);
            }
        }
    }
    // end

    @Test
    void a_file_for_paraview() throws IOException {
        Path file = folder.resolve("u.vtk");
        DoubleView u = DoubleView.of("u", space, 2, 3);
        u.assign(1, 2, 3, 4, 5, 6);
        saveVtk(file, u, 0.5);
        assertThat(file)
                .hasContent("# vtk DataFile Version 3.0\nu\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 2 1\n"
                        + "ORIGIN 0 0 0\nSPACING 0.5 0.5 0.5\nPOINT_DATA 6\nSCALARS u double 1\nLOOKUP_TABLE default\n"
                        + "1.0\n2.0\n3.0\n4.0\n5.0\n6.0\n");
    }

    @Test
    void a_file_of_a_box_for_paraview() throws IOException {
        Path file = folder.resolve("u.vtk");
        DoubleView u = DoubleView.of("u", space, 2, 3, 1);
        u.assign(1, 2, 3, 4, 5, 6);
        saveVtk(file, u, 0.5);
        assertThat(file)
                .content()
                .contains("DIMENSIONS 1 3 2\nORIGIN 0 0 0\nSPACING 0.5 0.5 0.5\nPOINT_DATA 6\n")
                .endsWith("\n1.0\n2.0\n3.0\n4.0\n5.0\n6.0\n");
    }

    @Test
    void a_file_of_comma_separated_values() throws IOException {
        DoubleView x = line(0, 0.5, 1);
        DoubleView u = line(0, 0.25, 1);
        Path file = folder.resolve("u.csv");
        // snippet: recipe-csv
        double[] xs = x.toArray();
        double[] us = u.toArray();
        Stream<String> rows = IntStream.range(0, xs.length).mapToObj(i -> xs[i] + "," + us[i]);
        Files.write(file, (Iterable<String>) Stream.concat(Stream.of("x,u"), rows)::iterator);
        // end
        assertThat(file).hasContent("x,u\n0.0,0.0\n0.5,0.25\n1.0,1.0\n");
    }

    // snippet: recipe-cancel
    /** Returns the number of steps that were made before the end, a cancellation or the time limit. */
    static int runSteps(ExecutableGraph exec, int steps, AtomicBoolean cancelled, Duration limit)
            throws TimeoutException {
        long begin = System.nanoTime();
        for (int t = 0; t < steps; t++) {
            if (cancelled.get() || System.nanoTime() - begin > limit.toNanos()) {
                return t;
            }
            Submission run = exec.submitTracked();
            if (!run.await(limit)) {
                throw new TimeoutException("step " + t + " takes longer than " + limit);
            }
        }
        return steps;
    }
    // end

    @Test
    void a_cancelled_run() throws TimeoutException {
        AtomicBoolean cancelled = new AtomicBoolean();
        int[] count = {0};
        Graph step = Graph.define(
                "step",
                root -> root.thenHost("count", Access.reads(), () -> cancelled.compareAndSet(false, ++count[0] == 5)));
        try (ExecutableGraph exec = step.instantiate(space)) {
            assertThat(runSteps(exec, 3, cancelled, Duration.ofMinutes(10))).isEqualTo(3);
            assertThat(runSteps(exec, 100, cancelled, Duration.ofMinutes(10))).isEqualTo(2);
            assertThat(runSteps(exec, 100, new AtomicBoolean(), Duration.ofNanos(-1)))
                    .isZero();
        }
    }

    @Test
    void a_step_that_takes_too_long() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Graph step = Graph.define(
                "step",
                root -> root.thenHost("hang", Access.reads(), () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
        try (ExecutableGraph exec = step.instantiate(space)) {
            assertThatThrownBy(() -> runSteps(exec, 1, new AtomicBoolean(), Duration.ofMillis(200)))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage("step 0 takes longer than PT0.2S");
            end.countDown();
            space.fence();
        }
    }

    // snippet: recipe-checkpoint
    static void save(Path folder, DoubleView u, int step) throws IOException {
        Views.save(u, folder.resolve(String.format("u-%09d.npy", step)));
    }

    /** Loads the last checkpoint, if there is one, and returns the number of its step. */
    static int restart(Path folder, DoubleView u) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> sorted = files.filter(file -> file.toString().endsWith(".npy"))
                    .sorted()
                    .toList();
            if (sorted.isEmpty()) {
                return 0;
            }
            Path last = sorted.get(sorted.size() - 1);
            Views.load(u, last);
            return Integer.parseInt(last.getFileName().toString().substring(2, 11));
        }
    }
    // end

    @Test
    void a_restart_from_a_checkpoint() throws IOException {
        DoubleView u = line(1, 2, 3);
        assertThat(restart(folder, u)).isZero();
        assertThat(u.toArray()).containsExactly(1, 2, 3);
        save(folder, u, 100);
        u.assign(4, 5, 6);
        save(folder, u, 1000);
        u.assign(7, 8, 9);
        assertThat(restart(folder, u)).isEqualTo(1000);
        assertThat(u.toArray()).containsExactly(4, 5, 6);
    }
}
