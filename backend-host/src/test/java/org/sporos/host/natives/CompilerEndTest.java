package org.sporos.host.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Patience;
import org.sporos.kernel.diskcache.ProcessTree;

/** A program runs with whatever compiler there is, and leaves neither files nor processes behind when it ends. */
@EnabledOnOs(OS.LINUX)
class CompilerEndTest {
    @TempDir
    Path folder;

    private Path temporary;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        temporary = Files.createDirectory(folder.resolve("tmp"));
    }

    @AfterEach
    void end() {
        started.forEach(process -> ProcessTree.kill(process.toHandle(), temporary));
    }

    private Process start(FakeCompiler fake, String... options) throws IOException {
        return start(NativeProcess.class, fake.command(), options);
    }

    private Process start(Class<?> program, String compiler, String... options) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-Dsporos.cache=" + folder.resolve("cache"),
                "-Dsporos.host.compiler=" + compiler));
        line.addAll(List.of(options));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        Process process = new ProcessBuilder(line)
                .redirectError(folder.resolve("errors").toFile())
                .start();
        started.add(process);
        return process;
    }

    /** Runs the process to its end and returns what it prints. */
    private static String printed(Process process) throws Exception {
        String text = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        return text.strip();
    }

    private String errors() throws IOException {
        return Files.readString(folder.resolve("errors"));
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("hsperf"))
                    .toList();
        }
    }

    private static void endsAll(FakeCompiler fake) throws Exception {
        for (ProcessHandle process : fake.alive()) {
            process.onExit().get(Patience.SECONDS, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FakeCompiler.WRITES_GARBAGE, FakeCompiler.WRITES_ANOTHER, FakeCompiler.WRITES_HALF})
    void kernels_stay_java_code_where_the_library_is_none_or_lacks_its_function(String what) throws Exception {
        assumeTrue(Toolchain.ofMachine() != null, "skipped: no C++ compiler was found");
        FakeCompiler fake = FakeCompiler.that(folder, what);
        assertThat(printed(start(fake))).isEqualTo("bytecode 2998.0");
        assertThat(errors()).contains("WARNING: K403: the compiler " + fake.command());
        assertThat(left()).isEmpty();
    }

    @Tag("matrix")
    @Test
    void a_compiler_that_hangs_delays_the_graph_by_its_limit_and_kernels_stay_java_code() throws Exception {
        FakeCompiler fake = FakeCompiler.that(folder, FakeCompiler.HANGS);
        assertThat(printed(start(fake, "-Dsporos.host.compiler.seconds=2"))).isEqualTo("bytecode 2998.0");
        assertThat(errors()).contains("WARNING: K402: the compiler " + fake.command() + " has not ended within 2 s");
        FakeCompiler atOnce = FakeCompiler.thatHangsAtOnce(folder);
        assertThat(printed(start(atOnce, "-Dsporos.host.compiler.seconds=2"))).isEqualTo("bytecode 2998.0");
        assertThat(errors()).contains("WARNING: K402: the compiler " + atOnce.command() + " has not ended within 2 s");
        endsAll(fake);
        endsAll(atOnce);
        assertThat(left()).isEmpty();
    }

    @Test
    void without_a_temporary_folder_that_is_told_and_kernels_stay_java_code() throws Exception {
        assumeTrue(Toolchain.ofMachine() != null, "skipped: no C++ compiler was found");
        String compiler = Objects.requireNonNull(Toolchain.ofMachine()).command();
        Path missing = folder.resolve("missing");
        assertThat(printed(start(NativeProcess.class, compiler, "-Djava.io.tmpdir=" + missing)))
                .isEqualTo("bytecode 2998.0");
        assertThat(errors())
                .contains(
                        "K401: no C++ of these kernels: no compiler can work without a temporary folder (", "/missing");
    }

    @Test
    void a_program_that_ends_while_the_compiler_works_ends_it_and_leaves_nothing() throws Exception {
        for (boolean asked : new boolean[] {true, false}) {
            FakeCompiler fake = FakeCompiler.that(folder, FakeCompiler.HANGS);
            Process process = start(fake);
            fake.awaitProcesses(2);
            if (asked) {
                process.getOutputStream().close();
            } else {
                process.toHandle().destroy();
            }
            printed(process);
            endsAll(fake);
            assertThat(left()).isEmpty();
            assertThat(errors()).doesNotContain("kernels", "Exception");
        }
    }

    @Test
    void what_a_killed_program_leaves_goes_after_a_day() throws Exception {
        FakeCompiler fake = FakeCompiler.that(folder, FakeCompiler.HANGS);
        Process killed = start(fake);
        fake.awaitProcesses(2);
        killed.destroyForcibly().waitFor();
        assertThat(fake.alive()).hasSizeGreaterThan(1);
        assertThat(left()).hasSize(1);
        Files.setLastModifiedTime(left().get(0), FileTime.from(Instant.now().minus(Duration.ofHours(25))));
        FakeCompiler next = FakeCompiler.that(folder, FakeCompiler.WRITES_GARBAGE);
        assertThat(printed(start(next))).isEqualTo("bytecode 2998.0");
        endsAll(fake);
        assertThat(left()).isEmpty();
    }

    @Tag("matrix")
    @Test
    void explain_says_why_a_busy_kernel_has_no_cpp() throws Exception {
        assertThat(printed(start(AutoProcess.class, "/nowhere/g++")))
                .contains("code: bytecode; bytecode ")
                .endsWith(
                        "no C++: the compiler '/nowhere/g++' that sporos.host.compiler names does not say its version");
        FakeCompiler fails = FakeCompiler.that(folder, "echo no licence; exit 1");
        assertThat(printed(start(AutoProcess.class, fails.command())))
                .endsWith("no C++: " + fails.command() + " says no licence");
        assertThat(printed(start(AutoProcess.class, "g++", "-Dsporos.host.compiler.march=abacus")))
                .contains("no C++: g++ says ", "abacus");
        FakeCompiler writes = FakeCompiler.that(folder, FakeCompiler.WRITES_GARBAGE);
        assertThat(printed(start(AutoProcess.class, writes.command())))
                .contains("no C++: K403: the compiler " + writes.command());
        FakeCompiler hangs = FakeCompiler.that(folder, FakeCompiler.HANGS);
        assertThat(printed(start(AutoProcess.class, hangs.command(), "-Dsporos.host.compiler.seconds=2")))
                .contains("no C++: K402: the compiler " + hangs.command());
        endsAll(hangs);
    }

    @Test
    void libraries_are_kept_for_profilers_where_they_are_asked_for_with_the_labels_of_nodes_as_symbols()
            throws Exception {
        Toolchain real = Toolchain.ofMachine();
        assumeTrue(real != null, "skipped: no C++ compiler was found");
        Path kept = folder.resolve("kept");
        String command = java.util.Objects.requireNonNull(real).command();
        for (int run = 0; run < 2; run++) {
            // The second one takes the library from the cache.
            assertThat(printed(start(AutoProcess.class, command, "-Dsporos.host.keep=" + kept)))
                    .contains("native ");
        }
        try (Stream<Path> files = Files.list(kept)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(2);
            for (Path file : all) {
                assertThat(file.getFileName().toString()).matches("kernels[0-9]+\\.so");
                byte[] library = Files.readAllBytes(file);
                assertThat(ElfFile.violation(library)).isNull();
                assertThat(new String(library, java.nio.charset.StandardCharsets.ISO_8859_1))
                        .contains("\0k0_grow_a_bit\0", "\0" + NativeLibrary.FUNCTION + "\0");
            }
        }
        assertThat(left()).isEmpty();
        assertThat(printed(start(AutoProcess.class, command, "-Dsporos.host.keep=/proc/none")))
                .contains("native ");
        assertThat(errors())
                .contains(
                        "WARNING: no library of kernels is kept in the folder '/proc/none' that sporos.host.keep names: ");
    }
}
