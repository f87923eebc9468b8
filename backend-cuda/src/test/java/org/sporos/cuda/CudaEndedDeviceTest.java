package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An error from which a context does not recover, in a JVM of its own, where there is a device. */
class CudaEndedDeviceTest {
    @Test
    void a_context_that_a_kernel_ended_is_told_and_everything_can_be_closed() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/nvidiactl")), "there is no NVIDIA device on this machine");
        OwnJvm.End end = new OwnJvm(TrapProgram.class).run();
        List<String> lines = end.output().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).isEqualTo("usable true");
        assertThat(lines.get(1))
                .matches(
                        "D401: cuStreamSynchronize failed with CUDA_ERROR_(LAUNCH_FAILED|ILLEGAL_INSTRUCTION) .*; these"
                                + " graphs ran: 'trapped' on stream 'default'; space 'cuda:0' cannot be used any more");
        assertThat(lines.get(2)).isEqualTo("usable false");
        assertThat(lines.get(3)).startsWith("S217: space 'cuda:0' was ended by a failure of the device: ");
        assertThat(lines.get(4)).isEqualTo("closed");
        assertThat(end.status()).isZero();
    }
}
