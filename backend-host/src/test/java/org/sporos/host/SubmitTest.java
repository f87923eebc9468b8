package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

class SubmitTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void submit_allocates_nothing_once_warm(int threads) {
        try (ExecutionSpace space = open(threads);
                DoubleView x = DoubleView.of("x", space, 256);
                DoubleView y = DoubleView.of("y", space, 256);
                IntView loops = IntView.of("loops", space)) {
            DoubleParam by = DoubleParam.of("by", 1);
            Graph body = Graph.define("body", root -> root.then("n", () -> loops.set(loops.get() - 1)));
            Graph graph = Graph.define("g", root -> {
                NodeRef a = root.thenParallelFor("a", RangePolicy.of(256).withChunk(64), i -> x.set(i, by.get()));
                NodeRef b = root.thenParallelFor("b", RangePolicy.of(256).withChunk(64), i -> y.set(i, 2));
                Graph.whenAll(a, b).then("three", () -> loops.set(3)).thenWhile("loop", () -> loops.get() > 0, body);
            });
            Graph withHost = Graph.define(
                    "h", root -> root.thenHost("h", Access.reads(), () -> {}).then("n", () -> {}));
            try (ExecutableGraph short1 = graph.instantiate(space);
                    ExecutableGraph shared = withHost.instantiate(space)) {
                Runnable submits = () -> {
                    for (int i = 0; i < 20; i++) {
                        by.set(i);
                        short1.submit();
                        shared.submit();
                    }
                };
                for (int i = 0; i < 2000; i++) {
                    submits.run();
                    space.fence();
                }
                // The runtime itself allocates now and then, in compiled code that it replaces: take the best of many.
                long least = Long.MAX_VALUE;
                for (int i = 0; i < 200; i++) {
                    long before = allocated();
                    submits.run();
                    least = Math.min(least, allocated() - before);
                    space.fence();
                }
                assertThat(least).isZero();
            }
        }
    }

    private static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void close_while_others_submit_lets_what_was_submitted_end(int threads) throws Exception {
        for (int round = 0; round < 50; round++) {
            try (ExecutionSpace space = open(threads)) {
                AtomicInteger runs = new AtomicInteger();
                AtomicInteger submits = new AtomicInteger();
                Graph graph = Graph.define(
                        "g",
                        root -> root.thenHost("h", Access.reads(), runs::incrementAndGet)
                                .then("n", () -> {}));
                ExecutableGraph exec = graph.instantiate(space);
                CountDownLatch started = new CountDownLatch(1);
                Thread submitter = new Thread(() -> {
                    try {
                        for (int i = 0; i < 10_000; i++) {
                            exec.submit();
                            submits.incrementAndGet();
                            started.countDown();
                        }
                    } catch (IllegalStateException closed) {
                        started.countDown();
                    }
                });
                submitter.start();
                started.await();
                exec.close();
                submitter.join();
                assertThat(runs.get()).isEqualTo(submits.get());
            }
        }
    }

    @Test
    void a_kernel_that_becomes_slow_is_no_longer_done_inside_of_submit() {
        try (ExecutionSpace space = open(2);
                IntView rounds = IntView.of("rounds", space);
                IntView result = IntView.of("result", space)) {
            Graph graph = Graph.define(
                    "g",
                    start -> start.then("spin", () -> {
                        double root = 1;
                        for (int i = 0; i < rounds.get(); i++) {
                            root = Math.sqrt(root + i);
                        }
                        result.set(result.get() + (root < 0 ? 2 : 1));
                    }));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                int done = 0;
                boolean here = false;
                for (int i = 0; i < 100_000 && !here; i++) {
                    exec.submit();
                    space.fence();
                    done++;
                    exec.submit();
                    here = result.get() == done + 1;
                    done++;
                    space.fence();
                }
                assertThat(here)
                        .as("a short graph is done inside of submit at last")
                        .isTrue();
                rounds.set(2_000_000);
                boolean outside = false;
                for (int i = 0; i < 50 && !outside; i++) {
                    exec.submit();
                    outside = result.get() == done;
                    done++;
                    space.fence();
                }
                assertThat(outside).as("a long one is not").isTrue();
                rounds.set(0);
                space.fence();
            }
        }
    }

    @Test
    @Tag("full")
    void a_million_submits_grow_neither_heap_nor_threads() {
        try (ExecutionSpace space = open(2);
                IntView count = IntView.of("count", space)) {
            Graph graph = Graph.define("g", root -> {
                NodeRef a = root.then("a", () -> count.set(count.get() + 1));
                Graph.whenAll(a.then("b", () -> {}), a.then("c", () -> {})).then("d", () -> {});
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                submits(exec, space, 100_000);
                String prefix = Workers.prefixOfNewest();
                long threads = Workers.count(prefix);
                long before = usedHeap();
                submits(exec, space, 1_000_000);
                assertThat(Workers.count(prefix)).isLessThanOrEqualTo(Math.max(threads, 1));
                assertThat(usedHeap() - before).isLessThan(1 << 20);
            }
            assertThat(count.get()).isEqualTo(1_100_000);
        }
    }

    private static void submits(ExecutableGraph exec, ExecutionSpace space, int n) {
        for (int i = 0; i < n; i++) {
            exec.submit();
            if (i % 100 == 0) {
                space.fence();
            }
        }
        space.fence();
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void explain_tells_each_unit() {
        try (ExecutionSpace space = open(2);
                DoubleView x = DoubleView.of("x", space, 100)) {
            Graph body = Graph.define("body", root -> root.thenFill("zero", x, 0));
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("a", RangePolicy.of(100).withChunk(10), i -> x.set(i, 1))
                            .thenHost("tell", Access.reads(x), () -> {})
                            .thenIf("if", () -> x.get(0) > 0, body));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain())
                        .startsWith(
                                "graph 'g' on host: 4 units; shared among threads; it waits for something outside of"
                                        + " the graph\n"
                                        + graph + ": 4 launches; 2 of 2 accesses are proven to be in bounds\n"
                                        + "#0 a parallelFor[0, 100): kernel in 10 chunks, code: bytecode; no C++ yet: 0.0 s of"
                                        + " 0.5 s of work done\n"
                                        + "#1 tell host: host call on a worker\n"
                                        + "#2 if if 'body': choice\n"
                                        + "#0 zero fill 'x': kernel in 1 chunk, code: loop\n");
            }
        }
    }

    private static ExecutionSpace open(int threads) {
        return ExecutionSpaces.open("host,threads=" + threads);
    }
}
