package org.sporos.hip;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * The libraries of {@code src/test/cpp/shim} that stand in for AMD's: {@code cpu} runs all on the CPU, {@code cpu-5.2}
 * does so as an old release, without what came later, and {@code cuda} runs on an NVIDIA GPU.
 *
 * <p>The system property {@code sporos.hip.shim} names the one for HIP spaces of this process; without it they are
 * AMD's. Where {@code sporos.hip.shims} names a folder, it has them; elsewhere g++ makes them.
 */
final class Shims {
    private static final String NAME = "sporos.hip.shim";
    private static final String FOLDER = "sporos.hip.shims";

    private Shims() {}

    /** Has HIP spaces use the shim that a property names, if one does. Before the first of them is looked for. */
    static void install() {
        String name = System.getProperty(NAME);
        if (name != null && !name.isEmpty() && System.getProperty(HipLibraries.RUNTIME_PROPERTY) == null) {
            String shim = file("libsporos-" + name.replaceFirst("cpu|cuda", "$0-shim") + ".so")
                    .toString();
            System.setProperty(HipLibraries.RUNTIME_PROPERTY, shim);
            System.setProperty(HipLibraries.COLLECTIVES_PROPERTY, shim);
        }
    }

    /** Returns a library or program by its name; skips the test where it cannot be made. */
    static Path file(String name) {
        String folder = System.getProperty(FOLDER);
        if (folder == null) {
            folder = System.getProperty("sporos.build.dir", "target") + "/shims";
            build(folder, name);
        }
        Path file = Path.of(folder, name).toAbsolutePath();
        Assumptions.assumeTrue(Files.exists(file), file + " does not exist");
        // Copying may have lost it.
        Assumptions.assumeTrue(file.toFile().setExecutable(true), file + " cannot be made executable");
        return file;
    }

    private static void build(String folder, String name) {
        Path build = Path.of("src/test/cpp/shim/build");
        Assumptions.assumeTrue(Files.exists(build), "the sources of the shims are not here");
        Assumptions.assumeTrue(run(List.of("sh", "-c", "command -v g++")).status == 0, "there is no g++");
        Said said = run(List.of("sh", build.toString(), folder, name));
        if (said.status != 0) {
            throw new AssertionError(name + " cannot be made: " + said.text);
        }
    }

    /** What a program said, and the status that it ended with. */
    record Said(int status, String text) {}

    static Said run(List<String> command) {
        return run(new ProcessBuilder(command));
    }

    static Said run(ProcessBuilder builder) {
        try {
            Process process = builder.redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(process.waitFor(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
