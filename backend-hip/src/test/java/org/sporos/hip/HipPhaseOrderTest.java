package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads of a launch of phases need no other order than that of its barriers: on the CPU they run in the order of their
 * numbers, backwards and at random, which finds a barrier that is missing.
 */
class HipPhaseOrderTest {
    private static final String IN_ORDER = "0";
    private static final String BACKWARDS = "1";

    @TempDir
    Path images;

    private long seed;

    @BeforeEach
    void seed() {
        seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("orders of threads: -Dsporos.contract.seed=" + seed);
    }

    private List<String> run(String order, String wavefront, int graphs, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + HipLibraries.RUNTIME_PROPERTY + "=" + Shims.file("libsporos-cpu-shim.so"),
                "-Dsporos.cache=off",
                "-cp",
                System.getProperty("java.class.path"),
                PhaseOrderProgram.class.getName(),
                Long.toString(seed),
                Integer.toString(graphs)));
        command.addAll(List.of(more));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().put("SPOROS_SHIM_ORDER", order);
        process.environment().put("SPOROS_SHIM_WAVEFRONT", wavefront);
        process.environment().put("SPOROS_SHIM_IMAGES", images.toString());
        Shims.Said said = Shims.run(process);
        assertThat(said.status()).as(said.text()).isZero();
        return said.text()
                .lines()
                .filter(line -> line.matches("(chain|loop|graph) .*"))
                .toList();
    }

    private void compare(int graphs) {
        List<String> inOrder = run(IN_ORDER, "64", graphs);
        assertThat(inOrder).hasSize(5 + graphs);
        assertThat(run(BACKWARDS, "64", graphs)).isEqualTo(inOrder);
        assertThat(run(BACKWARDS, "32", graphs)).isEqualTo(inOrder);
        for (int order = 2; order < 2 + Math.max(1, graphs / 20); order++) {
            assertThat(run(String.valueOf(order), "64", graphs)).isEqualTo(inOrder);
        }
    }

    @Test
    void phases_give_the_same_bits_whatever_the_order_of_threads_between_barriers() {
        compare(2);
    }

    @Tag("full")
    @Test
    void many_phases_give_the_same_bits_whatever_the_order_of_threads_between_barriers() {
        compare(60);
    }

    @Test
    void a_barrier_that_is_missing_is_found_by_another_order_alone() {
        List<String> right = run(IN_ORDER, "64", 0);
        assertThat(run(IN_ORDER, "64", 0, "FIRST").subList(0, 2)).isEqualTo(right.subList(0, 2));
        for (String order : List.of(BACKWARDS, "2")) {
            List<String> found = run(order, "64", 0, "FIRST");
            assertThat(found.get(0)).as("few phases").isNotEqualTo(right.get(0));
            assertThat(found.get(1)).as("many phases").isNotEqualTo(right.get(1));
        }
    }

    @Tag("matrix")
    @Test
    void a_barrier_that_is_missing_in_a_wave_is_found_by_any_order() {
        List<String> right = run(IN_ORDER, "64", 0);
        for (String order : List.of(IN_ORDER, BACKWARDS, "2")) {
            List<String> found = run(order, "64", 0, "WAVE");
            assertThat(found.subList(0, 4)).as("one block").isEqualTo(right.subList(0, 4));
            assertThat(found.get(4)).as("a wave").isNotEqualTo(right.get(4));
        }
    }

    @Tag("matrix")
    @Test
    void a_barrier_that_is_missing_where_a_loop_begins_again_is_found_by_any_order() {
        List<String> right = run(IN_ORDER, "64", 0);
        for (String order : List.of(IN_ORDER, BACKWARDS, "2")) {
            List<String> found = run(order, "64", 0, "BACK");
            assertThat(found.subList(0, 2)).as("chains").isEqualTo(right.subList(0, 2));
            assertThat(found.get(2)).as("few phases").isNotEqualTo(right.get(2));
            assertThat(found.get(3)).as("many phases").isNotEqualTo(right.get(3));
        }
    }
}
