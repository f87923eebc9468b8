package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sporos.contract.Patience;

/** The compilers of this machine, as processes. */
public final class Tools {
    private Tools() {}

    /** Skips the test where a tool is missing; with {@code -Dsporos.oracle.required=true} fails it. */
    public static void require(String tool, String reason) {
        if (!exists(tool)) {
            skip("no " + tool + ": " + reason);
        }
    }

    /** Skips the test; with {@code -Dsporos.oracle.required=true} fails it. */
    static void skip(String reason) {
        if (Boolean.getBoolean("sporos.oracle.required")) {
            fail(reason);
        }
        assumeTrue(false, reason);
    }

    static boolean exists(String tool) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(folder, tool))) {
                return true;
            }
        }
        return false;
    }

    /** Runs a command and returns its output; fails if its exit status is not 0. */
    public static String run(List<String> command, Path folder) throws IOException {
        Path log = Files.createTempFile(folder, "log", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            boolean ended = process.waitFor(Patience.SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            assertThat(ended)
                    .as("%s ends within %s s", command, Patience.SECONDS)
                    .isTrue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        String text = Files.readString(log);
        assertThat(process.exitValue())
                .as("%s in %s: %s", command, folder, text.substring(0, Math.min(4000, text.length())))
                .isZero();
        return text;
    }
}
