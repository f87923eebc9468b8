package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Submission;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;

/** Closing an executable while another thread waits for a stream that its runs were on. */
@Timeout(60)
class GpuCloseTest {
    private static final int JUNK = 0x1234567;

    private final CountDownLatch inWait = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final HeldDriver driver = new HeldDriver();

    /** A device on which the waits for one stream end when the test says so. */
    private final class HeldDriver extends RecordingDriver {
        private volatile long held;
        private volatile Runnable onLaunch = () -> {};
        private volatile boolean idle = true;
        private final CountDownLatch destroyed = new CountDownLatch(1);
        private final AtomicInteger busyLooks = new AtomicInteger();

        @Override
        public void synchronize(long stream) {
            if (stream == held) {
                inWait.countDown();
                Patience.await(end);
            }
        }

        @Override
        public void launchGraph(long executable, long stream) {
            onLaunch.run();
        }

        @Override
        public void destroyStream(long stream) {
            destroyed.countDown();
        }

        @Override
        public boolean isIdle(long stream) {
            return idle && busyLooks.getAndDecrement() <= 0;
        }
    }

    private static Graph graph(IntView x) {
        return Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(8), i -> x.set(i, 1)));
    }

    @Test
    void a_thread_that_waits_for_another_stream_reads_no_released_memory() throws Exception {
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                IntView x = IntView.of("x", space, 8);
                ExecutionStream other = space.stream("other")) {
            driver.held = ((GpuStream) other).handle();
            ExecutableGraph exec = graph(x).instantiate(space);
            Submission tracked = exec.submitTracked();
            exec.submit(other);
            exec.submit();
            CompletableFuture<Void> fence = CompletableFuture.runAsync(other::fence);
            Patience.await(inWait);
            exec.close();
            assertThat(fence).isNotDone();
            assertThat(tracked.isDone()).isTrue();
            try (IntView taken = IntView.of("taken", space, 64);
                    IntView mirror = taken.mirror()) {
                fill(mirror);
                end.countDown();
                fence.get(30, TimeUnit.SECONDS);
                other.fence();
                space.fence();
            }
        }
    }

    private static void fill(IntView mirror) {
        for (int i = 0; i < mirror.size(); i++) {
            mirror.set(i, JUNK);
        }
    }

    @Test
    void a_tracked_run_that_is_launched_during_a_wait_does_not_end_with_it() throws Exception {
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                IntView x = IntView.of("x", space, 8);
                ExecutionStream other = space.stream("other");
                ExecutableGraph exec = graph(x).instantiate(space)) {
            CompletableFuture<Void> fence = new CompletableFuture<>();
            driver.onLaunch = () -> {
                driver.held = ((GpuStream) other).handle();
                CompletableFuture.runAsync(other::fence).thenRun(() -> fence.complete(null));
                Patience.await(inWait);
            };
            Submission tracked = exec.submitTracked(other);
            driver.idle = false;
            end.countDown();
            fence.get(30, TimeUnit.SECONDS);
            assertThat(tracked.isDone()).isFalse();
            driver.idle = true;
            assertThat(tracked.isDone()).isTrue();
        }
    }

    @Test
    void a_stream_that_is_closed_during_a_submit_ends_after_it() throws Exception {
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                IntView x = IntView.of("x", space, 8);
                ExecutableGraph exec = graph(x).instantiate(space)) {
            ExecutionStream other = space.stream("other");
            CompletableFuture<Void> close = new CompletableFuture<>();
            boolean[] destroyed = {true};
            driver.onLaunch = () -> {
                CompletableFuture.runAsync(other::close).thenRun(() -> close.complete(null));
                Patience.uninterrupted(() -> destroyed[0] = driver.destroyed.await(100, TimeUnit.MILLISECONDS));
            };
            exec.submit(other);
            assertThat(destroyed[0]).isFalse();
            close.get(30, TimeUnit.SECONDS);
            assertThat(driver.destroyed.getCount()).isZero();
            assertThatThrownBy(() -> exec.submit(other)).hasMessageStartingWith("S219");
        }
    }

    @Test
    void closing_looks_at_the_mark_before_a_run_that_may_wait_until_that_is_reached() {
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                IntView x = IntView.of("x", space, 8);
                ExecutableGraph waits = Graph.define("waits", root -> root.thenHost("h", Access.reads(), () -> {}))
                        .instantiate(space)) {
            ExecutableGraph exec = graph(x).instantiate(space);
            exec.submit();
            waits.submit();
            driver.busyLooks.set(3);
            exec.close();
            assertThat(driver.busyLooks.get()).isNegative();
        }
    }
}
