package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What AMD's own libraries say through the glue, on a machine that has them and no device, such as Debian with
 * libamdhip64-5.
 */
class RealHipTest {
    private static final String KERNEL = """
            extern "C" __global__ void axpy(double* y, const double* x, double a, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) y[i] += a * x[i];
            }
            """;

    @TempDir
    Path folder;

    /**
     * Runs {@link RealHip} in a process of its own and returns what it prints; skips the test without AMD's libraries.
     */
    private static String real(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RealHip.class.getName()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assumeFalse(said.contains("cannot be opened") || said.contains("has no native glue"), said);
        return said;
    }

    private String source(String text) throws IOException {
        return Files.writeString(folder.resolve("program.hip"), text).toString();
    }

    @Test
    void without_a_device_the_probe_says_what_the_runtime_says() throws IOException {
        assumeFalse(Files.exists(Path.of("/dev/kfd")), "this machine may have an AMD device");
        String node = Files.createFile(folder.resolve("kfd")).toString();

        assertThat(real("probe", node))
                .contains("hip: not available: D401: hipGetDeviceCount failed with hipErrorNoDevice (100)");
    }

    @Test
    void the_runtime_has_all_functions_that_came_before_graphs_could_allocate() throws IOException {
        List<String> later = List.of(
                "hipGetDevicePropertiesR0600",
                "hipGraphAddMemAllocNode",
                "hipGraphAddMemFreeNode",
                "hipGraphAddExternalSemaphoresSignalNode",
                "hipGraphAddExternalSemaphoresWaitNode",
                "hipGraphKernelNodeSetAttribute",
                "hipGraphUpload",
                "hipDeviceGetGraphMemAttribute",
                "hipDeviceGraphMemTrim");
        String missing = real("missing");

        assertThat(missing).contains("missing: ");
        String names = missing.substring(missing.indexOf("missing: ") + 9);
        assertThat(later).containsAll(names.isEmpty() ? List.of() : List.of(names.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gfx906", "gfx90a", "gfx1030"})
    void a_kernel_is_compiled_for(String architecture) throws IOException {
        assertThat(real("compile", source(KERNEL), architecture, "-ffp-contract=off"))
                .matches("(?s).*code: \\d{4,} ELF");
    }

    /** The reciprocal of a root is what FAST changes in all releases. */
    @Test
    void each_arithmetic_of_a_text_has_its_own_code_whichever_comes_first() throws IOException {
        String text = source("""
                extern "C" __global__ void k(float* a, const float* b, float c) {
                    a[threadIdx.x] = 1 / sqrtf(b[threadIdx.x]) + b[threadIdx.x + 1] * c;
                }
                """);
        String said =
                real("arithmetic", text, "gfx90a", "FAST", "STRICT", "CONTRACTED", "STRICT", "CONTRACTED", "FAST");
        List<String> lines =
                said.lines().filter(line -> line.matches("[A-Z]+ -?\\d+")).toList();

        assertThat(lines).as(said).hasSize(6);
        // Each arithmetic twice with the same code, and three codes in all.
        assertThat(lines.stream().distinct()).hasSize(3);
        assertThat(lines.stream().map(line -> line.split(" ")[1]).distinct()).hasSize(3);
    }

    @Test
    void an_architecture_that_would_end_the_process_is_refused() throws IOException {
        assertThat(real("compile", source(KERNEL), "gfx4711"))
                .contains("SPOROS_UNKNOWN_ARCHITECTURE")
                .contains("kernels cannot be compiled for 'gfx4711'");
    }

    @Test
    void a_source_that_does_not_compile_shows_the_compilers_log() throws IOException {
        assertThat(real("compile", source("extern \"C\" __global__ void f() { nonsense; }"), "gfx90a"))
                .contains("HIPRTC_ERROR_COMPILATION")
                .contains("use of undeclared identifier 'nonsense'");
    }

    @Test
    void structs_and_numbers_are_those_of_amds_headers() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/include/hip/hip_runtime_api.h")), "AMD's headers are not installed");
        assumeTrue(Files.exists(Path.of("src/test/cpp/layouts.cpp")), "the checker's source is not here");
        Path program = folder.resolve("layouts.o");
        Process compiler = new ProcessBuilder(
                        "g++",
                        "-std=c++17",
                        "-w",
                        "-D__HIP_PLATFORM_AMD__",
                        "-Isrc/main/cpp",
                        "-c",
                        "src/test/cpp/layouts.cpp",
                        "-o",
                        program.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(compiler.waitFor()).as(said).isZero();
    }
}
