package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes that meet by a file, without an MPI, with operations on their devices. */
@EnabledOnOs(OS.LINUX)
final class HipSocketRanksTest {
    @TempDir
    Path folder;

    private Process start(int rank, String mode) throws Exception {
        String shim = Shims.file("libsporos-cpu-shim.so").toString();
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Dsporos.comm.seconds=4",
                "-D" + HipLibraries.RUNTIME_PROPERTY + "=" + shim,
                "-D" + HipLibraries.COLLECTIVES_PROPERTY + "=" + shim,
                "-cp",
                System.getProperty("java.class.path"),
                SocketRanksProgram.class.getName(),
                mode);
        builder.environment().put("SPOROS_SHIM_DEVICES", "2");
        builder.environment().put("SPOROS_COMM_RANK", "" + rank);
        builder.environment().put("SPOROS_COMM_SIZE", "2");
        builder.environment().put("SPOROS_COMM_ADDRESS", "file:" + folder.resolve("ranks"));
        return builder.redirectErrorStream(true)
                .redirectOutput(output(rank).toFile())
                .start();
    }

    private Path output(int rank) {
        return folder.resolve("output of " + rank);
    }

    /** Returns what rank 0 printed until its end. */
    private String run(String mode) throws Exception {
        List<Process> all = new ArrayList<>();
        try {
            all.add(start(0, mode));
            all.add(start(1, mode));
            assertThat(all.get(0).waitFor(100, TimeUnit.SECONDS))
                    .as(Files.readString(output(0)) + Files.readString(output(1)))
                    .isTrue();
            if (mode.equals("right")) {
                all.get(1).waitFor();
            }
        } finally {
            all.forEach(Process::destroyForcibly);
        }
        return Files.readString(output(0));
    }

    @Test
    void processes_meet_by_a_file_and_add_on_their_devices() throws Exception {
        assertThat(run("right")).contains("communicator of rank 0 of 2 (tcp, rccl 2.18.3 on hip:0)", "rank 0 has 3.0");
        assertThat(Files.readString(output(1)))
                .contains("communicator of rank 1 of 2 (tcp, rccl 2.18.3 on hip:1)", "rank 1 has 3.0");
    }

    @Test
    void a_process_that_is_gone_ends_the_run_of_the_other_at_once() throws Exception {
        assertThat(run("halt"))
                .contains("rank 0 met C406: node 'norm' (SocketRanksProgram.java:27) of graph 'step' fails: the"
                        + " message-passing library says: the process of rank 1 is gone")
                .contains("rank 0 ends all processes of the job");
    }

    @Test
    void a_process_that_is_frozen_is_named_when_the_deadline_is_over() throws Exception {
        assertThat(run("freeze"))
                .contains("rank 0 met C402: node 'norm' (SocketRanksProgram.java:27) of graph 'step' fails: within 4 s"
                        + " rank 1 has not come to it");
    }
}
