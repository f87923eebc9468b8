package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;
import org.sporos.view.Views;

/** Closed executables: nothing reads their memory any more, which other views have by then. */
abstract class CloseContract extends Contract {
    private static final int N = 1000;
    /** Is neither zero nor an index or an address of anything. */
    private static final int JUNK = 0x1234567;

    private Graph increments(IntView x) {
        return Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1)));
    }

    private Graph failing(IntView x, IntView index) {
        return Graph.define("g", root -> root.then("bad", () -> x.set(index.get(), 1)));
    }

    /** Fills memory of all sizes that records of an executable have. */
    private List<IntView> takeMemory() {
        List<IntView> taken = new ArrayList<>();
        for (int kilobytes = 1; kilobytes <= 4; kilobytes++) {
            for (int k = 0; k < 8; k++) {
                IntView view = IntView.of("taken", space(), 128 * kilobytes);
                IntView mirror = view.mirror();
                Views.fill(view, JUNK);
                Views.deepCopy(mirror, view);
                taken.add(view);
                taken.add(mirror);
            }
        }
        return taken;
    }

    private void checkMemory(List<IntView> taken) {
        for (IntView view : taken) {
            assertThat(view.toArray()).containsOnly(JUNK);
            view.close();
        }
    }

    @Test
    void a_closed_executable_is_read_by_no_stream() {
        IntView x = ints("x", N);
        ExecutionStream other = stream("other");
        ExecutableGraph exec = increments(x).instantiate(space());
        exec.submit(other);
        exec.submit();
        exec.close();
        List<IntView> taken = takeMemory();
        space().parallelFor("eager", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1));
        other.fence();
        space().fence();
        checkMemory(taken);
        assertThat(x.toArray()).containsOnly(3);
    }

    @Test
    void an_executable_that_was_changed_is_read_by_no_stream() {
        IntView x = ints("x", N);
        IntView y = ints("y", N);
        ExecutionStream other = stream("other");
        ExecutableGraph exec = instantiate(increments(x));
        exec.submit(other);
        exec.submit();
        exec.rebind(x, y);
        List<IntView> taken = takeMemory();
        other.fence();
        exec.submit(other);
        exec.submit();
        assertThat(exec.update(increments(x)).isDone()).isTrue();
        taken.addAll(takeMemory());
        other.fence();
        space().fence();
        checkMemory(taken);
        assertThat(x.toArray()).containsOnly(2);
        assertThat(y.toArray()).containsOnly(2);
    }

    @Test
    void a_failure_of_a_closed_executable_is_told_once() {
        IntView x = ints("x", N);
        IntView index = ints("index");
        Views.fill(index, N);
        ExecutionStream other = stream("other");
        ExecutableGraph exec = failing(x, index).instantiate(space());
        exec.submit(other);
        exec.submit();
        exec.close();
        List<IntView> taken = takeMemory();
        assertThat(failure()).hasMessageContaining("R301").hasMessageContaining("'bad'");
        other.fence();
        space().fence();
        checkMemory(taken);
    }

    @Test
    void a_tracked_run_of_a_closed_executable_has_its_failure() {
        IntView x = ints("x", N);
        IntView index = ints("index");
        Views.fill(index, N);
        ExecutionStream other = stream("other");
        ExecutableGraph exec = failing(x, index).instantiate(space());
        Submission failed = exec.submitTracked(other);
        exec.close();
        List<IntView> taken = takeMemory();
        assertThat(failed.isDone()).isTrue();
        assertThat(failed.failure()).get().extracting(GraphRunException::code).isEqualTo("R301");
        other.fence();
        space().fence();
        checkMemory(taken);
    }

    @Test
    void a_tracked_run_before_another_stream_ends_with_its_executable() {
        IntView x = ints("x", N);
        ExecutionStream other = stream("other");
        ExecutableGraph exec = increments(x).instantiate(space());
        Submission first = exec.submitTracked(other);
        exec.submit();
        exec.close();
        List<IntView> taken = takeMemory();
        assertThat(first.isDone()).isTrue();
        assertThat(first.failure()).isEmpty();
        space().fence();
        checkMemory(taken);
    }

    @Test
    void closing_waits_for_no_run_behind_its_own() {
        IntView x = ints("x", N);
        CountDownLatch opened = new CountDownLatch(1);
        ExecutionStream stream = stream("s");
        ExecutableGraph held = instantiate(
                Graph.define("held", root -> root.thenHost("hold", Access.reads(), () -> Patience.await(opened))));
        ExecutableGraph free = increments(x).instantiate(space());
        free.submit(stream);
        held.submit(stream);
        free.close();
        opened.countDown();
        stream.fence();
        assertThat(x.toArray()).containsOnly(1);
    }

    @Test
    void threads_close_while_others_fence() throws InterruptedException {
        IntView x = ints("x", N);
        ExecutionStream[] streams = {stream("a"), stream("b"), space().defaultStream()};
        AtomicReference<Throwable> failed = new AtomicReference<>();
        Thread[] fencing = new Thread[streams.length];
        for (int t = 0; t < fencing.length; t++) {
            ExecutionStream stream = streams[t];
            fencing[t] = new Thread(() -> {
                try {
                    while (!Thread.currentThread().isInterrupted()) {
                        stream.fence();
                    }
                } catch (Throwable e) {
                    failed.set(e);
                }
            });
            fencing[t].start();
        }
        Graph graph = increments(x);
        for (int round = 0; round < 40; round++) {
            ExecutableGraph exec = graph.instantiate(space());
            Submission tracked = exec.submitTracked(streams[0]);
            exec.submit(streams[1]);
            exec.submit(streams[0]);
            exec.submit();
            exec.close();
            assertThat(tracked.isDone()).isTrue();
            IntView taken = IntView.of("taken", space(), 128);
            IntView mirror = taken.mirror();
            Views.fill(taken, JUNK);
            Views.deepCopy(mirror, taken);
            taken.close();
            mirror.close();
        }
        for (Thread thread : fencing) {
            thread.interrupt();
            thread.join();
        }
        assertThat(failed.get()).isNull();
        assertThat(x.toArray()).containsOnly(160);
    }
}
