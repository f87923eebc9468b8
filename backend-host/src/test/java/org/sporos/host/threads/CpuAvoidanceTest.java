package org.sporos.host.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sporos.host.natives.CpuAffinity;
import org.sporos.host.run.Completion;
import org.sporos.host.run.Job;

/** Workers do not sleep where they would be woken on the core of a thread that was left alone. */
class CpuAvoidanceTest {
    private static final int TRIES = 1000;

    @Test
    void a_worker_sleeps_off_the_core_of_a_thread_that_was_left_alone_and_roams_when_it_is_awake() throws Exception {
        assumeCores();
        String everywhere = allowed(Files.readString(Path.of("/proc/self/status")));
        assumeTrue(!everywhere.matches("\\d+"), "skipped: this process may run on one core only");
        Scheduler pool = new Scheduler(2, "lonely", true);
        pool.noteCore();
        pool.workerThreads().start();
        int place = -1;
        try {
            assertThat(comesTrue(() -> workers().stream().anyMatch(cores -> !cores.equals(everywhere))))
                    .isTrue();
            place = pool.activate(new Job() {
                @Override
                public boolean hasReady() {
                    return true;
                }

                @Override
                public void turn(int worker, @Nullable Completion until, long target) {
                    Thread.onSpinWait();
                }
            });
            pool.signal();
            assertThat(comesTrue(() -> workers().stream().allMatch(everywhere::equals)))
                    .isTrue();
        } finally {
            if (place >= 0) {
                pool.deactivate(place);
            }
            pool.workerThreads().close();
        }
    }

    @Test
    void each_time_that_a_thread_was_left_alone_one_worker_avoids_its_core() throws Exception {
        assumeCores();
        inOneThread(new CpuAvoidance(true), true);
    }

    @Test
    void workers_that_may_not_be_moved_are_not() throws Exception {
        assumeCores();
        inOneThread(new CpuAvoidance(false), false);
    }

    @Test
    void no_worker_is_moved_where_the_property_says_so() throws Exception {
        assumeCores();
        System.setProperty("sporos.host.cores", "false");
        try {
            inOneThread(new CpuAvoidance(true), false);
        } finally {
            System.clearProperty("sporos.host.cores");
        }
    }

    @Test
    void a_worker_leaves_the_core_of_another_thread_and_no_thread_its_own() throws Exception {
        assumeCores();
        assumeTrue(Runtime.getRuntime().availableProcessors() == 2, "skipped: not two cores");
        CpuAvoidance core = new CpuAvoidance(true);
        int[] cores = new int[2];
        inThread(() -> {
            cores[0] = CpuAffinity.current();
            core.noteThisCore();
            core.leave();
            CpuAffinity.avoid(cores[0]);
            cores[1] = CpuAffinity.current();
        });
        boolean[] leaves = new boolean[1];
        inThread(() -> {
            for (int i = 0; i < TRIES && !leaves[0]; i++) {
                CpuAffinity.avoid(cores[1]);
                CpuAffinity.roam();
                // Linux may have moved the thread since.
                boolean isThere = CpuAffinity.current() == cores[0];
                core.leave();
                leaves[0] = isThere && CpuAffinity.current() == cores[1];
            }
        });
        assertThat(leaves[0]).isTrue();
        assertThat(core.avoid()).as("left once").isFalse();
    }

    private static void inThread(Runnable part) throws InterruptedException {
        Thread thread = new Thread(part);
        thread.start();
        thread.join();
    }

    private static void inOneThread(CpuAvoidance core, boolean moves) throws InterruptedException {
        boolean[] avoided = new boolean[3];
        inThread(() -> {
            avoided[0] = core.avoid();
            core.noteThisCore();
            avoided[1] = core.avoid();
            CpuAffinity.roam();
            avoided[2] = core.avoid();
        });
        assertThat(avoided).containsExactly(false, moves, false);
    }

    private static void assumeCores() throws InterruptedException {
        CpuAffinity.findSoon();
        for (int i = 0; i < TRIES && CpuAffinity.current() == CpuAffinity.UNKNOWN; i++) {
            Thread.sleep(10);
        }
        assumeTrue(
                CpuAffinity.current() != CpuAffinity.UNKNOWN,
                "skipped: no C++ compiler was found, or this is not Linux");
    }

    private interface Check {
        boolean holds() throws IOException;
    }

    private static boolean comesTrue(Check check) throws IOException, InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            if (check.holds()) {
                return true;
            }
            Thread.sleep(10);
        }
        return false;
    }

    /** Returns the cores that each worker may run on, as Linux writes them. */
    private static List<String> workers() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.map(thread -> status(thread.resolve("status")))
                    .filter(status -> status.contains("Name:\tlonely-"))
                    .map(CpuAvoidanceTest::allowed)
                    .toList();
        }
    }

    private static String status(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException threadHasEnded) {
            return "";
        }
    }

    private static String allowed(String status) {
        return status.lines()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .findFirst()
                .orElse("");
    }
}
