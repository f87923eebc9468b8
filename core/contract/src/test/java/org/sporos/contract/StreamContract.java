package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;

abstract class StreamContract extends Contract {

    /** The first graph cannot end before the second has run. */
    @Test
    void runs_on_two_streams_overlap() {
        IntView waited = ints("waited");
        IntView passed = ints("passed");
        Gate gate = new Gate(this);
        ExecutableGraph waits =
                instantiate(Graph.define("waits", root -> gate.hold(root).then("end", () -> waited.atomicAdd(1))));
        ExecutableGraph passes = instantiate(Graph.define("passes", root -> root.then("p", () -> passed.atomicAdd(1))));
        ExecutionStream two = stream("two");
        waits.submit(stream("one"));
        passes.submit(two);
        two.fence();
        assertThat(passed.toArray()).containsExactly(1);
        gate.open();
        space().fence();
        assertThat(waited.toArray()).containsExactly(1);
    }

    @Test
    void the_default_stream_outlives_its_close() {
        IntView x = ints("x");
        ExecutableGraph exec = instantiate(Graph.define("add", root -> root.then("add", () -> x.atomicAdd(1))));
        for (int run = 1; run <= 2; run++) {
            try (ExecutionStream stream = space().defaultStream()) {
                exec.submit(stream);
            }
            space().fill("eager", x, x.read() + 10);
        }
        space().fence();
        assertThat(x.toArray()).containsExactly(22);
    }

    @Test
    void runs_on_one_stream_follow_each_other() {
        IntView x = ints("x", 1000);
        List<ExecutableGraph> steps = new ArrayList<>();
        for (int step = 0; step < 10; step++) {
            int s = step;
            steps.add(instantiate(Graph.define(
                    "step " + s,
                    root -> root.thenParallelFor("k", RangePolicy.of(1000), i -> x.set(i, x.get(i) * 3 + s)))));
        }
        ExecutionStream stream = stream("s");
        int expected = 0;
        for (int run = 0; run < 300; run++) {
            steps.get(run % 10).submit(stream);
            expected = expected * 3 + run % 10;
        }
        stream.fence();
        assertThat(x.toArray()).containsOnly(expected);
    }

