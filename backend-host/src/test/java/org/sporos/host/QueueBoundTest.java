package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;

/** Full streams, and waits that warn if they take long. */
class QueueBoundTest {
    private static final int MOST = 1024;

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void a_submit_to_a_full_stream_waits_and_all_runs_are_done(int threads) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger submitted = new AtomicInteger();
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads);
                ExecutableGraph exec = StreamTest.host("h", () -> {
                            Patience.await(gate);
                            ran.incrementAndGet();
                        })
                        .instantiate(space)) {
            Thread submitter = new Thread(() -> {
                for (int run = 0; run < 5 * MOST; run++) {
                    exec.submit();
                    submitted.incrementAndGet();
                }
            });
            submitter.start();
            while (submitted.get() < MOST) {
                Thread.onSpinWait();
            }
            Thread.sleep(200);
            assertThat(submitted.get()).isEqualTo(MOST);
            exec.submit(space.stream("another is not full"));
            gate.countDown();
            submitter.join();
            space.fence();
            assertThat(ran.get()).isEqualTo(5 * MOST + 1);
        }
    }

    @Test
    void many_submits_of_several_threads_to_one_stream_pass_through_its_bound() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                ExecutableGraph exec =
                        StreamTest.host("h", ran::incrementAndGet).instantiate(space)) {
            Thread[] threads = new Thread[3];
            for (int t = 0; t < threads.length; t++) {
                threads[t] = new Thread(() -> {
                    for (int run = 0; run < 5000; run++) {
                        exec.submit();
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            space.fence();
            assertThat(ran.get()).isEqualTo(15_000);
        }
    }

    @Test
    void an_eager_call_that_waits_for_a_semaphore_warns() throws Exception {
        ExternalSemaphore semaphore = ExternalSemaphore.inProcess("go");
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                IntView x = IntView.of("x", space, 4)) {
            Graph graph = Graph.define(
                    "waits",
                    root -> root.thenWaitSemaphore("wait", semaphore, 3).then("k", () -> x.set(0, 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                String where = graph.nodes().get(0).where().toString();
                exec.submit();
                List<String> warnings = warningsUntil("S222", () -> x.toArray(), () -> semaphore.signal(3));
                assertThat(warnings)
                        .containsExactly("S222: toArray of view 'x' has waited for 1 s for graph 'waits' (node 'wait' ("
                                + where
                                + ") waits for semaphore 'go' to have 3); 1 run is queued; none has ended meanwhile;"
                                + " if only this thread can let it go on, it"
                                + " never will: signal, record or open what it waits for before this call");
            }
            assertThat(x.toArray()[0]).isEqualTo(1);
        }
    }

    @Test
    void a_submit_to_a_full_stream_that_nothing_leaves_warns() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        Graph graph = Graph.define("held", root -> root.thenHost("h", Access.reads(), () -> Patience.await(gate)));
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                ExecutableGraph exec = graph.instantiate(space)) {
            for (int run = 0; run < MOST; run++) {
                exec.submit();
            }
            List<String> warnings = warningsUntil("S223", exec::submit, gate::countDown);
            String where = graph.nodes().get(0).where().toString();
            assertThat(warnings)
                    .containsExactly("S223: a submit to the full stream 'default' of host has waited for 1 s for graph"
                            + " 'held' (node 'h' (" + where
                            + ") calls Java code); 1024 runs are queued; none has ended meanwhile; if only this"
                            + " thread can let it go on, it"
                            + " never will: signal, record or open what it waits for before this call");
            space.fence();
        }
    }

    @Test
    void a_submit_to_a_full_stream_of_slow_runs_does_not_warn() throws Exception {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                ExecutableGraph exec =
                        StreamTest.host("slow", () -> Patience.sleep(3)).instantiate(space)) {
            long[] longest = {0};
            Runnable submits = () -> {
                for (int run = 0; run < MOST + 10; run++) {
                    long begin = System.nanoTime();
                    exec.submit();
                    longest[0] = Math.max(longest[0], System.nanoTime() - begin);
                }
            };
            assertThat(warnings("S223", submits, new CountDownLatch(1))).isEmpty();
            assertThat(longest[0])
                    .as("a wait that is longer than the patience")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1100));
            space.fence();
        }
    }

    /** The thread that fences runs the kernel itself. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void a_fence_of_a_kernel_that_does_not_end_warns_once(int threads) throws Exception {
        try (ExecutionSpace space = ExecutionSpaces.open("host,kernels=loop,threads=" + threads);
                IntView go = IntView.of("go", space)) {
            Graph graph = Graph.define(
                    "endless",
                    root -> root.thenParallelFor("spin", RangePolicy.of(1), i -> {
                        while (go.atomicGet() == 0) {
                            go.atomicAdd(0);
                        }
                    }));
            String where = graph.nodes().get(0).where().toString();
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                assertThat(warningsUntil("S225", space::fence, () -> go.atomicAdd(1)))
                        .containsExactly(
                                "S225: space 'host' has waited for 1 s for graph 'endless' (node 'spin' (" + where
                                        + ")); 1 run is queued; none has ended meanwhile; a kernel or a thenWhile may"
                                        + " loop without end, or a node may wait for a signal that never comes; this"
                                        + " graph is not named again");
            }
        }
    }

    @Test
    void a_fence_of_slow_runs_that_still_end_does_not_warn() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                ExecutableGraph exec =
                        StreamTest.host("slow", () -> Patience.sleep(3)).instantiate(space)) {
            for (int run = 0; run < 500; run++) {
                exec.submit();
            }
            long begin = System.nanoTime();
            assertThat(warnings("S225", space::fence, new CountDownLatch(1))).isEmpty();
            assertThat(System.nanoTime() - begin)
                    .as("a wait that is longer than the patience")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1100));
        }
    }

    /** The awaited run is queued after runs of another executable. */
    @Test
    void an_eager_call_behind_slow_runs_that_still_end_does_not_warn() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                IntView x = IntView.of("x", space, 4);
                ExecutableGraph slow =
                        StreamTest.host("slow", () -> Patience.sleep(3)).instantiate(space);
                ExecutableGraph last = Graph.define("last", root -> root.then("k", () -> x.set(0, 1)))
                        .instantiate(space)) {
            for (int run = 0; run < 500; run++) {
                slow.submit();
            }
            last.submit();
            long begin = System.nanoTime();
            assertThat(warnings("S222", () -> assertThat(x.toArray()[0]).isOne(), new CountDownLatch(1)))
                    .isEmpty();
            assertThat(System.nanoTime() - begin)
                    .as("a wait that is longer than the patience")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1100));
        }
    }

    /** Makes a call that waits; another thread lets it go on once it has warned. Returns the warnings of that code. */
    private static List<String> warningsUntil(String code, Runnable call, Runnable goOn) throws InterruptedException {
        CountDownLatch warned = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            Patience.uninterrupted(() -> warned.await(Patience.SECONDS, TimeUnit.SECONDS));
            goOn.run();
        });
        other.start();
        List<String> warnings = warnings(code, call, warned);
        other.join();
        return warnings;
    }

    /** Makes a call and returns the warnings of a code meanwhile, the first of which opens the latch. */
    private static List<String> warnings(String code, Runnable call, CountDownLatch warned) {
        List<String> warnings = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getMessage().startsWith(code)) {
                    warnings.add(entry.getMessage());
                    warned.countDown();
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("org.sporos");
        logger.addHandler(handler);
        System.setProperty("sporos.stall.seconds", "1");
        try {
            call.run();
        } finally {
            System.clearProperty("sporos.stall.seconds");
            logger.removeHandler(handler);
        }
        return warnings;
    }
}
