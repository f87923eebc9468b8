package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.nio.file.Path;
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
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/**
 * Eager calls come after the runs that touch their views, and wait for no others. A call that hangs fails by its limit.
 */
abstract class EagerOrderContract extends Contract {
    private static final int N = 1000;

    /** What a test does while a run waits behind a gate. */
    private interface EagerCall {
        void call();
    }

    /**
     * Makes an eager call while a run goes on that cannot end yet; the gate opens a moment after the call has begun.
     */
    private static void callWhileShut(Gate gate, EagerCall call) {
        Thread opener = new Thread(() -> {
            Patience.sleep(100);
            gate.open();
        });
        opener.start();
        call.call();
        Patience.join(opener);
    }

    /** Returns a graph that writes 5 to all elements, behind a gate. */
    private ExecutableGraph writer(Gate gate, IntView x) {
        return instantiate(Graph.define(
                "writer", root -> gate.hold(root).thenParallelFor("w", RangePolicy.of(N), i -> x.set(i, 5))));
    }

    private ExecutableGraph reader(Gate gate, IntView from, IntView to) {
        return instantiate(Graph.define(
                "reader",
                root -> gate.hold(root).thenParallelFor("r", RangePolicy.of(N), i -> to.set(i, from.get(i)))));
    }

    @Test
    void to_array_comes_after_the_runs_that_write_the_view() {
        IntView x = ints("x", N);
        Gate gate = new Gate(this);
        writer(gate, x).submit();
        callWhileShut(gate, () -> assertThat(x.toArray()).containsOnly(5));
    }

    @Test
    void to_array_comes_after_the_runs_on_any_stream_submitted_by_any_thread() {
        IntView x = ints("x", N);
        Gate gate = new Gate(this);
        ExecutableGraph exec = writer(gate, x);
        ExecutionStream stream = stream("s");
        Thread submitter = new Thread(() -> exec.submit(stream));
        submitter.start();
        Patience.join(submitter);
        callWhileShut(gate, () -> assertThat(x.toArray()).containsOnly(5));
    }

    @Test
    void a_save_comes_after_the_runs_that_write_the_view_and_a_load_after_those_that_read_it(@TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("x.npy");
        IntView x = ints("x", N);
        Gate written = new Gate(this);
        writer(written, x).submit();
        callWhileShut(written, () -> assertThatCode(() -> Views.save(x, file)).doesNotThrowAnyException());
        Views.fill(x, 1);
        IntView y = ints("y", N);
        Gate read = new Gate(this);
        reader(read, x, y).submit();
        callWhileShut(read, () -> assertThatCode(() -> Views.load(x, file)).doesNotThrowAnyException());
        assertThat(x.toArray()).containsOnly(5);
        assertThat(y.toArray()).containsOnly(1);
    }

    @Test
    void to_array_of_a_part_comes_after_the_runs_that_write_the_whole_and_the_reverse() {
        IntView x = ints("x", N);
        Gate first = new Gate(this);
        writer(first, x).submit();
        callWhileShut(
                first,
                () -> assertThat(x.subview(Slice.range(10, 20)).toArray()).containsOnly(5));
        IntView part = x.subview(Slice.range(0, 1));
        Gate second = new Gate(this);
        instantiate(Graph.define("part", root -> second.hold(root).then("w", () -> part.set(0, 7))))
                .submit();
        callWhileShut(second, () -> assertThat(x.toArray()[0]).isEqualTo(7));
    }

    @Test
    void a_fill_comes_after_the_runs_that_read_the_view() {
        IntView x = intsOf("x", new int[N]);
        IntView seen = intsOf("seen", new int[N]);
        Views.fill(x, 3);
        Gate gate = new Gate(this);
        reader(gate, x, seen).submit();
        callWhileShut(gate, () -> Views.fill(x, 9));
        assertThat(seen.toArray()).containsOnly(3);
        assertThat(x.toArray()).containsOnly(9);
    }

    @Test
    void assign_comes_after_the_runs_that_read_or_write_the_view() {
        IntView x = ints("x", N);
        IntView seen = ints("seen", N);
        int[] values = new int[N];
        java.util.Arrays.fill(values, 4);
        Gate gate = new Gate(this);
        reader(gate, x, seen).submit();
        callWhileShut(gate, () -> x.assign(values));
        Gate second = new Gate(this);
        assertThat(seen.toArray()).containsOnly(0);
        writer(second, x).submit();
        callWhileShut(second, () -> x.assign(values));
        assertThat(x.toArray()).containsOnly(4);
    }

