package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Semaphores that come as file descriptors, on the device on the CPU: in a process of its own, which inherits one. */
class HipSemaphoreTest {
    @TempDir
    Path folder;

    private String run(String library) throws IOException {
        assumeTrue(Shims.run(List.of("sh", "-c", "command -v g++")).status() == 0, "there is no g++");
        Path semaphore = Files.write(folder.resolve("semaphore"), new byte[Long.BYTES]);
        return Shims.run(List.of(
                        "sh",
                        "-c",
                        "file=$1; shift; exec \"$@\" \"$file\" 7 7<>\"$file\"",
                        "sh",
                        semaphore.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + HipLibraries.RUNTIME_PROPERTY + "=" + Shims.file(library),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SemaphoreProgram.class.getName()))
                .text();
    }

    @Test
    void a_graph_waits_for_a_semaphore_and_raises_it() throws IOException {
        assertThat(run("libsporos-cpu-shim.so")).contains("before: false, 0").contains("after: 7, 5");
    }

    @Tag("matrix")
    @Test
    void a_release_without_their_nodes_refuses_them_by_name() throws IOException {
        assertThat(run("libsporos-cpu-shim-5.2.so"))
                .contains("S214: node 'drawn' (SemaphoreProgram.java:")
                .contains("S214: node 'computed' (SemaphoreProgram.java:")
                .contains("uses semaphore 'frames', which hip:0 cannot use");
    }
}
