package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The device on the CPU does what AMD's would, and finds misuse: the tests of {@code shim-test.cpp}, each by its name.
 */
class ShimTest {

    /** Runs all tests of the program in a process of its own and returns what it said of each. */
    private static Stream<DynamicTest> tests(String library, Map<String, String> settings) {
        Shims.Said said = run(library, settings);
        List<String> lines =
                said.text().lines().filter(line -> !line.startsWith("#")).toList();
        assertThat(lines).as(said.text()).hasSizeGreaterThan(35);
        return lines.stream()
                .map(line -> dynamicTest(
                        line.split("[ :]")[1], () -> assertThat(line).startsWith("ok ")));
    }

    private static Shims.Said run(String library, Map<String, String> settings) {
        ProcessBuilder builder = new ProcessBuilder(
                Shims.file("shim-test").toString(), Shims.file(library).toString());
        builder.environment().putAll(settings);
        return Shims.run(builder);
    }

    private static Shims.Said run(String setting, String value) {
        return run("libsporos-cpu-shim.so", Map.of(setting, value));
    }

    @TestFactory
    Stream<DynamicTest> a_device_with_wavefronts_of_64() {
        return tests("libsporos-cpu-shim.so", Map.of("SPOROS_SHIM_WAVEFRONT", "64"));
    }

    @TestFactory
    Stream<DynamicTest> a_device_with_wavefronts_of_32() {
        return tests("libsporos-cpu-shim.so", Map.of("SPOROS_SHIM_WAVEFRONT", "32", "SPOROS_SHIM_THREADS", "1"));
    }

    @TestFactory
    Stream<DynamicTest> a_release_without_memory_of_graphs() {
        return tests("libsporos-cpu-shim-5.2.so", Map.of());
    }

    @Test
    void without_a_device_there_is_none() {
        assertThat(run("SPOROS_SHIM_DEVICES", "0")).isEqualTo(new Shims.Said(101, "FAILED to find a device\n"));
    }

    @Test
    void its_memory_can_be_small() {
        assertThat(run("SPOROS_SHIM_MEMORY", "1000").text())
                .contains("FAILED a_kernel_sees_its_place_and_its_arguments")
                .contains("4000 bytes are asked for, and 0 of 1000 are used");
    }

    @Test
    void a_function_that_the_environment_names_fails_once() {
        assertThat(run("SPOROS_SHIM_FAIL", "hipSetDevice:9:1,hipGraphCreate:1:999")
                        .text())
                .contains("FAILED a_graph_keeps_to_its_edges")
                .contains("hipGraphCreate was told to fail")
                .contains("ok a_child_graph_runs_between_its_neighbours");
    }
}
