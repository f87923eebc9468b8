package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sporos.contract.Patience;

/** Runs the main method of a class in a JVM of its own, which must end by itself. */
public final class OwnJvm {
    /** The release of Java that warns of native access, between the lines of the program. */
    private static final int FIRST_TO_WARN = 22;

    private final Class<?> main;
    private final Map<String, String> variables = new HashMap<>();
    private final List<String> properties = new ArrayList<>();
    private final List<String> tool = new ArrayList<>();
    private String classPath = System.getProperty("java.class.path");

    /** Prepares a run. */
    public OwnJvm(Class<?> main) {
        this.main = main;
    }

    /** The output of a process on both its streams, and its exit status. */
    public record End(String output, int status) {}

    /** Gives the JVM another class path than that of this one. */
    OwnJvm withClassPath(String path) {
        this.classPath = path;
        return this;
    }

    /** Sets an environment variable. */
    OwnJvm withVariable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** Sets a system property. */
    OwnJvm withProperty(String name, String value) {
        properties.add("-D" + name + "=" + value);
        return this;
    }

    /** Runs the JVM by a tool, whose arguments end with a command. */
    OwnJvm under(String... command) {
        tool.addAll(List.of(command));
        return this;
    }

    /** Runs it, and fails if it has not ended in time. */
    public End run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(tool);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        if (Runtime.version().feature() >= FIRST_TO_WARN) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(properties);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("output", ".txt");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
            builder.environment().putAll(variables);
            Process java = builder.start();
            boolean ended = java.waitFor(Patience.SECONDS, TimeUnit.SECONDS);
            java.destroyForcibly();
            String output = Files.readString(out, StandardCharsets.UTF_8);
            assertThat(ended)
                    .as("%s ended within %d s: %s", main.getName(), Patience.SECONDS, output)
                    .isTrue();
            return new End(output, java.exitValue());
        } finally {
            Files.delete(out);
        }
    }
}