    @Test
    void runs_of_one_executable_follow_each_other_on_any_streams() {
        IntView x = ints("x", 1000);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(1000), i -> x.set(i, x.get(i) + 1)));
        List<ExecutionStream> streams = List.of(stream("a"), stream("b"), stream("c"), space().defaultStream());
        for (int run = 0; run < 400; run++) {
            exec.submit(streams.get(run % 4));
        }
        space().fence();
        assertThat(x.toArray()).containsOnly(400);
    }

    @Test
    void two_executables_of_one_graph_live_side_by_side() {
        IntView x = ints("x");
        Graph graph = Graph.define("g", root -> root.then("k", () -> x.atomicAdd(1)));
        ExecutableGraph a = instantiate(graph);
        ExecutableGraph b = instantiate(graph);
        assertThat(a.graph()).isSameAs(graph).isSameAs(b.graph());
        a.submit();
        run(b);
        a.close();
        run(b);
        assertThat(x.toArray()).containsExactly(3);
    }

    @Test
    void one_graph_runs_on_two_spaces_that_reach_its_views() {
        String second = isHost() ? "host,threads=2" : spec();
        try (ExecutionSpace other = Spaces.open(second)) {
            Assumptions.assumeTrue(
                    other.canReach(space().memorySpace()),
                    () -> other.name() + " does not reach the memory of " + spec());
            IntView x = ints("x", 100);
            Graph graph = Graph.define(
                    "g", root -> root.thenParallelFor("k", RangePolicy.of(100), i -> x.set(i, x.get(i) + 1)));
            try (ExecutableGraph here = graph.instantiate(space());
                    ExecutableGraph there = graph.instantiate(other)) {
                assertThat(there.space()).isSameAs(other);
                for (int run = 0; run < 10; run++) {
                    run(here);
                    there.submit();
                    other.fence();
                }
            }
            assertThat(x.toArray()).containsOnly(20);
        }
    }

    @Test
    void a_tracked_submission_tells_its_end() {
        CountDownLatch gate = new CountDownLatch(1);
        ExecutableGraph exec = instantiate(root -> root.thenHost("wait", Access.reads(), () -> Patience.await(gate)));
        Submission submission = exec.submitTracked();
        assertThat(submission.isDone()).isFalse();
        assertThat(submission.failure()).isEmpty();
        gate.countDown();
        submission.await();
        assertThat(submission.isDone()).isTrue();
        assertThat(submission.failure()).isEmpty();
        submission.await();
    }

    @Test
    void the_failure_of_a_tracked_submission_is_found_there_and_not_thrown_by_a_fence() {
        AtomicInteger calls = new AtomicInteger();
        Graph graph = Graph.define(
                "g",
                root -> root.thenHost("h", Access.reads(), () -> {
                    if (calls.getAndIncrement() == 0) {
                        throw new IllegalStateException("first");
                    }
                }));
        ExecutableGraph exec = instantiate(graph);
        Submission first = exec.submitTracked(stream("s"));
        Submission second = exec.submitTracked();
        assertThatThrownBy(first::await).isInstanceOf(GraphRunException.class).hasMessageContaining(name(graph, "h"));
        second.await();
        assertThat(first.isDone()).isTrue();
        assertThat(first.failure()).isPresent();
        assertThat(second.failure()).isEmpty();
        space().fence();
    }

    @Test
    void several_threads_submit_one_executable() throws InterruptedException {
        IntView x = ints("x", 500);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(500), i -> x.set(i, x.get(i) + 1)));
        List<ExecutionStream> streams = List.of(stream("a"), stream("b"));
        inThreads(4, t -> {
            for (int run = 0; run < 250; run++) {
                exec.submit(streams.get(t % 2));
            }
            streams.get(t % 2).fence();
        });
        space().fence();
        assertThat(x.toArray()).containsOnly(1000);
    }

    @Test
    void several_threads_define_instantiate_submit_and_close_at_once() throws InterruptedException {
        IntView sum = ints("sum");
        Graph shared =
                Graph.define("shared", root -> root.thenParallelFor("k", RangePolicy.of(100), i -> sum.atomicAdd(1)));
        inThreads(4, t -> {
            for (int round = 0; round < 25; round++) {
                Graph own = Graph.define(
                        "own", root -> root.thenParallelFor("k", RangePolicy.of(10), i -> sum.atomicAdd(1)));
                try (ExecutableGraph a = shared.instantiate(space());
                        ExecutableGraph b = own.instantiate(space());
                        ExecutionStream stream = space().stream("t" + t)) {
                    a.submit(stream);
                    b.submit();
                    run(a);
                }
            }
        });
        assertThat(sum.toArray()).containsExactly(4 * 25 * 210);
    }

    @Test
    void closing_while_running_waits_for_the_runs() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        ExecutableGraph exec = Graph.define(
                        "g",
                        root -> root.thenHost("wait", Access.reads(), () -> Patience.await(gate))
                                .thenHost("end", Access.reads(), ended::incrementAndGet))
                .instantiate(space());
        exec.submit();
        exec.submit(stream("other"));
        new Thread(() -> {
                    Patience.sleep(50);
                    gate.countDown();
                })
                .start();
        exec.close();
        assertThat(ended.get()).isEqualTo(2);
        exec.close();
    }

    @Test
    void closing_waits_for_its_own_runs_only() {
        AtomicInteger ended = new AtomicInteger();
        Gate gate = new Gate(this);
        ExecutableGraph held = instantiate(
                Graph.define("held", root -> gate.hold(root).thenHost("end", Access.reads(), ended::incrementAndGet)));
        ExecutableGraph free =
                Graph.define("free", root -> root.then("k", () -> {})).instantiate(space());
        held.submit(stream("held"));
        free.submit(stream("free"));
        free.close();
        assertThat(ended.get()).isZero();
        gate.open();
        space().fence();
        assertThat(ended.get()).isEqualTo(1);
    }

    @Test
    void closing_never_throws_the_failure_of_a_run() {
        ExecutableGraph exec = Graph.define(
                        "g",
                        root -> root.thenHost("h", Access.reads(), () -> {
                            throw new IllegalStateException("at the end");
                        }))
                .instantiate(space());
        exec.submit();
        exec.close();
        assertThat(failure()).hasMessageContaining("'h'");
    }

    @Test
    void a_view_may_be_closed_while_an_executable_keeps_it() {
        IntView x = IntView.of("x", space(), 100);
        IntView out = ints("out");
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(100), i -> x.set(i, x.get(i) + 1))
                        .then("out", () -> out.set(x.get(99))));
        x.close();
        exec.submit();
        run(exec);
        assertThat(out.toArray()).containsExactly(2);
        exec.close();
        assertThatThrownBy(() -> x.toArray()).hasMessageContaining("S202").hasMessageContaining("'x'");
    }

    interface Numbered {
        void run(int thread) throws Exception;
    }

    private static void inThreads(int count, Numbered body) throws InterruptedException {
        AtomicReference<Throwable> failed = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    body.run(number);
                } catch (Throwable e) {
                    failed.compareAndSet(null, e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failed.get()).isNull();
    }
}
