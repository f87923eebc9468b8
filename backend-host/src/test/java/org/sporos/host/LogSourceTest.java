package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sporos.arch.LogCalls;

final class LogSourceTest {

    @Test
    void records_of_the_log_have_named_methods_as_sources() throws Exception {
        Path classes = Path.of(HostOptions.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        assumeTrue(Files.isDirectory(classes), "the classes are in a jar");
        assertThat(LogCalls.of(classes)).hasSizeGreaterThan(3).noneMatch(LogCalls::isLambda);
        assertThat(LogCalls.loggersOf(classes)).isEmpty();
    }
}
