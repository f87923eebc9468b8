package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.view.IntView;

/** The warning of a submit that waits for long, on a device whose runs take their time, or never end. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@Timeout(60)
final class GpuStallTest {
    private static final int MOST = 1024;

    private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getMessage().startsWith("S22")) {
                warnings.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** A device whose runs end one after the other, each after a time. */
    private static final class SlowDriver extends RecordingDriver {
        private final Map<Long, Long> runsBefore = new ConcurrentHashMap<>();
        private final Map<Long, Long> awaited = new ConcurrentHashMap<>();
        private volatile long begin = System.nanoTime();
        private volatile long runNanos;
        private long launched;

        @Override
        public void launchGraph(long executable, long stream) {
            super.launchGraph(executable, stream);
            launched++;
        }

        @Override
        public void record(long event, long stream) {
            runsBefore.put(event, launched);
        }

        @Override
        public void await(long event, long stream) {
            awaited.put(stream, runsBefore.getOrDefault(event, 0L));
        }

        @Override
        public boolean isIdle(long stream) {
            Long runs = awaited.get(stream);
            return runNanos == 0 || (System.nanoTime() - begin) / runNanos >= (runs == null ? launched : runs);
        }
    }

    @BeforeEach
    void listen() {
        System.setProperty("sporos.stall.seconds", "1");
        Logger.getLogger("org.sporos").addHandler(handler);
    }

    @AfterEach
    void restore() {
        Logger.getLogger("org.sporos").removeHandler(handler);
        System.clearProperty("sporos.stall.seconds");
    }

    private long longestSubmit(long runMillis, long endMillis) {
        SlowDriver driver = new SlowDriver();
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                ExecutableGraph exec = Graph.define("waits", root -> root.thenHost("wait", Access.reads(), () -> {}))
                        .instantiate(space)) {
            driver.runNanos = TimeUnit.MILLISECONDS.toNanos(runMillis);
            driver.begin = System.nanoTime();
            Thread end = new Thread(() -> {
                Patience.sleep(endMillis);
                driver.runNanos = 0;
            });
            end.start();
            long longest = 0;
            for (int run = 0; run < MOST + 1; run++) {
                long before = System.nanoTime();
                exec.submit();
                longest = Math.max(longest, System.nanoTime() - before);
            }
            space.fence();
            return TimeUnit.NANOSECONDS.toMillis(longest);
        }
    }

    @Test
    void a_submit_to_a_full_stream_whose_runs_still_end_does_not_warn() {
        assertThat(longestSubmit(100, 3000)).as("longer than the patience").isGreaterThan(2000);
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_submit_to_a_full_stream_that_nothing_leaves_warns() {
        assertThat(longestSubmit(1_000_000, 2500)).isGreaterThan(1500);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0))
                .startsWith(
                        "S223: a submit to the full stream 'default' of cuda:0 has waited for 1 s for graph 'waits' (")
                .endsWith("; if only this thread can let it go on, it never will: signal, record or open what it waits"
                        + " for before this call")
                .contains("; 1024 runs are queued; none has ended meanwhile; ");
    }

    /** Submits a graph that may wait and graphs that do not, and copies a view that all of them write. */
    private long copyBehind(int waiting, int plain, long runMillis, long endMillis) {
        SlowDriver driver = new SlowDriver();
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                IntView x = IntView.of("x", space, 8);
                ExecutableGraph waits = Graph.define(
                                "waits",
                                root -> root.thenHost("wait", Access.reads(), () -> {})
                                        .then("k", () -> x.set(0, 1)))
                        .instantiate(space);
                ExecutableGraph ends = Graph.define("ends", root -> root.then("k", () -> x.set(0, 1)))
                        .instantiate(space)) {
            driver.begin = System.nanoTime();
            driver.runNanos = TimeUnit.MILLISECONDS.toNanos(runMillis);
            for (int run = 0; run < waiting; run++) {
                waits.submit();
            }
            for (int run = 0; run < plain; run++) {
                ends.submit();
            }
            CompletableFuture<Void> end = CompletableFuture.runAsync(
                    () -> driver.runNanos = 0, CompletableFuture.delayedExecutor(endMillis, TimeUnit.MILLISECONDS));
            long before = System.nanoTime();
            x.toArray();
            long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
            end.join();
            return waited;
        }
    }

    @Test
    void an_eager_call_behind_runs_that_still_end_does_not_warn() {
        assertThat(copyBehind(30, 0, 60, 2000)).as("longer than the patience").isGreaterThan(1300);
        assertThat(warnings).isEmpty();
    }

    @Test
    void an_eager_call_behind_long_runs_that_wait_for_nothing_does_not_warn() {
        assertThat(copyBehind(1, 14, 100, 2000)).isGreaterThan(1300);
        assertThat(warnings).isEmpty();
    }

    @Test
    void an_eager_call_behind_runs_that_do_not_end_warns_with_their_number() {
        assertThat(copyBehind(3, 2, 1_000_000, 1500)).isGreaterThan(1000);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0))
                .startsWith("S222: toArray of view 'x' has waited for 1 s for graph 'waits' (")
                .contains("; 5 runs are queued; none has ended meanwhile; if only this thread ");
    }

    /** A device that the host waits for as long as a gate is shut. */
    private static final class GatedDriver extends RecordingDriver {
        private final CountDownLatch gate = new CountDownLatch(1);
        private volatile boolean isShut;

        @Override
        public void synchronize(long stream) {
            if (isShut) {
                Patience.await(gate);
            }
        }
    }

    @Test
    void a_fence_of_a_run_that_does_not_end_warns() throws Exception {
        GatedDriver driver = new GatedDriver();
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                IntView x = IntView.of("x", space, 8);
                ExecutableGraph exec = Graph.define("endless", root -> root.then("spin", () -> x.set(0, 1)))
                        .instantiate(space)) {
            exec.submit();
            driver.isShut = true;
            CompletableFuture<Void> fence = CompletableFuture.runAsync(space::fence);
            while (warnings.isEmpty()) {
                Thread.sleep(10);
            }
            driver.gate.countDown();
            fence.join();
        }
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0))
                .startsWith("S225: space 'cuda:0' has waited for 1 s for graph 'endless' (node 'spin' (")
                .endsWith("; this graph is not named again");
    }
}
