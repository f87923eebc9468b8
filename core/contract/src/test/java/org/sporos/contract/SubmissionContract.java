package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** Runs that are submitted with {@code submitTracked}: their ends, and what is called then. */
abstract class SubmissionContract extends Contract {
    private static final int N = 1000;
    private static final Duration LONG = Duration.ofSeconds(600);

    private ExecutableGraph add(IntView x) {
        return instantiate(Graph.define("add", root -> root.thenParallelFor("add", N, i -> x.set(i, x.get(i) + 1))));
    }

    private ExecutableGraph failing() {
        IntView x = ints("short", 8);
        IntView at = intsOf("at", 0, 1, 2, 9);
        return instantiate(root -> root.thenParallelFor("scatter", RangePolicy.of(4), i -> x.set(at.get(i), 1)));
    }

    private ExecutableGraph held(Gate gate) {
        return instantiate(Graph.define("held", gate::hold));
    }

    private static <T> T next(BlockingQueue<T> from) throws InterruptedException {
        T found = from.poll(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(found).isNotNull();
        return found;
    }

    @Test
    void a_submit_behind_many_runs_does_not_wait_for_one_that_waits_for_the_host() {
        CountDownLatch gate = new CountDownLatch(1);
        IntView runs = ints("runs");
        ExecutableGraph exec =
                instantiate(Graph.define("count", root -> root.then("one", () -> runs.set(runs.get() + 1))));
        ExecutableGraph hold = instantiate(
                Graph.define("hold", root -> root.thenHost("hold", Access.reads(), () -> Patience.await(gate))));
        submit(exec, 1_100);
        hold.submit();
        submit(exec, 500);
        gate.countDown();
        space().fence();
        assertThat(runs.toArray()).containsExactly(1_600);
    }

    @Test
    void a_wait_with_a_limit_tells_whether_the_run_has_ended() {
        Gate gate = new Gate(this);
        Submission run = held(gate).submitTracked();
        assertThat(run.await(Duration.ZERO)).isFalse();
        assertThat(run.await(Duration.ofSeconds(-1))).isFalse();
        long begin = System.nanoTime();
        assertThat(run.await(Duration.ofMillis(20))).isFalse();
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(20_000_000);
        gate.open();
        assertThat(run.await(LONG)).isTrue();
        assertThat(run.isDone()).isTrue();
        assertThat(run.await(Duration.ZERO)).isTrue();
        assertThat(run.await(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        assertThat(run.await(Duration.ofSeconds(Long.MIN_VALUE))).isTrue();
    }

    /** Nobody but the workers does the run. */
    @Test
    void a_wait_with_a_limit_sees_the_end_of_a_run_of_kernels() {
        IntView x = ints("x", N);
        ExecutableGraph exec = add(x);
        for (int t = 0; t < 50; t++) {
            assertThat(exec.submitTracked().await(LONG)).isTrue();
        }
        assertThat(x.toArray()).containsOnly(50);
    }

    @Test
    void a_wait_with_a_limit_throws_the_failure_of_the_run() {
        Submission run = failing().submitTracked();
        GraphRunException thrown = catchThrowableOfType(GraphRunException.class, () -> run.await(LONG));
        assertThat(thrown.code()).isEqualTo("R301");
        assertThat(run.failure()).containsSame(thrown);
        assertThat(catchThrowable(() -> run.await(Duration.ZERO))).isSameAs(thrown);
        space().fence();
    }

    @Test
    void an_interrupt_is_kept_for_the_caller() {
        IntView x = ints("x", N);
        Submission run = add(x).submitTracked();
        Thread.currentThread().interrupt();
        try {
            assertThat(run.await(LONG)).isTrue();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void an_action_is_called_once_when_the_run_has_ended() throws InterruptedException {
        IntView x = ints("x", N);
        Gate gate = new Gate(this);
        ExecutableGraph held = held(gate);
        BlockingQueue<Submission> ended = new LinkedBlockingQueue<>();
        Submission run = held.submitTracked();
        run.onCompletion(ended::add);
        run.onCompletion(ended::add);
        assertThat(ended).isEmpty();
        gate.open();
        assertThat(next(ended).isDone()).isTrue();
        assertThat(next(ended).isDone()).isTrue();
        run.onCompletion(ended::add);
        assertThat(next(ended).isDone()).isTrue();
        assertThat(ended).isEmpty();
        Submission other = add(x).submitTracked();
        other.await();
        other.onCompletion(ended::add);
        assertThat(ended).hasSize(1);
    }

    @Test
    void an_action_may_submit_wait_and_close() throws InterruptedException {
        IntView x = ints("x", N);
        BlockingQueue<Object> told = new LinkedBlockingQueue<>();
        ExecutableGraph exec = add(x);
        exec.submitTracked().onCompletion(first -> {
            Submission second = exec.submitTracked();
            second.await();
            second.onCompletion(run -> {
                exec.close();
                told.add(x.toArray()[0]);
            });
        });
        assertThat(next(told)).isEqualTo(2);
    }

    /** Each waits for the next. */
    @Test
    void actions_do_not_wait_for_each_other() throws InterruptedException {
        int runs = 10;
        IntView x = ints("x", N);
        ExecutableGraph exec = add(x);
        List<CompletableFuture<Integer>> called = new ArrayList<>();
        for (int t = 0; t <= runs; t++) {
            called.add(new CompletableFuture<>());
        }
        Gate gate = new Gate(this);
        held(gate).submit();
        List<Submission> submitted = new ArrayList<>();
        for (int t = 0; t < runs; t++) {
            submitted.add(exec.submitTracked());
        }
        // The last first: this thread itself calls the action of a run that has ended.
        called.get(runs).complete(0);
        for (int t = runs - 1; t >= 0; t--) {
            int at = t;
            submitted
                    .get(at)
                    .onCompletion(
                            run -> called.get(at).complete(called.get(at + 1).join() + 1));
        }
        gate.open();
        assertThat(called.get(0).join()).isEqualTo(runs);
    }

    @Test
    void each_of_many_runs_completes() {
        int runs = 500;
        IntView x = ints("x", N);
        ExecutableGraph exec = add(x);
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int t = 0; t < runs; t++) {
            all.add(exec.submitTracked().completion().thenApply(nothing -> 1).toCompletableFuture());
        }
        assertThat(all.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(runs);
        assertThat(x.toArray()).containsOnly(runs);
    }

    @Test
    void the_stage_of_a_run_that_failed_has_its_failure() throws InterruptedException {
        ExecutableGraph exec = failing();
        Submission run = exec.submitTracked();
        CompletionStage<Void> stage = run.completion();
        CompletionException thrown = catchThrowableOfType(
                CompletionException.class, () -> stage.toCompletableFuture().join());
        assertThat(thrown.getCause())
                .isInstanceOf(GraphRunException.class)
                .isSameAs(run.failure().orElseThrow());
        assertThat(thrown.getCause()).hasMessageStartingWith("R301: node 'scatter' (SubmissionContract.java:");
        BlockingQueue<Submission> ended = new LinkedBlockingQueue<>();
        exec.submitTracked().onCompletion(ended::add);
        assertThat(next(ended).failure()).isPresent();
        space().fence();
    }

    @Test
    void the_stage_is_one_and_cannot_be_completed_from_outside() {
        Gate gate = new Gate(this);
        Submission run = held(gate).submitTracked();
        CompletableFuture<Void> mine = run.completion().toCompletableFuture();
        mine.complete(null);
        assertThat(run.completion().toCompletableFuture()).isNotDone();
        gate.open();
        run.completion().toCompletableFuture().join();
        assertThat(run.isDone()).isTrue();
    }

    @Test
    void what_an_action_throws_goes_to_the_handler_of_its_thread() throws InterruptedException {
        IntView x = ints("x", N);
        BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
        IllegalStateException mine = new IllegalStateException("mine");
        Gate gate = new Gate(this);
        Submission run = held(gate).submitTracked();
        run.onCompletion(ended -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
            throw mine;
        });
        gate.open();
        assertThat(next(uncaught)).isSameAs(mine);
        Submission after = add(x).submitTracked();
        after.completion().toCompletableFuture().join();
        assertThat(x.toArray()).containsOnly(1);
    }

    @Test
    void wrong_uses_are_refused() {
        IntView x = ints("x", N);
        Submission run = add(x).submitTracked();
        assertThatThrownBy(() -> run.await(null))
                .hasMessage("G004: the time to wait for a run is null; give it a value");
        assertThatThrownBy(() -> run.onCompletion(null))
                .hasMessage("G004: the action at the end of a run is null; give it a value");
        run.await();
    }

    @Test
    void a_host_node_does_not_wait_for_runs() {
        AtomicReference<Submission> other = new AtomicReference<>();
        List<Throwable> thrown = new ArrayList<>();
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", Access.reads(), () -> {
            thrown.add(catchThrowable(() -> other.get().await()));
            thrown.add(catchThrowable(() -> other.get().await(Duration.ZERO)));
        }));
        other.set(add(ints("x", N)).submitTracked());
        run(exec);
        assertThat(thrown)
                .hasSize(2)
                .allSatisfy(refused -> assertThat(refused)
                        .hasMessage("R305: a host node must not call await: it would wait for the graph that it is part"
                                + " of; do it after the graph, or make it a node"));
    }
}
