package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.space.ExecutionSpaces;

class HipBackendProviderTest {
    @TempDir
    Path folder;

    @Test
    void without_a_device_the_reason_names_the_missing_device_node() {
        Path device = folder.resolve("none");

        assertThat(new HipBackendProvider(device, false).probe())
                .hasToString("hip: not available: no AMD device on this machine (" + device + " does not exist)");
    }

    @Test
    void opening_it_tells_the_reason() {
        Path device = folder.resolve("none");

        assertThatThrownBy(() -> new HipBackendProvider(device, false).open(SpaceSpec.parse("hip")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S211: hip: not available: no AMD device on this machine (" + device + " does not exist)");
    }

    @Test
    void the_service_loader_finds_it() {
        assertThat(ExecutionSpaces.available())
                .anySatisfy(found -> assertThat(found.kind()).isEqualTo("hip"));
    }
}