    @Test
    void a_copy_comes_after_the_runs_that_touch_either_view() {
        IntView x = ints("x", N);
        IntView mirror = own(x.mirror());
        Gate gate = new Gate(this);
        writer(gate, x).submit();
        callWhileShut(gate, () -> Views.deepCopy(mirror, x));
        assertThat(mirror.toArray()).containsOnly(5);
        IntView seen = ints("seen", N);
        Gate second = new Gate(this);
        reader(second, x, seen).submit();
        Views.fill(mirror, 6);
        callWhileShut(second, () -> Views.deepCopy(x, mirror));
        assertThat(seen.toArray()).containsOnly(5);
        assertThat(x.toArray()).containsOnly(6);
    }

    @Test
    void a_copy_of_a_view_to_itself_comes_after_the_runs_that_write_it() {
        IntView x = ints("x", N);
        AtomicInteger ended = new AtomicInteger();
        Gate gate = new Gate(this);
        instantiate(root -> gate.hold(root)
                        .thenParallelFor("w", RangePolicy.of(N), i -> x.set(i, 5))
                        .thenHost("end", Access.reads(), ended::incrementAndGet))
                .submit();
        callWhileShut(gate, () -> Views.deepCopy(x, x));
        assertThat(ended.get()).isEqualTo(1);
    }

    @Test
    void format_and_reads_of_a_mirror_come_after_the_runs_that_copy_to_it() {
        IntView x = ints("x", N);
        Views.fill(x, 5);
        IntView mirror = own(x.mirror());
        Gate gate = new Gate(this);
        ExecutableGraph down =
                instantiate(Graph.define("down", root -> gate.hold(root).thenDeepCopy("copy", mirror, x)));
        down.submit();
        callWhileShut(gate, () -> assertThat(Views.format(mirror)).startsWith("[5, 5, "));
        Views.fill(x, 6);
        down.submit();
        assertThat(mirror.toArray()).containsOnly(6);
        Views.fill(x, 7);
        down.submit();
        assertThat(Views.format(x)).startsWith("[7, 7, ");
    }

    @Test
    void reads_do_not_wait_for_runs_that_only_read_the_view_or_write_another_part_of_it() {
        IntView x = ints("x", N);
        IntView y = ints("y", N);
        IntView z = ints("z", 2 * N);
        Views.fill(x, 3);
        IntView left = z.subview(Slice.range(0, N));
        Gate gate = new Gate(this);
        ExecutableGraph exec = instantiate(root -> gate.hold(root)
                .thenParallelFor("r", RangePolicy.of(N), i -> y.set(i, x.get(i)))
                .thenParallelFor("l", RangePolicy.of(N), i -> left.set(i, 1)));
        exec.submit();
        assertThat(x.toArray()).containsOnly(3);
        Views.fill(z.subview(Slice.range(N, 2 * N)), 8);
        gate.open();
        assertThat(y.toArray()).containsOnly(3);
        assertThat(z.toArray()[N - 1]).isEqualTo(1);
        assertThat(z.toArray()[N]).isEqualTo(8);
    }

    @Test
    void results_of_reductions_scans_conditionals_and_nested_graphs_count_as_written() {
        IntView x = ints("x", N);
        IntView sum = ints("sum");
        IntView passes = ints("passes");
        IntView left = intsOf("left", 3);
        Graph body = Graph.define("body", root -> root.then("d", () -> left.set(0, left.get(0) - 1)));
        Graph inner = Graph.define("inner", root -> root.thenFill("f", x, 2));
        ExecutableGraph exec = instantiate(root -> root.thenGraph("n", inner)
                .thenParallelReduce("s", RangePolicy.of(N), Sum.into(sum, i -> x.get(i)))
                .thenWhile("w", () -> left.get(0) > 0, body, 10, passes));
        exec.submit();
        assertThat(sum.toArray()).containsExactly(2 * N);
        exec.submit();
        assertThat(x.toArray()).containsOnly(2);
        left.assign(4);
        exec.submit();
        assertThat(passes.toArray()).containsExactly(4);
        left.assign(2);
        exec.submit();
        assertThat(left.toArray()).containsExactly(0);
    }

