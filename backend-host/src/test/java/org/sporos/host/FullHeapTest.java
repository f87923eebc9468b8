package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs go on after the heap was full; in a JVM of their own, as a full heap is nothing that other tests can share. */
@Tag("matrix")
class FullHeapTest {

    @ParameterizedTest
    @ValueSource(strings = {"host,threads=1", "host,threads=3", "host,threads=1,strict", "host,threads=3,strict"})
    void runs_pass_again_after_the_heap_was_full(String space) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx24m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullHeap.class.getName(),
                        space)
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(output).doesNotContain("hangs at").contains("passed");
            assertThat(jvm.waitFor()).isZero();
        } finally {
            jvm.destroyForcibly();
        }
    }
}
