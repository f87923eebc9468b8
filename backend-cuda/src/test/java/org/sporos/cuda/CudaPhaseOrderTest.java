package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sporos.contract.PhaseOrders.Barrier;

/**
 * Barriers within launches of phases, where there is a device and compute-sanitizer. Its racecheck knows accesses to
 * shared memory alone. Barriers between phases, which order accesses to global memory, are HipPhaseOrderTest's.
 */
class CudaPhaseOrderTest {
    private static String sanitizer() {
        assumeTrue(Files.exists(Path.of("/dev/nvidiactl")), "there is no NVIDIA device on this machine");
        String folders = System.getenv().getOrDefault("PATH", "") + ":/usr/local/cuda/bin";
        Path found = Stream.of(folders.split(":"))
                .map(folder -> Path.of(folder, "compute-sanitizer"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(found != null, "there is no compute-sanitizer on this machine");
        return found.toString();
    }

    private static String racecheck(String... arguments) throws Exception {
        OwnJvm.End end = new OwnJvm(PhaseOrderProgram.class)
                .under(sanitizer(), "--tool", "racecheck", "--target-processes", "all")
                .withProperty("sporos.cache", "off")
                .run(arguments);
        assertThat(end.output()).contains("loop of a wave: ").doesNotContain("no phases");
        return end.output();
    }

    @Test
    void racecheck_finds_no_hazard_in_chains_loops_and_random_graphs_of_phases() throws Exception {
        assertThat(racecheck("1", "10")).contains("RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)");
    }

    @Test
    void racecheck_finds_a_barrier_that_is_missing_behind_rows_in_shared_memory() throws Exception {
        assertThat(racecheck("1", "0", Barrier.STAGED.name()))
                .contains("Error: Race reported between Write access at k1_step_and_19_more");
    }
}
