package org.sporos.kernel;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/** Java compilers that a machine has, beside the one that compiled the tests. */
final class Compilers {
    private static final String RELEASE = Runtime.version().feature() >= 25 ? "25" : "17";

    private Compilers() {}

    /** Compiles with the compiler of the JDK that runs. */
    static void running(Path into, List<Path> sources, String... flags) {
        StringWriter text = new StringWriter();
        String[] arguments = arguments(into, sources, flags).toArray(new String[0]);
        int result = java.util.spi.ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(text), new PrintWriter(text), arguments);
        require(result == 0, text);
    }

    /** Compiles with Eclipse's compiler. */
    static void eclipse(Path into, List<Path> sources, String... flags) {
        StringWriter text = new StringWriter();
        List<String> arguments = arguments(into, sources, flags);
        arguments.add("-nowarn");
        PrintWriter out = new PrintWriter(text);
        require(BatchCompiler.compile(arguments.toArray(new String[0]), out, out, null), text);
    }

    /** Compiles with the javac of another JDK. */
    static void other(Path javac, Path into, List<Path> sources, String... flags) {
        List<String> command = arguments(into, sources, flags);
        command.add(0, javac.toString());
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            require(process.waitFor() == 0, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the javac of Java 25, of {@code JAVA_HOME_25} or of a JDK where Linux distributions put them. */
    static Optional<Path> javac25() {
        List<Path> homes = new ArrayList<>();
        Optional.ofNullable(System.getenv("JAVA_HOME_25")).ifPresent(home -> homes.add(Path.of(home)));
        Path usual = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(usual)) {
            try (Stream<Path> found = Files.list(usual)) {
                found.filter(Compilers::is25).sorted().forEach(homes::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return homes.stream()
                .map(home -> home.resolve("bin/javac"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean is25(Path home) {
        try {
            return Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"25");
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> arguments(Path into, List<Path> sources, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(flags));
        arguments.addAll(List.of("--release", RELEASE, "-encoding", "UTF-8", "-proc:none"));
        arguments.addAll(List.of("-cp", Libraries.testClassPath(), "-d", into.toString()));
        sources.forEach(source -> arguments.add(source.toString()));
        return arguments;
    }

    private static void require(boolean succeeded, Object text) {
        if (!succeeded) {
            throw new AssertionError(text.toString());
        }
    }
}
