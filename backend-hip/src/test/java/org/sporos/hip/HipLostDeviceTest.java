package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A device that has ended, on the CPU, in a process of its own: each space says so, and closing says nothing. */
class HipLostDeviceTest {
    @Test
    void two_spaces_of_a_lost_device_are_told_and_can_be_closed() {
        Shims.Said said = Shims.run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + HipLibraries.RUNTIME_PROPERTY + "=" + Shims.file("libsporos-cpu-shim.so"),
                "-cp",
                System.getProperty("java.class.path"),
                LostDeviceProgram.class.getName()));
        assertThat(said.text())
                .contains("cannot be used any more")
                .contains("mirror of 100")
                .endsWith("closed\n");
        assertThat(said.text().lines().filter("usable false"::equals)).hasSize(2);
        assertThat(said.status()).isZero();
    }
}
