package org.sporos.kernel.diskcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.contract.Patience;

/** A scratch folder lives as long as its work, and never longer than the JVM. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ScratchFolderTest {
    private static final int ROUNDS = 3;

    @Test
    void it_is_a_folder_of_its_own_until_it_is_closed() throws IOException {
        Path first;
        try (ScratchFolder scratch = ScratchFolder.open("test");
                ScratchFolder other = ScratchFolder.open("test")) {
            first = scratch.path();
            assertThat(first).isDirectory().hasParent(ProcessFolder.path()).isNotEqualTo(other.path());
            Files.writeString(first.resolve("file"), "text");
            assertThat(scratch.isEnding()).isFalse();
            scratch.requireNotEnding();
        }
        assertThat(first).doesNotExist();
    }

    @Test
    void nothing_is_left_by_threads_that_use_some_when_the_jvm_ends(@TempDir Path temporary) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Djava.io.tmpdir=" + temporary,
                            "-cp",
                            System.getProperty("java.class.path"),
                            ScratchProcess.class.getName())
                    .inheritIO()
                    .start();
            assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith("sporos")))
                    .isEmpty();
        }
    }
}