    /** What a host node without accesses does is not known. */
    @Test
    void every_eager_call_waits_for_host_nodes_that_declare_nothing() {
        IntView z = ints("z", N);
        AtomicInteger ended = new AtomicInteger();
        CountDownLatch latch = new CountDownLatch(1);
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", () -> {
            Patience.await(latch);
            ended.incrementAndGet();
        }));
        exec.submit();
        Thread opener = new Thread(() -> {
            Patience.sleep(100);
            latch.countDown();
        });
        opener.start();
        assertThat(z.toArray()).containsOnly(0);
        assertThat(ended.get()).isEqualTo(1);
        Patience.join(opener);
    }

    @Test
    void eager_calls_between_submits_see_each_run_and_no_later_one() {
        IntView x = ints("x", N);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1)));
        List<ExecutionStream> streams = List.of(space().defaultStream(), stream("a"), stream("b"));
        int expected = 0;
        for (int round = 0; round < 200; round++) {
            for (int run = 0; run <= round % 3; run++) {
                exec.submit(streams.get((round + run) % 3));
                expected++;
            }
            if (round % 4 == 3) {
                Views.fill(x, round);
                expected = round;
            } else {
                assertThat(x.toArray()).containsOnly(expected);
            }
        }
    }

    @Test
    void runs_of_another_space_that_reaches_the_memory_count_too() {
        String second = isHost() ? "host,threads=2" : spec();
        try (ExecutionSpace other = Spaces.open(second)) {
            Assumptions.assumeTrue(
                    other.canReach(space().memorySpace()),
                    () -> other.name() + " does not reach the memory of " + spec());
            IntView x = ints("x", N);
            CountDownLatch latch = new CountDownLatch(1);
            Graph graph = Graph.define("g", root -> {
                NodeRef held = root.thenHost("hold", Access.reads(), () -> Patience.await(latch));
                held.thenParallelFor("w", RangePolicy.of(N), i -> x.set(i, 5));
            });
            try (ExecutableGraph there = graph.instantiate(other)) {
                there.submit();
                Thread opener = new Thread(() -> {
                    Patience.sleep(100);
                    latch.countDown();
                });
                opener.start();
                assertThat(x.toArray()).containsOnly(5);
                Patience.join(opener);
            }
        }
    }

    private ExecutableGraph failing(IntView at, IntView x) {
        return instantiate(Graph.define("fails", root -> root.then("k", () -> x.set(at.get(0), 1))));
    }

    @Test
    void the_failure_of_a_run_is_thrown_by_the_eager_call_that_comes_after_it_and_by_no_fence_then() {
        IntView at = intsOf("at", 100);
        IntView x = ints("x", 4);
        IntView other = ints("other", 4);
        ExecutableGraph fails = failing(at, x);
        fails.submit();
        assertThat(other.toArray()).containsOnly(0);
        GraphRunException failure = catchThrowableOfType(GraphRunException.class, x::toArray);
        assertThat(failure.code()).isEqualTo("R301");
        space().fence();
        assertThat(x.toArray()).containsOnly(0);
        fails.submit();
        assertThat(catchThrowableOfType(GraphRunException.class, () -> Views.fill(at, 2))
                        .code())
                .isEqualTo("R301");
        assertThat(at.toArray()).as("a call that throws does nothing").containsExactly(100);
        space().fence();
    }

    /** Whether a failed run has ended must make no difference. */
    @Test
    void the_failure_of_a_run_that_has_ended_is_thrown_too_and_that_of_another_view_is_left_to_the_fence() {
        IntView at = intsOf("at", 100);
        IntView x = ints("x", 4);
        IntView other = ints("other", 4);
        failing(at, x).submit();
        Submission last = instantiate(Graph.define("last", root -> root.then("k", () -> other.set(0, 1))))
                .submitTracked();
        last.await();
        assertThat(other.toArray()[0]).isEqualTo(1);
        assertThat(catchThrowableOfType(GraphRunException.class, x::toArray).code())
                .isEqualTo("R301");
        failing(at, x).submit();
        assertThat(other.toArray()[0]).isEqualTo(1);
        assertThat(failure().code()).isEqualTo("R301");
        assertThat(x.toArray()).containsOnly(0);
    }

    @Test
    void the_failure_of_a_tracked_run_stays_with_its_submission() {
        IntView at = intsOf("at", 100);
        IntView x = ints("x", 4);
        Submission submission = failing(at, x).submitTracked();
        assertThat(x.toArray()).containsOnly(0);
        assertThat(submission.failure()).isPresent();
        space().fence();
        assertThat(catchThrowableOfType(GraphRunException.class, submission::await)
                        .code())
                .isEqualTo("R301");
    }

    @Test
    void eager_calls_of_a_host_node_act_at_once() {
        IntView mirror = own(ints("x", N).mirror());
        AtomicReference<String> seen = new AtomicReference<>();
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", Access.updates(mirror), () -> {
            mirror.assign(new int[N]);
            mirror.set(0, 6);
            seen.set(mirror.toArray()[0] + " " + Views.format(mirror).substring(0, 5));
        }));
        run(exec);
        assertThat(seen.get()).isEqualTo("6 [6, 0");
    }
}
