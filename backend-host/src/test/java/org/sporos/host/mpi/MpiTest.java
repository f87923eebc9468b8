package org.sporos.host.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.RankCollectives;
import org.sporos.contract.RankLaunch;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.matrix.Full;

/** Programs of several processes, started by the launchers of the MPIs of this machine. */
@EnabledOnOs(OS.LINUX)
final class MpiTest {
    private static Stream<Arguments> ranks() {
        return Full.matrix(
                Arguments.of("openmpi", 3),
                Arguments.of("openmpi", 1),
                Arguments.of("openmpi", 2),
                Arguments.of("openmpi", 4),
                Arguments.of("mpich", 1),
                Arguments.of("mpich", 2),
                Arguments.of("mpich", 3),
                Arguments.of("mpich", 4));
    }

    private static Stream<String> brands() {
        return Full.matrix("mpich", "openmpi");
    }

    @TempDir
    Path folder;

    private RankLaunch launch(String mpi) {
        return new RankLaunch(mpi, folder);
    }

    @ParameterizedTest
    @MethodSource("ranks")
    void every_operation_is_right_on_every_rank(String mpi, int n) throws Exception {
        List<String> lines = launch(mpi).run(n, RankCollectives.class.getName(), "host");
        assertThat(lines)
                .containsAll(IntStream.range(0, n)
                        .mapToObj(rank -> "rank " + rank + " of " + n + " is right")
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("brands")
    void memory_that_messages_cannot_reach_is_staged(String mpi) throws Exception {
        assertThat(launch(mpi).run(2, RankCollectives.class.getName(), "host,strict"))
                .contains("rank 0 of 2 is right", "rank 1 of 2 is right");
    }

    @ParameterizedTest
    @MethodSource("brands")
    void a_rank_that_fails_in_a_kernel_ends_the_runs_of_the_others_and_the_job(String mpi) throws Exception {
        try (RankLaunch.Job job = launch(mpi).start(2, RankFailure.class.getName(), "kernel")) {
            assertThat(job.exitCode()).isNotZero();
            assertThat(job.output())
                    .contains("rank 1 met R302: node 'divide'")
                    // The job may end before rank 0 has printed its failure.
                    .containsPattern("rank 0 (met|has failed:) C404: node 'norm'")
                    .contains("rank 1 has closed its communicator after 5 operations")
                    .contains("ends all processes of the job");
        }
    }

    @ParameterizedTest
    @MethodSource("brands")
    void a_rank_at_another_graph_ends_the_runs_of_all(String mpi) throws Exception {
        try (RankLaunch.Job job = launch(mpi).start(3, RankFailure.class.getName(), "other")) {
            assertThat(job.exitCode()).isNotZero();
            assertThat(job.output())
                    .containsPattern("rank 2 met C40[35]: node 'save'")
                    .containsPattern("rank 0 met C40[35]: node 'norm'")
                    .contains("is at node 'save' (operation 5)");
        }
    }

    @Tag("matrix")
    @ParameterizedTest
    @MethodSource("brands")
    void a_rank_that_hangs_is_named_within_the_deadline(String mpi) throws Exception {
        RankLaunch launch = launch(mpi).options("-Dsporos.comm.seconds=3");
        try (RankLaunch.Job job = launch.start(2, RankFailure.class.getName(), "hangs")) {
            assertThat(job.exitCode()).isNotZero();
            assertThat(job.output())
                    .contains("rank 0 met C402: node 'norm'")
                    .contains("within 3 s rank 1 has not come to it");
        }
    }

    /** The launcher of MPICH 4.0 ends the survivors itself, also with -disable-auto-cleanup; there a rank is frozen. */
    @Tag("matrix")
    @ParameterizedTest
    @CsvSource({"openmpi,--enable-recovery,-KILL", "openmpi,--quiet,-STOP", "mpich,-prepend-rank,-STOP"})
    void a_rank_that_is_killed_or_frozen_is_named_within_the_deadline(String mpi, String option, String signal)
            throws Exception {
        RankLaunch launch = launch(mpi).launcher(option).options("-Dsporos.comm.seconds=3");
        try (RankLaunch.Job job = launch.start(2, RankFailure.class.getName(), signal)) {
            job.exitCode();
            assertThat(job.output())
                    .containsPattern("rank 0 met C40[26]: node 'norm'")
                    .contains("ends all processes of the job");
        }
    }

    private List<String> alone(String program, String... options) throws Exception {
        List<String> line = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path")));
        line.addAll(List.of(options));
        line.addAll(List.of(program, "host"));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    @Test
    void a_program_that_no_launcher_has_started_is_one_rank() throws Exception {
        assertThat(alone(RankCollectives.class.getName())).contains("rank 0 of 1 is right");
    }

    @Test
    void where_there_is_no_compiler_wrapper_the_kind_says_so() throws Exception {
        assertThat(alone(RankCollectives.class.getName(), "-Dsporos.comm=mpi", "-Dsporos.mpi.compiler=/no/such/mpicc"))
                .anyMatch(text -> text.contains("C400: mpi: not available: the compiler wrapper '/no/such/mpicc' that"
                        + " sporos.mpi.compiler names is not there"));
    }

    @Test
    void a_wrapper_that_compiles_nothing_is_named() throws Exception {
        Path wrapper = Files.writeString(folder.resolve("mpicc"), "#!/bin/sh\necho no licence\nexit 1\n");
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();
        assertThat(alone(RankCollectives.class.getName(), "-Dsporos.comm=mpi", "-Dsporos.mpi.compiler=" + wrapper))
                .anyMatch(text -> text.contains("C414: the glue to MPI cannot be made by '" + wrapper + "'")
                        && text.contains("says no licence"));
    }

    @Tag("matrix")
    @ParameterizedTest
    @MethodSource("brands")
    void the_library_of_another_launcher_is_refused(String mpi) throws Exception {
        String other = mpi.equals("mpich") ? "openmpi" : "mpich";
        new RankLaunch(other, folder);
        RankLaunch launch = launch(mpi).options("-Dsporos.mpi.compiler=mpicc." + other);
        try (RankLaunch.Job job = launch.start(2, RankCollectives.class.getName(), "host")) {
            job.exitCode();
            assertThat(job.output()).contains("C401: the launcher has started 2 processes");
        }
    }

    @ParameterizedTest
    @MethodSource("brands")
    void mpi_begins_once(String mpi) throws Exception {
        assertThat(launch(mpi).run(1, RankTwice.class.getName()))
                .anyMatch(text -> text.startsWith("C413: the communicator of MPI was opened before"));
    }

    @Test
    void an_mpi_for_one_thread_is_refused() {
        assertThat(MpiTransport.oneThread("Small MPI 1.0"))
                .hasMessage(
                        "C415: Small MPI 1.0 does not let several threads call it (MPI_THREAD_MULTIPLE), which nodes of"
                                + " graphs need; use an MPI that was built with it");
    }

    @Test
    void the_glue_needs_its_compiler() {
        assertThatThrownBy(() -> new MpiGlue("/no/such/mpicc", BinaryCache.off()).load())
                .hasMessageContaining("/no/such/mpicc");
    }
}
