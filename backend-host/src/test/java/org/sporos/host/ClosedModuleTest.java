package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A program that is a module and opens nothing runs, without a flag, kernels that captured objects of all kinds. */
class ClosedModuleTest {
    private static final Optional<ToolProvider> JAVAC = ToolProvider.findFirst("javac");
    private static final Set<String> LIBRARIES = Set.of(
            "org.sporos.core",
            "org.sporos.algorithms",
            "org.sporos.communicators",
            "org.sporos.host",
            "org.jspecify",
            "com.google.common",
            "com.google.common.util.concurrent.internal",
            "org.objectweb.asm",
            "org.objectweb.asm.tree");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    /** What a program printed. */
    private record Output(String out, String err) {}

    @BeforeEach
    void needs_a_compiler() {
        assumeTrue(JAVAC.isPresent(), "this Java runtime has no javac");
    }

    @Test
    void captured_objects_of_all_kinds_give_their_values() throws Exception {
        Output output = run("closed.app.Main", "Main.java", "Parts.java");
        // No warning either, such as those of Java 24 and newer for unsafe access.
        assertThat(output.err()).isEmpty();
        assertThat(output.out().lines())
                .containsExactly(
                        "open false",
                        "this [3.75, 8.75, 13.75, 18.75]",
                        "superclass [1.5, 2.5, 3.5, 4.5]",
                        "functor [0.0, 0.1, 0.2, 0.30000000000000004]",
                        "record [7.0, 9.0, 11.0, 13.0]",
                        "captured record [10.0, 10.5, 11.0, 11.5]",
                        "anonymous [2.0, 3.0, 4.0, 5.0]",
                        "interface [0.0, 1.0, 4.0, 9.0]",
                        "enum [6.02, 7.02, 8.02, 9.02]",
                        "static [0.25, 1.25, 2.25, 3.25]",
                        "method reference [-1.0, 4.0, 9.0, 14.0]",
                        "local lambda [5.0, 6.0, 7.0, 8.0]",
                        "param [0.5, 1.5, 2.5, 3.5]",
                        "param again [0.75, 1.75, 2.75, 3.75]",
                        "reduction 15.0",
                        "record view [Pair[first=2.0, second=0], Pair[first=4.0, second=1]]");
    }

    @Test
    void what_a_closed_module_does_wrong_is_refused_with_its_line() throws Exception {
        Output output = run("closed.app.Wrong", "Wrong.java");
        assertThat(output.err()).isEmpty();
        assertThat(output.out()).isEqualTo("""
                K210: kernel 'a' of graph 'wrong' reads field Wrong.count, which is not final, at Wrong.java:20
                      Its value would silently freeze: make it final, copy it into a local variable, or use a param or a view.
                """);
    }

    @Test
    void kernels_of_algorithms_are_those_of_another_closed_module() throws Exception {
        assertThat(run("closed.app.Sorted", "Sorted.java"))
                .isEqualTo(new Output("[1, 2, 3, 5, 8] in org.sporos.algorithms\n", ""));
    }

    @Tag("matrix")
    @Test
    void an_image_that_was_linked_without_a_backend_says_how_to_link_it() throws Exception {
        Path classes = compiled("Spaces.java");
        String path = libraries() + File.pathSeparator + classes;
        Path without = link("without", path, "closed");
        assertThat(execute(without.toString(), "-m", "closed/closed.app.Spaces"))
                .isEqualTo(new Output(
                        "S211: no execution space is available: none; this image of jlink lacks its module, which no module"
                                + " requires; with the jar of org.sporos:sporos-host on the module path, call jlink with"
                                + " --add-modules org.sporos.host\n",
                        ""));
        Path with = link("with", path, "closed,org.sporos.host");
        assertThat(execute(with.toString(), "-m", "closed/closed.app.Spaces")).isEqualTo(new Output("opened\n", ""));
    }

    /** Links an image of modules, and returns its java. */
    private Path link(String name, String path, String modules) {
        ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow();
        Path image = folder.resolve(name);
        StringWriter text = new StringWriter();
        PrintWriter printer = new PrintWriter(text);
        int result = jlink.run(
                printer, printer, "-p", path, "--add-modules", modules + unpackaged(), "--output", image.toString());
        assertThat(result).as(text.toString()).isZero();
        return image.resolve("bin").resolve("java");
    }

    /** Compiles some of the files beside this class as a module, and runs it. */
    private Output run(String main, String... files) throws IOException, InterruptedException {
        Path classes = compiled(files);
        String path = libraries() + File.pathSeparator + classes;
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return execute(java, "-p", path, "--add-modules", "closed" + unpackaged(), "-m", "closed/" + main);
    }

    private Path compiled(String... files) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("source"));
        Files.writeString(sources.resolve("module-info.java"), "module closed { requires org.sporos.algorithms; }");
        for (String file : files) {
            try (var in = ClosedModuleTest.class.getResourceAsStream("closed/" + file)) {
                Files.write(sources.resolve(file), in.readAllBytes());
            }
        }
        Path classes = folder.resolve("classes");
        compile(sources, classes);
        return classes;
    }

    private Output execute(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "SPOROS_SPACE"));
        Path err = folder.resolve("err.txt");
        Process process = builder.redirectError(err.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return new Output(out, Files.readString(err));
    }

    private static void compile(Path sources, Path classes) throws IOException {
        StringWriter text = new StringWriter();
        PrintWriter printer = new PrintWriter(text);
        List<String> arguments =
                Arrays.stream(sources.toFile().listFiles()).map(File::toString).collect(Collectors.toList());
        arguments.addAll(List.of("-g", "-proc:none", "-d", classes.toString(), "-p", libraries()));
        int result = JAVAC.orElseThrow().run(printer, printer, arguments.toArray(new String[0]));
        assertThat(result).as(text.toString()).isZero();
    }

    /** The library's own modules and what they require, out of the class path of the tests. */
    private static String libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(ClosedModuleTest::isLibrary)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What the classes of core need as long as they are not in a jar, which holds it. */
    private static String unpackaged() {
        return libraries().contains("guava") ? ",com.google.common" : "";
    }

    private static boolean isLibrary(String path) {
        return !path.endsWith("-tests.jar")
                && !path.endsWith("test-classes")
                && ModuleFinder.of(Path.of(path)).findAll().stream()
                        .map(ModuleReference::descriptor)
                        .anyMatch(module -> LIBRARIES.contains(module.name()));
    }
}
