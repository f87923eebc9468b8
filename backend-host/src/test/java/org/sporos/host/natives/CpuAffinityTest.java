package org.sporos.host.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Threads leave a core and stay off one for as long as they are told to, and may run where they could before. */
class CpuAffinityTest {

    /** Does something in a thread of its own, whose cores are then no matter of other tests. */
    private static void apart(Callable<?> call) throws Exception {
        assumeTrue(Toolchain.find() != null, "skipped: no C++ compiler was found, without which threads are not moved");
        CpuAffinity.findSoon();
        for (int i = 0; i < 3000 && CpuAffinity.current() == CpuAffinity.UNKNOWN; i++) {
            Thread.sleep(10);
        }
        assertThat(CpuAffinity.current()).isNotNegative();
        FutureTask<?> task = new FutureTask<>(call);
        new Thread(task).start();
        task.get();
    }

    /** Returns the cores that this thread may run on, as Linux writes them. */
    private static String allowed() throws IOException {
        return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .findFirst()
                .orElseThrow();
    }

    private static void assumeCores() throws IOException {
        assumeTrue(!allowed().matches("\\d+"), "skipped: this process may run on one core only");
    }

    @Test
    void a_thread_leaves_its_core_for_another_and_may_come_back() throws Exception {
        assumeCores();
        apart(() -> {
            String before = allowed();
            int moved = 0;
            for (int i = 0; i < 100; i++) {
                int core = CpuAffinity.current();
                CpuAffinity.leave();
                moved += CpuAffinity.current() != core ? 1 : 0;
                assertThat(allowed()).isEqualTo(before);
            }
            // It may have been moved back in between, but not often.
            assertThat(moved).isGreaterThan(50);
            return moved;
        });
    }

    @Test
    void a_thread_stays_off_a_core_until_it_roams() throws Exception {
        assumeCores();
        apart(() -> {
            String before = allowed();
            int core = CpuAffinity.current();
            CpuAffinity.avoid(core);
            String within = allowed();
            assertThat(within).isNotEqualTo(before);
            for (int i = 0; i < 20; i++) {
                Thread.sleep(1);
                assertThat(CpuAffinity.current()).isNotEqualTo(core);
            }
            // Asked for meanwhile these change nothing: where it could run before would be forgotten.
            CpuAffinity.avoid(CpuAffinity.current());
            CpuAffinity.leave();
            assertThat(allowed()).isEqualTo(within);
            CpuAffinity.roam();
            assertThat(allowed()).isEqualTo(before);
            CpuAffinity.roam();
            assertThat(allowed()).isEqualTo(before);
            return core;
        });
    }

    @Test
    void cores_that_are_none_are_not_avoided() throws Exception {
        apart(() -> {
            String before = allowed();
            for (int core : new int[] {CpuAffinity.UNKNOWN, Integer.MIN_VALUE, 1 << 20, Integer.MAX_VALUE}) {
                CpuAffinity.avoid(core);
                assertThat(allowed()).isEqualTo(before);
                CpuAffinity.roam();
                assertThat(allowed()).isEqualTo(before);
            }
            return before;
        });
    }
}
