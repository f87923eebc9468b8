package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Submission;
import org.sporos.param.BooleanParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.Slice;
import org.sporos.view.Views;

abstract class HostNodeContract extends Contract {

    @Test
    void a_host_node_sees_what_was_copied_before_it() {
        DoubleView x = doubles("x", 100);
        DoubleView mirror = own(x.mirror());
        AtomicReference<Double> seen = new AtomicReference<>();
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(100), i -> x.set(i, x.get(i) + i))
                        .thenDeepCopy("down", mirror, x)
                        .thenHost("look", Access.reads(mirror), () -> seen.set(mirror.get(99))));
        for (int run = 1; run <= 5; run++) {
            run(exec);
            assertThat(seen.get()).isEqualTo(99.0 * run);
        }
    }

    @Test
    void a_host_node_saves_and_loads_mirrors(@TempDir Path folder) {
        DoubleView x = doubles("x", 3);
        DoubleView out = own(x.mirror());
        DoubleView in = own(x.mirror());
        Path file = folder.resolve("x.npy");
        run(root -> root.thenParallelFor("k", RangePolicy.of(3), i -> x.set(i, x.get(i) + i))
                .thenDeepCopy("down", out, x)
                .thenHost("save", Access.reads(out), () -> unchecked(() -> Views.save(out, file)))
                .thenHost("load", Access.writes(in), () -> unchecked(() -> Views.load(in, file)))
                .thenDeepCopy("up", x, in)
                .thenParallelFor("twice", RangePolicy.of(3), i -> x.set(i, 2 * x.get(i))));
        assertThat(x.toArray()).containsExactly(0, 2, 4);
    }

    @Test
    void a_host_node_saves_no_memory_of_a_device(@TempDir Path folder) {
        DoubleView x = doubles("x", 3);
        Assumptions.assumeFalse(x.memorySpace().isHostAccessible(), "here it may");
        DoubleView mirror = own(x.mirror());
        ExecutableGraph exec = instantiate(root -> root.thenHost(
                "save", Access.reads(mirror), () -> unchecked(() -> Views.save(x, folder.resolve("x.npy")))));
        assertThat(failure(exec))
                .hasMessageStartingWith("R305")
                .hasMessageContaining(
                        "a host node must not call toArray, assign, format, save or load for a view of a device");
    }

    @Test
    void a_host_node_sends_and_receives_mirrors_by_buffers() {
        DoubleView x = doubles("x", 3);
        DoubleView out = own(x.mirror());
        DoubleView in = own(x.mirror());
        ByteBuffer message = ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder());
        run(root -> root.thenParallelFor("k", RangePolicy.of(3), i -> x.set(i, x.get(i) + i))
                .thenDeepCopy("down", out, x)
                .thenHost("send", Access.reads(out), () -> Views.pack(out, message))
                .thenHost("receive", Access.writes(in), () -> Views.unpack(in, message.flip()))
                .thenDeepCopy("up", x, in)
                .thenParallelFor("twice", RangePolicy.of(3), i -> x.set(i, 2 * x.get(i))));
        assertThat(x.toArray()).containsExactly(0, 2, 4);
    }

    @Test
    void memory_of_a_device_is_not_packed() {
        DoubleView x = doubles("x", 3);
        Assumptions.assumeFalse(x.memorySpace().isHostAccessible(), "here it may");
        assertThatThrownBy(() -> Views.pack(x, ByteBuffer.allocate(24)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("S206");
        assertThatThrownBy(() -> Views.unpack(x, ByteBuffer.allocate(24)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("S206");
    }

    private interface FileCall {
        void call() throws IOException;
    }

    private static void unchecked(FileCall call) {
        try {
            call.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void kernels_see_what_a_host_node_wrote_before_them() {
        DoubleView x = doubles("x", 100);
        DoubleView mirror = own(x.mirror());
        AtomicInteger runs = new AtomicInteger();
        ExecutableGraph exec = instantiate(root -> root.thenHost(
                        "write", Access.writes(mirror), () -> mirror.set(0, runs.incrementAndGet()))
                .thenDeepCopy("up", x, mirror)
                .thenParallelFor("k", RangePolicy.of(1), i -> x.set(1, x.get(0) * 10)));
        for (int run = 1; run <= 5; run++) {
            run(exec);
            assertThat(x.toArray()[1]).isEqualTo(10.0 * run);
        }
    }

    @Test
    void host_nodes_run_in_the_order_of_the_graph_and_never_on_the_submitting_thread() {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        run(root -> {
            NodeRef last = root;
            for (int i = 0; i < 20; i++) {
                String label = "h" + i;
                last = last.thenHost(label, Access.reads(), () -> {
                    ran.add(label);
                    threads.add(Thread.currentThread());
                });
            }
        });
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            expected.add("h" + i);
        }
        assertThat(ran).isEqualTo(expected);
        assertThat(threads).doesNotContain(Thread.currentThread());
    }

    @Test
    void submit_returns_while_a_host_node_waits() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger after = new AtomicInteger();
        ExecutableGraph exec = instantiate(root -> root.thenHost("wait", Access.reads(), () -> Patience.await(gate))
                .thenHost("after", Access.reads(), after::incrementAndGet));
        exec.submit();
        exec.submit();
        assertThat(after.get()).isZero();
        gate.countDown();
        space().fence();
        assertThat(after.get()).isEqualTo(2);
    }

    @Test
    void a_host_node_that_throws_fails_the_run_by_name_and_the_next_submit_works() {
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger after = new AtomicInteger();
        Graph graph = Graph.define(
                "bad day",
                root -> root.thenHost("grumpy", Access.reads(), () -> {
                            if (calls.getAndIncrement() == 0) {
                                throw new IllegalArgumentException("no coffee");
                            }
                        })
                        .thenHost("after", Access.reads(), after::incrementAndGet));
        ExecutableGraph exec = instantiate(graph);
        GraphRunException failure = failure(exec);
        assertThat(failure.graph()).isEqualTo("bad day");
        assertThat(failure.node()).isEqualTo("grumpy");
        assertThat(failure)
                .hasMessageStartingWith("R303: " + name(graph, "grumpy") + " ")
                .hasMessageMatching(".* throws IllegalArgumentException at HostNodeContract.java:\\d+: no coffee");
        assertThat(failure).hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(failure.getCause()).hasMessage("no coffee");
        assertThat(after.get()).as("nodes after the failed one").isZero();
        run(exec);
        assertThat(after.get()).isEqualTo(1);
    }

    @Test
    void a_failure_in_a_host_node_names_the_line_that_failed() {
        int[] none = {};
        IntView plain = own(IntView.of("plain", MemorySpace.host(), 3));
        String at = " at HostNodeContract.java:\\d+";
        failsInHostNode("R303", "divides an integer by zero" + at, () -> none[0] = 1 / none.length);
        failsInHostNode("R303", "throws ArrayIndexOutOfBoundsException" + at + ": Index 5 .*", () -> none[5] = 1);
        failsInHostNode("R301", "fails" + at + ": index \\(7\\) is outside of view 'plain'.*", () -> plain.set(7, 1));
        failsInHostNode("R305", "fails" + at + ": a host node must not call fence:.*", () -> space().fence());
    }

    private void failsInHostNode(String code, String text, Runnable body) {
        Graph graph = Graph.define("g", root -> root.thenHost("h", Access.reads(), body));
        assertThat(failure(instantiate(graph)).getMessage())
                .startsWith(code + ": " + name(graph, "h") + " ")
                .matches(".*\\) of graph 'g' " + text);
    }

    @Test
    void an_error_in_a_host_node_is_a_failure_too() {
        ExecutableGraph exec = instantiate(root -> root.thenHost("error", Access.reads(), () -> {
            throw new AssertionError("broken");
        }));
        assertThat(failure(exec)).hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void an_exception_whose_methods_throw_is_told_once_and_the_next_run_passes() {
        for (String method : BrokenException.METHODS) {
            BooleanParam fails = BooleanParam.of("fails", true);
            BrokenException broken = new BrokenException(method);
            ExecutableGraph exec = instantiate(root -> root.thenHost("broken", Access.reads(), () -> {
                if (fails.get()) {
                    throw broken;
                }
            }));
            GraphRunException thrown = failure(exec);
            assertThat(thrown.getMessage())
                    .startsWith("R303: node 'broken' (HostNodeContract.java:")
                    .endsWith(broken.told());
            assertThat(thrown.getCause() == broken).isTrue();
            space().fence();
            Submission tracked = exec.submitTracked();
            assertThat(catchThrowableOfType(GraphRunException.class, tracked::await)
                            .code())
                    .isEqualTo("R303");
            fails.set(false);
            exec.submit();
            exec.submitTracked().await();
            space().fence();
        }
    }

    @Test
    void a_text_that_begins_with_a_code_is_not_taken_for_one() {
        for (String code : List.of("R301", "R304", "R305", "R310")) {
            ExecutableGraph exec = instantiate(root -> root.thenHost("mine", Access.reads(), () -> {
                throw new IllegalStateException(code + ": my own text");
            }));
            GraphRunException thrown = failure(exec);
            assertThat(thrown.code()).isEqualTo("R303");
            assertThat(thrown.getMessage()).startsWith("R303: node 'mine'").endsWith(": " + code + ": my own text");
        }
    }

    @Test
    void a_host_node_must_not_fence_submit_or_copy() {
        DoubleView x = doubles("x", 4);
        DoubleView y = own(x.mirror());
        ExecutableGraph other = instantiate(Graph.define("other", root -> root.then("nothing", () -> {})));
        refusedInHostNode("fence", () -> space().fence());
        refusedInHostNode("fence", () -> space().defaultStream().fence());
        refusedInHostNode("submit", other::submit);
        refusedInHostNode("submit", other::submitTracked);
        refusedInHostNode("deepCopy", () -> Views.deepCopy(y, x));
        refusedInHostNode("fill", () -> Views.fill(x, 1.0));
    }

    @Test
    void a_host_node_must_not_need_the_device() {
        DoubleView x = doubles("x", 4);
        Graph graph = Graph.define("other", root -> root.then("k", () -> x.set(0, 1)));
        ExecutableGraph other = instantiate(graph);
        Submission tracked = other.submitTracked();
        tracked.await();
        ExecutionStream stream = stream("s");
        Event event = Event.of("e");
        String makes = "of, over, copyOf or load for a view of a space";
        needsTheDevice(makes, () -> DoubleView.of("y", space(), 4).close());
        needsTheDevice(
                makes, () -> DoubleView.of("y", space(), Layout.LEFT, 4, 4).close());
        needsTheDevice(makes, () -> DoubleView.copyOf("y", space(), 1, 2).close());
        needsTheDevice(makes, () -> DoubleView.spec(4).over("y", space(), 8, x).close());
        needsTheDevice("mirror", () -> x.mirror().close());
        needsTheDevice("mirrorView", () -> x.mirrorView().close());
        needsTheDevice("stream", () -> space().stream("t").close());
        needsTheDevice("instantiate", () -> graph.instantiate(space()).close());
        needsTheDevice("instantiate", () -> graph.run(space()));
        needsTheDevice("verify", () -> graph.verify(space()).toString());
        needsTheDevice("memoryPlan", () -> graph.memoryPlan(space()).toString());
        needsTheDevice("explain", other::explain);
        needsTheDevice("isDone", tracked::isDone);
        needsTheDevice("completion", tracked::completion);
        needsTheDevice("graphMemory", () -> space().graphMemory());
        needsTheDevice("trimGraphMemory", () -> space().trimGraphMemory());
        needsTheDevice("ExecutionSpaces.open", () -> Spaces.open(spec()).close());
        refusedInHostNode("record", () -> stream.record(event));
        refusedInHostNode("await", () -> stream.await(event));
        refusedInHostNode("profile", () -> other.profile(1));
        run(graph);
        assertThat(x.toArray()[0]).isEqualTo(1);
    }

    private void needsTheDevice(String call, Runnable body) {
        refusedInHostNode(
                body,
                call + ": it needs the device, which drivers of GPUs forbid there; do it before or after the graph");
    }

    @Test
    void a_host_node_may_make_views_of_java_arrays() {
        DoubleView x = doubles("x", 4);
        DoubleView seen = own(x.mirror());
        double[] sum = {0};
        run(root -> root.thenFill("two", x, 2)
                .thenDeepCopy("to host", seen, x)
                .thenHost("h", Access.reads(seen), () -> {
                    try (DoubleView plain = DoubleView.of("plain", MemorySpace.host(), 4)) {
                        plain.assign(seen.toArray());
                        sum[0] = plain.get(0)
                                + plain.get(3)
                                + seen.subview(Slice.range(1, 3)).size();
                    }
                }));
        assertThat(sum[0]).isEqualTo(6);
    }

    @Test
    void a_host_node_must_not_close_what_it_is_part_of() {
        AtomicReference<ExecutableGraph> itself = new AtomicReference<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", Access.reads(), () -> {
            try {
                itself.get().close();
            } catch (Throwable t) {
                thrown.set(t);
                throw t;
            }
        }));
        itself.set(exec);
        assertThat(failure(exec)).hasMessageContaining("R305");
        assertThat(thrown.get()).hasMessageStartingWith("R305: a host node must not call close: ");
        assertThat(failure(exec)).as("the executable is still open").hasMessageContaining("R305");

        ExecutionStream other = stream("other");
        refusedInHostNode("close", other::close);
        refusedInHostNode("close", () -> space().close());
        run(Graph.define("after", root -> root.then("nothing", () -> {})));
    }

    @Test
    void an_interrupt_in_one_host_node_is_not_seen_by_others() {
        AtomicInteger interrupted = new AtomicInteger();
        Runnable node = () -> {
            interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
            Thread.currentThread().interrupt();
        };
        ExecutableGraph exec =
                instantiate(root -> root.thenHost("a", Access.reads(), node).thenHost("b", Access.reads(), node));
        submit(exec, 20);
        space().fence();
        assertThat(interrupted.get()).isZero();
    }

    private void refusedInHostNode(String call, Runnable body) {
        refusedInHostNode(
                body,
                call + ": it would wait for the graph that it is part of; do it after the graph, or make it a node");
    }

    private void refusedInHostNode(Runnable body, String what) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", Access.reads(), () -> {
            try {
                body.run();
            } catch (Throwable t) {
                thrown.set(t);
                throw t;
            }
        }));
        assertThat(failure(exec)).hasMessageStartingWith("R305: node 'h'");
        assertThat(thrown.get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("R305: a host node must not call " + what);
    }

    @Test
    void independent_host_nodes_do_not_wait_for_each_other_when_there_are_threads() {
        Assumptions.assumeTrue(
                isHost() && space().concurrency() > 1, "host nodes of one graph need two threads to meet");
        CountDownLatch both = new CountDownLatch(2);
        AtomicInteger met = new AtomicInteger();
        Runnable meet = () -> {
            both.countDown();
            Patience.await(both);
            met.incrementAndGet();
        };
        run(root -> {
            root.thenHost("a", Access.reads(), meet);
            root.thenHost("b", Access.reads(), meet);
        });
        assertThat(met.get()).isEqualTo(2);
    }

    @Test
    void a_fence_that_found_a_failure_does_not_throw_it_again() {
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", Access.reads(), () -> {
            throw new IllegalStateException("once");
        }));
        exec.submit();
        assertThatThrownBy(() -> space().fence()).isInstanceOf(GraphRunException.class);
        space().fence();
    }
}
