package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Submission;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** A litmus test for each line of docs/guide/memory-model.md, which names the tests. */
abstract class MemoryModelContract extends Contract {
    private static final int N = 64;
    private static final int ROUNDS = 200;

    /** The last element is written and read first and last: a late write shows there. */
    private IntView x;

    private IntView y;
    private IntView mirror;
    /** Plain memory of Java, which only the order of what is tested makes visible. */
    private int plain;

    private ExecutableGraph add;

    @BeforeEach
    void define() {
        IntView to = ints("x", N);
        IntView other = ints("y", N);
        x = to;
        y = other;
        mirror = own(to.mirror());
        add = instantiate(Graph.define(
                "add", root -> root.thenParallelFor("k", RangePolicy.of(N), i -> to.set(i, to.get(i) + 1))));
    }

    private ExecutableGraph copyToY() {
        IntView from = x;
        IntView to = y;
        return instantiate(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> to.set(i, from.get(i))));
    }

    private ExecutableGraph toMirror() {
        IntView from = x;
        IntView to = mirror;
        return instantiate(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> from.set(i, from.get(i) + 1))
                .thenDeepCopy("copy", to, from));
    }

    @Test
    void a_run_sees_elements_that_were_set_before_its_submit() {
        IntView from = mirror;
        IntView to = x;
        ExecutableGraph up = instantiate(Graph.define("up", root -> root.thenDeepCopy("copy", to, from)));
        for (int round = 1; round <= ROUNDS; round++) {
            for (int i = 0; i < N; i++) {
                mirror.set(i, round);
            }
            run(up);
            assertThat(x.toArray()).containsOnly(round);
        }
    }

    @Test
    void a_host_node_sees_plain_memory_written_before_the_submit_and_a_fence_shows_what_it_wrote() {
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", Access.reads(), () -> plain = 3 * plain + 1));
        int expected = 0;
        for (int round = 0; round < ROUNDS; round++) {
            plain = round;
            run(exec);
            expected = 3 * round + 1;
            assertThat(plain).isEqualTo(expected);
        }
    }

    @Test
    void a_node_sees_what_the_nodes_it_depends_on_wrote() {
        IntView a = x;
        IntView b = y;
        IntView host = mirror;
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> a.set(i, a.get(i) + 1))
                        .thenDeepCopy("down", host, a)
                        .thenHost("h", Access.updates(host), () -> {
                            for (int i = 0; i < N; i++) {
                                host.set(i, host.get(i) + 1);
                            }
                        })
                        .thenDeepCopy("up", a, host)
                        .thenParallelFor("k2", RangePolicy.of(N), i -> b.set(i, a.get(N - 1 - i))));
        for (int round = 1; round <= ROUNDS; round++) {
            exec.submit();
            assertThat(y.toArray()).containsOnly(2 * round);
        }
    }

    @Test
    void a_run_sees_the_runs_before_it_on_its_stream() {
        ExecutableGraph copy = copyToY();
        ExecutionStream stream = stream("s");
        for (int round = 1; round <= ROUNDS; round++) {
            add.submit(stream);
            copy.submit(stream);
            if (round % 10 == 0) {
                stream.fence();
                assertThat(y.toArray()).containsOnly(round);
            }
        }
    }

    @Test
    void a_run_sees_the_runs_of_its_executable_on_other_streams() {
        ExecutionStream[] streams = {space().defaultStream(), stream("a"), stream("b")};
        for (int round = 1; round <= ROUNDS; round++) {
            add.submit(streams[round % 3]);
        }
        space().fence();
        assertThat(x.toArray()).containsOnly(ROUNDS);
    }

    @Test
    void a_run_sees_what_came_before_the_record_that_its_stream_awaits() {
        ExecutableGraph copy = copyToY();
        ExecutionStream one = stream("one");
        ExecutionStream two = stream("two");
        Event written = Event.of("written");
        Event read = Event.of("read");
        for (int round = 1; round <= ROUNDS; round++) {
            add.submit(one);
            one.record(written);
            two.await(written);
            copy.submit(two);
            two.record(read);
            one.await(read);
            if (round % 10 == 0) {
                two.fence();
                assertThat(y.toArray()).containsOnly(round);
            }
        }
    }

    @Test
    void elements_read_after_a_fence_are_those_of_all_runs_before() {
        ExecutableGraph down = toMirror();
        ExecutionStream stream = stream("s");
        for (int round = 1; round <= ROUNDS; round++) {
            down.submit(stream);
            if (round % 2 == 0) {
                stream.fence();
            } else {
                space().fence();
            }
            assertThat(mirror.get(0)).isEqualTo(round);
            assertThat(mirror.get(N - 1)).isEqualTo(round);
        }
    }

    @Test
    void elements_read_after_an_await_are_those_of_the_run() {
        ExecutableGraph down = toMirror();
        for (int round = 1; round <= ROUNDS; round++) {
            Submission run = down.submitTracked();
            if (round % 2 == 0) {
                run.await();
            } else {
                while (!run.isDone()) {
                    Thread.yield();
                }
            }
            assertThat(mirror.get(N - 1)).isEqualTo(round);
        }
    }

    @Test
    void an_eager_call_sees_the_runs_before_it_and_the_runs_after_it_see_the_call() {
        ExecutableGraph copy = copyToY();
        for (int round = 1; round <= ROUNDS; round++) {
            Views.fill(x, round);
            add.submit();
            copy.submit();
            assertThat(y.toArray()).containsOnly(round + 1);
            add.submit();
            Views.deepCopy(mirror, x);
            assertThat(mirror.get(N - 1)).isEqualTo(round + 2);
        }
    }

    @Test
    void a_run_has_the_params_of_its_submit() {
        IntParam by = IntParam.of("by", 0);
        IntView to = x;
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> to.set(i, to.get(i) + by.get())));
        int expected = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            by.set(round);
            exec.submit();
            expected += round;
        }
        by.set(1_000_000);
        assertThat(x.toArray()).containsOnly(expected);
    }

    @Test
    void a_run_has_the_levels_of_its_submit() {
        ViewRing<IntView> ring = own(ViewRing.of(3, j -> IntView.of("r" + j, space(), N)));
        IntView level = ring.level(0);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> level.set(i, level.get(i) + 1)));
        for (int round = 0; round < 3 * ROUNDS; round++) {
            exec.submit();
            if (round >= ROUNDS) {
                ring.advance();
            }
        }
        // All rounds of the first third, and of the others each third one.
        int[] extra = new int[3];
        for (int round = ROUNDS; round < 3 * ROUNDS; round++) {
            extra[(round - ROUNDS) % 3]++;
        }
        int turned = 2 * ROUNDS % 3;
        for (int j = 0; j < 3; j++) {
            int memory = (turned + j) % 3;
            assertThat(ring.level(j).toArray()).containsOnly(extra[memory] + (memory == 0 ? ROUNDS : 0));
        }
    }

    @Test
    void a_run_sees_the_runs_before_it_that_turned_its_ring() {
        ViewRing<IntView> ring = own(ViewRing.of(2, j -> IntView.of("r" + j, space(), N)));
        IntView now = ring.level(0);
        IntView next = ring.level(1);
        IntView out = y;
        ExecutionStream other = stream("other");
        ExecutableGraph turning = instantiate(Graph.define(
                "turning",
                root -> root.thenParallelFor("k", RangePolicy.of(N), i -> next.set(i, now.get(i) + 1))
                        .thenAdvance("turn", ring)));
        ExecutableGraph reading = instantiate(Graph.define(
                "reading", root -> root.thenParallelFor("k", RangePolicy.of(N), i -> out.set(i, now.get(i)))));
        for (int round = 1; round <= ROUNDS; round++) {
            turning.submit();
            reading.submit(other);
            turning.submit();
            other.fence();
            assertThat(y.toArray()).containsOnly(2 * round - 1);
        }
    }

    @Test
    void nodes_behind_a_semaphore_see_what_came_before_its_signal() {
        Assumptions.assumeTrue(isHost(), "semaphores of this process are for host spaces");
        for (int round = 1; round <= ROUNDS; round++) {
            ExternalSemaphore semaphore = ExternalSemaphore.inProcess("s");
            int[] seen = new int[1];
            try (ExecutableGraph exec = Graph.define(
                            "g",
                            root -> root.thenWaitSemaphore("wait", semaphore, 1)
                                    .thenHost("h", Access.reads(), () -> seen[0] = plain))
                    .instantiate(space())) {
                exec.submit();
                plain = round;
                semaphore.signal(1);
                space().fence();
            }
            assertThat(seen[0]).isEqualTo(round);
        }
    }

    @Test
    void what_a_thread_submitted_before_it_told_another_comes_before_what_that_one_does() throws Exception {
        SynchronousQueue<Integer> told = new SynchronousQueue<>();
        Thread submitter = new Thread(() -> {
            try {
                for (int round = 1; round <= ROUNDS; round++) {
                    add.submit();
                    told.put(round);
                    told.take();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        submitter.start();
        for (int round = 1; round <= ROUNDS; round++) {
            int submitted = 2 * told.take();
            add.submit();
            assertThat(x.toArray()).containsOnly(submitted);
            told.put(round);
        }
        submitter.join();
    }

    @Test
    void what_runs_wrote_is_seen_after_their_executable_is_closed() {
        IntView from = x;
        IntView to = mirror;
        for (int round = 1; round <= 20; round++) {
            try (ExecutableGraph exec = Graph.define(
                            "g",
                            root -> root.thenParallelFor("k", RangePolicy.of(N), i -> from.set(i, from.get(i) + 1))
                                    .thenDeepCopy("down", to, from))
                    .instantiate(space())) {
                exec.submit();
            }
            assertThat(mirror.get(N - 1)).isEqualTo(round);
        }
    }
}
