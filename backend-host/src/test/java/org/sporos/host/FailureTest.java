package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Submission;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Views;

class FailureTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void an_index_out_of_bounds_names_node_line_view_and_kernel_line(int threads) {
        try (ExecutionSpace space = open(threads);
                DoubleView u = DoubleView.of("u", space, 100);
                IntView after = IntView.of("after", space)) {
            IntParam shift = IntParam.of("shift", 1);
            Graph graph = Graph.define(
                    "step",
                    root -> root.thenParallelFor("shift", RangePolicy.of(100), i -> {
                                u.set(i + shift.get(), 1);
                            })
                            .then("after", () -> after.set(after.get() + 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 0; run < 200; run++) {
                    shift.set(1);
                    exec.submit();
                    assertThatThrownBy(space::fence)
                            .isInstanceOf(GraphRunException.class)
                            .hasMessageMatching(
                                    "R301: node 'shift' \\(FailureTest.java:\\d+\\) of graph 'step' fails at"
                                            + " FailureTest.java:\\d+( in work item 99)?: index \\(100\\) is outside of view 'u' of extents .*")
                            .hasCauseInstanceOf(IndexOutOfBoundsException.class);
                    assertThat(after.get()).isEqualTo(run);
                    shift.set(0);
                    exec.submit();
                    space.fence();
                    assertThat(after.get()).isEqualTo(run + 1);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"host,kernels=loop", "host,kernels=bytecode", "host,kernels=native", "host,strict"})
    void the_cause_of_an_index_out_of_bounds_has_a_public_type_and_the_lines_of_the_user_alone(String spec) {
        try (ExecutionSpace space = ExecutionSpaces.open(spec);
                IntView u = IntView.of("u", space, 100)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", RangePolicy.of(100), i -> {
                        u.set(u.get(i) + 100, 1);
                    }));
            assertThatThrownBy(() -> graph.run(space)).cause().satisfies(cause -> {
                assertThat(cause)
                        .hasToString("org.sporos.error.CodedIndexException: R301: index (100) is outside of view 'u' of"
                                + " extents [100]");
                assertThat(cause.getStackTrace())
                        .isNotEmpty()
                        .allMatch(frame -> frame.getClassName().endsWith("FailureTest") && frame.getLineNumber() > 0);
            });
        }
    }

    /** Calls of a graph that has run often are code of their own: see Straight. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_busy_graph_of_calls_runs_right_and_names_the_one_that_fails(int threads) {
        int calls = 130;
        int loop = 60;
        int runs = 12_000;
        try (ExecutionSpace space = open(threads);
                IntView count = IntView.of("count", space);
                IntView loops = IntView.of("loops", space, 10)) {
            IntParam failing = IntParam.of("failing", -1);
            Graph graph = Graph.define("calls", root -> {
                NodeRef last = root;
                for (int k = 0; k < calls; k++) {
                    int number = k;
                    if (k == loop) {
                        last = last.thenParallelFor("loop", RangePolicy.of(10), i -> loops.set(i, loops.get(i) + 1));
                    }
                    last = last.then("call" + k, () -> {
                        int misses = failing.get() == number ? 10 : 0;
                        loops.set(misses, loops.get(misses));
                        count.set(count.get() + 1);
                    });
                }
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                int made = 0;
                for (int run = 1; run <= runs; run++) {
                    exec.submit();
                    made += calls;
                    if (run % 4000 == 0) {
                        space.fence();
                        for (int k : new int[] {0, loop - 1, loop, calls - 1}) {
                            failing.set(k);
                            exec.submit();
                            assertThatThrownBy(space::fence)
                                    .isInstanceOf(GraphRunException.class)
                                    .hasMessageStartingWith("R301: node 'call" + k + "' (");
                            made += k;
                        }
                        failing.set(-1);
                        assertThat(count.get()).isEqualTo(made);
                    }
                }
                space.fence();
                assertThat(count.get()).isEqualTo(made);
                // Those that failed at or behind the loop ran it, too.
                assertThat(loops.get(0)).isEqualTo(runs + 2 * (runs / 4000));
            }
        }
    }

    @Test
    void a_division_by_zero_is_named() {
        try (ExecutionSpace space = open(2);
                IntView v = IntView.of("v", space)) {
            Graph graph = Graph.define("g", root -> root.then("div", () -> v.set(1 / v.get())));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                assertThatThrownBy(space::fence)
                        .hasMessageMatching("R302: node 'div' \\(.*\\) of graph 'g' divides an integer by zero at"
                                + " FailureTest.java:\\d+");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_host_node_that_throws_is_named_and_the_next_submit_works(int threads) {
        AtomicInteger calls = new AtomicInteger();
        try (ExecutionSpace space = open(threads)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenHost("write", Access.reads(), () -> {
                        if (calls.incrementAndGet() == 1) {
                            throw new IllegalArgumentException("disk full");
                        }
                    }));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                assertThatThrownBy(space::fence)
                        .hasMessageMatching("R303: node 'write' \\(FailureTest.java:\\d+\\) of graph 'g' throws"
                                + " IllegalArgumentException at FailureTest.java:\\d+: disk full")
                        .hasCauseInstanceOf(IllegalArgumentException.class);
                exec.submit();
                space.fence();
                assertThat(calls.get()).isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void errors_of_the_virtual_machine_kill_no_worker(int threads) {
        try (ExecutionSpace space = open(threads);
                IntView v = IntView.of("v", space)) {
            Graph deep = Graph.define("deep", root -> root.thenHost("deep", Access.writes(v), () -> v.set(endless(1))));
            Graph large = Graph.define(
                    "large",
                    root -> root.thenHost("large", Access.reads(), () -> {
                        throw new OutOfMemoryError("test");
                    }));
            try (ExecutableGraph a = deep.instantiate(space);
                    ExecutableGraph b = large.instantiate(space)) {
                for (int i = 0; i < 10; i++) {
                    a.submit();
                    assertThatThrownBy(space::fence)
                            .hasMessageStartingWith("R303: node 'deep'")
                            .hasCauseInstanceOf(StackOverflowError.class);
                    b.submit();
                    assertThatThrownBy(space::fence)
                            .hasMessageStartingWith("R303: node 'large'")
                            .hasCauseInstanceOf(OutOfMemoryError.class);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void an_exception_whose_texts_throw_is_the_cause_of_the_failure(int threads) {
        RuntimeException mute = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }
        };
        try (ExecutionSpace space = open(threads)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenHost("mute", Access.reads(), () -> {
                        throw mute;
                    }));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                Throwable thrown = catchThrowable(space::fence);
                assertThat(thrown).isInstanceOf(GraphRunException.class);
                assertThat(thrown.getMessage()).startsWith("R303: node 'mute'");
                assertThat(thrown.getCause()).isSameAs(mute);
                space.fence();
            }
        }
    }

    private static int endless(int n) {
        return n == 0 ? 0 : 1 + endless(n + 1);
    }

    @Test
    void a_fence_throws_the_first_failure_with_the_others_attached_and_each_once() {
        try (ExecutionSpace space = open(2);
                ExecutionStream a = space.stream("a")) {
            try (ExecutableGraph one = throwing("one").instantiate(space);
                    ExecutableGraph two = throwing("two").instantiate(space)) {
                one.submit(a);
                two.submit(a);
                one.submit(a);
                Throwable thrown = catchThrowable(a::fence);
                assertThat(thrown).hasMessageContaining("graph 'one'");
                assertThat(thrown.getSuppressed()).hasSize(2);
                a.fence();
                space.fence();
            }
        }
    }

    @Test
    void a_fence_of_another_stream_does_not_take_the_failure() {
        try (ExecutionSpace space = open(2);
                ExecutionStream a = space.stream("a");
                ExecutionStream b = space.stream("b");
                ExecutableGraph one = throwing("one").instantiate(space)) {
            one.submit(a);
            b.fence();
            assertThatThrownBy(space::fence).hasMessageContaining("graph 'one'");
            space.fence();
        }
    }

    @Test
    void a_tracked_run_keeps_its_failure_to_itself() {
        try (ExecutionSpace space = open(2);
                ExecutableGraph exec = throwing("one").instantiate(space)) {
            Submission submission = exec.submitTracked();
            assertThatThrownBy(submission::await).hasMessageContaining("graph 'one'");
            assertThat(submission.isDone()).isTrue();
            assertThat(submission.failure()).isPresent();
            space.fence();
        }
    }

    @Test
    void close_never_throws_a_failure_but_a_fence_after_it_does() {
        try (ExecutionSpace space = open(2)) {
            ExecutableGraph exec = throwing("one").instantiate(space);
            exec.submit();
            exec.close();
            exec.close();
            assertThatThrownBy(space::fence).hasMessageContaining("graph 'one'");
            assertThatThrownBy(exec::submit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("S219: the executable of graph 'one' is closed; instantiate the graph again");
        }
    }

    @Test
    void closing_a_space_waits_and_closes_what_is_in_it() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        ExecutionSpace space = open(2);
        DoubleView view = DoubleView.of("v", space, 10);
        Graph graph = Graph.define(
                "g",
                root -> root.thenFill("fill", view, 1).thenHost("h", Access.reads(view), () -> {
                    StreamTest.await(gate);
                    done.set(1);
                }));
        ExecutableGraph exec = graph.instantiate(space);
        view.close();
        exec.submit();
        String prefix = Workers.prefixOfNewest();
        Thread opener = new Thread(gate::countDown);
        opener.start();
        space.close();
        space.close();
        assertThat(done.get()).isEqualTo(1);
        assertThat(view.allocation().isFreed()).isTrue();
        assertThat(Workers.count(prefix)).isZero();
        assertThat(space.isUsable()).isFalse();
        assertThatThrownBy(exec::submit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> graph.instantiate(space)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> space.stream("s")).hasMessage("S217: space 'host' is closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fence", "stream fence", "submit", "deepCopy", "close", "await"})
    void a_host_node_must_not_wait_for_runs(String call) {
        AtomicReference<Runnable> body = new AtomicReference<>();
        try (ExecutionSpace space = open(2);
                DoubleView a = DoubleView.of("a", space, 1);
                DoubleView b = DoubleView.of("b", space, 1)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenHost("h", Access.reads(), () -> body.get().run()));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                Submission other = exec.submitTracked();
                body.set(
                        switch (call) {
                            case "fence" -> space::fence;
                            case "stream fence" -> () -> space.defaultStream().fence();
                            case "submit" -> exec::submit;
                            case "deepCopy" -> () -> Views.deepCopy(a, b);
                            case "close" -> exec::close;
                            default -> other::await;
                        });
                assertThatThrownBy(other::await).isInstanceOf(GraphRunException.class);
                exec.submit();
                assertThatThrownBy(space::fence)
                        .hasMessageMatching("R305: node 'h' \\(FailureTest.java:\\d+\\) of graph 'g' fails at"
                                + " FailureTest.java:\\d+: a host node must not call (fence|submit|deepCopy|close|await):"
                                + " it would wait for the graph that it is part of; .*");
            }
        }
    }

    private static Graph throwing(String label) {
        return Graph.define(
                label,
                root -> root.thenHost("h", Access.reads(), () -> {
                    throw new IllegalStateException(label);
                }));
    }

    private static ExecutionSpace open(int threads) {
        return ExecutionSpaces.open("host,threads=" + threads);
    }
}
