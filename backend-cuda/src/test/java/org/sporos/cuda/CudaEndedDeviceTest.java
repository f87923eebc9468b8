package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.contract.Patience;

/** An error from which a context does not recover, in a JVM of its own, where there is a device. */
class CudaEndedDeviceTest {
    private static final long SECONDS = Patience.SECONDS;
    /** The release of Java that warns of native access, on the stream that is compared. */
    private static final int FIRST_TO_WARN = 22;

    @TempDir
    Path folder;

    @Test
    void a_context_that_a_kernel_ended_is_told_and_everything_can_be_closed() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/nvidiactl")), "there is no NVIDIA device on this machine");
        Path out = folder.resolve("out.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TrapProgram.class.getName()));
        if (Runtime.version().feature() >= FIRST_TO_WARN) {
            command.add(1, "--enable-native-access=ALL-UNNAMED");
        }
        Process java = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        boolean ended = java.waitFor(SECONDS, TimeUnit.SECONDS);
        java.destroyForcibly();

        List<String> lines = Files.readAllLines(out, StandardCharsets.UTF_8);
        assertThat(ended).as("ended within %d s: %s", SECONDS, lines).isTrue();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).isEqualTo("usable true");
        assertThat(lines.get(1))
                .matches(
                        "D401: cuStreamSynchronize failed with CUDA_ERROR_(LAUNCH_FAILED|ILLEGAL_INSTRUCTION) .*; these"
                                + " graphs ran: 'trapped' on stream 'default'; space 'cuda:0' cannot be used any more");
        assertThat(lines.get(2)).isEqualTo("usable false");
        assertThat(lines.get(3)).startsWith("S217: space 'cuda:0' was ended by a failure of the device: ");
        assertThat(lines.get(4)).isEqualTo("closed");
        assertThat(java.exitValue()).isZero();
    }
}
