package org.sporos.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.BitOr;
import static org.sporos.reduce.Reducers.Sum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.sporos.graph.SequencedCall;
import org.sporos.graph.Task;
import org.sporos.graph.Work;
import org.sporos.space.Availability;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

final class CommunicatorTest {
    private static final Duration LONG = Duration.ofSeconds(120);

    private static DoubleView doubles(String label, long... extents) {
        return DoubleView.of(label, MemorySpace.host(), extents);
    }

    /** Does what the node of a task does that needs no staging. */
    private static void run(Task task) {
        ((SequencedCall) ((Work.HostCall) task.work()).body()).run();
    }

    @Test
    void a_single_rank_runs_every_operation() {
        try (Communicator world = Communicators.open("single")) {
            DoubleView x = doubles("x", 3);
            DoubleView y = doubles("y", 3);
            x.set(1, 7);
            y.set(1, 4);
            run(world.allReduce("sum", Sum, x));
            run(world.allReduce("sum", Sum, x, RankOrder.ANY));
            run(world.broadcast("tell", x, 0));
            run(world.allGather("all", y, x));
            run(world.reduceScatter("part", Sum, x, y, RankOrder.FIXED));
            run(world.barrier("end"));
            run(world.exchange(
                    "self",
                    Halo.none().sending(0, x.subview(Slice.range(1, 2))).receiving(0, y.subview(Slice.range(2, 3)))));
            assertThat(y.toArray()).containsExactly(0, 7, 7);
            assertThat(world.split(3).size()).isEqualTo(1);
            assertThat(world).hasToString("communicator of rank 0 of 1 (single)");
            assertThat(world.failure()).isNull();
            assertThat(world.kind()).isEqualTo("single");
        }
    }

    @Test
    void what_is_not_available_says_why() {
        assertThat(Communicators.available()).extracting(Object::toString).contains("single: one rank, this process");
        assertThatThrownBy(() -> Communicators.open("pvm"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("C400: there is no communicator of the kind 'pvm'")
                .hasMessageContaining("single: one rank, this process");
        assertThatThrownBy(() -> Communicators.open(new Launched(4, new Availability("fake", false, "no library"))))
                .hasMessage("C400: fake: not available: no library");
    }

    @Test
    void processes_of_another_launcher_are_not_programs_of_one_rank() {
        assertThatThrownBy(() -> Communicators.open(new Launched(4, new Availability("fake", true, "fakecc"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("C401: the launcher has started 4 processes")
                .hasMessageContaining("(fakecc) knows of 1")
                .hasMessageContaining("name its compiler wrapper by sporos.fake.compiler");
    }

    private record Launched(int launchedProcesses, Availability probe) implements CommunicatorProvider {
        @Override
        public String kind() {
            return "fake";
        }

        @Override
        public Transport open() {
            return ThreadTransport.ofRanks(1, () -> {})[0];
        }
    }

    @Test
    void arguments_that_do_not_fit_are_refused() {
        Communicator world = ThreadRanks.of(2).communicator(0, LONG);
        DoubleView x = doubles("x", 3);
        assertThatThrownBy(() -> world.broadcast("tell", x, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("C412: 'tell' names rank 2 of a communicator of 2 ranks. Ranks begin at 0.");
        assertThatThrownBy(() -> world.exchange("swap", Halo.none().sending(-1, x)))
                .hasMessageContaining("C412: 'swap' names rank -1");
        assertThatThrownBy(() -> world.allReduce("or", BitOr, x))
                .hasMessageContaining("C412: allReduce 'or' combines DoubleView 'x'")
                .hasMessageContaining("by BIT_OR");
        assertThatThrownBy(() -> world.allGather("all", doubles("all", 5), x))
                .hasMessageContaining("C412: allGather 'all'")
                .hasMessageContaining("of 2 ranks, and DoubleView 'all'");
        assertThatThrownBy(() -> world.reduceScatter("part", Sum, x, doubles("all", 5), RankOrder.FIXED))
                .hasMessageContaining("C412: reduceScatter 'part'");
        assertThatThrownBy(() -> world.reduceScatter("part", BitOr, x, doubles("all", 6), RankOrder.FIXED))
                .hasMessageContaining("by BIT_OR");
        assertThatThrownBy(() -> world.split(-1)).hasMessageContaining("C412: split has the colour -1");
        assertThatThrownBy(() -> world.exchange("swap", null)).hasMessageContaining("G004");
    }

    @Test
    void a_closed_communicator_makes_no_tasks() {
        Communicator world = Communicators.open("single");
        Task late = world.barrier("late");
        world.close();
        world.close();
        assertThatThrownBy(() -> run(late)).hasMessage("C407: the communicator is closed; fence before you close it");
        assertThatThrownBy(() -> world.barrier("end"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("C407: the communicator of rank 0 of 1 (single) is closed");
    }

    @Test
    void parts_of_an_exchange_match() throws InterruptedException {
        ThreadRanks ranks = ThreadRanks.of(2);
        List<Throwable> thrown = ranks.run(rank -> {
            Communicator world = ranks.communicator(rank, LONG);
            DoubleView x = doubles("x", 3 + rank);
            run(world.exchange("swap", Halo.none().sending(1 - rank, x).receiving(1 - rank, x)));
        });
        assertThat(thrown)
                .anySatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("C409: rank 1 has sent 4 elements for DoubleView 'x'")
                        .hasMessageContaining("sent and received parts must match"));
    }

    @Test
    void ranks_of_threads_are_opened_together() throws InterruptedException {
        List<Communicator> ranks = Communicators.ofThreads(3);
        List<Throwable> thrown = ThreadRanks.of(3).run(rank -> {
            try (Communicator world = ranks.get(rank);
                    Communicator part = world.split(rank / 2)) {
                assertThat(world).hasToString("communicator of rank " + rank + " of 3 (threads)");
                assertThat(world.localRank()).isEqualTo(rank);
                assertThat(part.size()).isEqualTo(rank < 2 ? 2 : 1);
                IntView x = IntView.of("x", MemorySpace.host(), 1);
                x.set(0, rank + 1);
                run(world.allReduce("sum", Sum, x));
                run(part.allReduce("sum of a part", Sum, x));
                assertThat(x.get(0)).isEqualTo(rank < 2 ? 12 : 6);
            }
        });
        assertThat(thrown).isEqualTo(Collections.nCopies(3, null));
    }

    @Test
    void there_is_no_communicator_without_ranks() {
        assertThatThrownBy(() -> Communicators.ofThreads(0))
                .hasMessage("C412: a communicator of 0 ranks. Name at least one");
    }

    @Test
    void several_parts_between_two_ranks_keep_their_order() throws InterruptedException {
        ThreadRanks ranks = ThreadRanks.of(2);
        List<Throwable> thrown = ranks.run(rank -> {
            Communicator world = ranks.communicator(rank, LONG);
            IntView own = IntView.of("own", MemorySpace.host(), 2);
            IntView got = IntView.of("got", MemorySpace.host(), 2);
            own.set(0, 10 * rank);
            own.set(1, 10 * rank + 1);
            Halo halo = Halo.none();
            for (int k = 0; k < 2; k++) {
                halo = halo.sending(1 - rank, own.subview(Slice.range(k, k + 1)))
                        .receiving(1 - rank, got.subview(Slice.range(k, k + 1)));
            }
            Task swap = world.exchange("swap", halo);
            for (int run = 0; run < 100; run++) {
                run(swap);
                assertThat(got.toArray()).containsExactly(10 * (1 - rank), 10 * (1 - rank) + 1);
            }
        });
        assertThat(thrown).isEqualTo(Collections.nCopies(2, null));
    }

    private static IllegalStateException cut() {
        return new IllegalStateException("the cable is cut");
    }

    @Test
    void what_the_library_says_ends_an_operation() {
        isDeadAfter(() -> () -> {
            throw cut();
        });
        isDeadAfter(() -> {
            throw cut();
        });
    }

    private static void isDeadAfter(Supplier<PendingTransfer> gather) {
        Transport broken = (Transport) java.lang.reflect.Proxy.newProxyInstance(
                Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (proxy, method, args) -> {
                    if (method.getName().equals("allGather")) {
                        return gather.get();
                    }
                    return method.getReturnType() == int.class ? 0 : null;
                });
        Communicator world = new Communicator("broken", broken, LONG, null);
        assertThatThrownBy(() -> run(world.barrier("all")))
                .hasMessage("C406: the message-passing library says: the cable is cut");
        assertThatThrownBy(() -> run(world.barrier("next"))).hasMessageContaining("C407");
    }

    @Test
    void a_failure_reaches_the_ranks_that_wait_in_the_next_operation() throws InterruptedException {
        ThreadRanks ranks = ThreadRanks.of(3);
        List<Throwable> thrown = ranks.run(rank -> {
            Communicator world = ranks.communicator(rank, LONG);
            DoubleView x = doubles("x", rank == 2 ? 5 : 4);
            if (rank == 0) {
                run(world.exchange("swap", Halo.none().receiving(2, x)));
            } else {
                run(world.exchange("swap", rank == 2 ? Halo.none().sending(0, x) : Halo.none()));
                run(world.barrier("all"));
            }
        });
        assertThat(thrown.get(0)).hasMessageContaining("C409");
        assertThat(thrown.subList(1, 3))
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("C403: rank 0 has failed: C409: node 'swap' on rank 0"));
    }

    @Test
    void two_runs_do_not_use_a_communicator_at_a_time() throws Exception {
        ThreadRanks ranks = ThreadRanks.of(2);
        Communicator first = ranks.communicator(0, LONG);
        Communicator second = ranks.communicator(1, LONG);
        Task barrier = first.barrier("all");
        CountDownLatch waits = new CountDownLatch(1);
        Thread waiting = new Thread(() -> {
            waits.countDown();
            run(barrier);
        });
        waiting.start();
        waits.await();
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> run(first.barrier("other")))
                .hasMessageContaining("C408: another run is inside of an operation of the same communicator");
        run(second.barrier("all"));
        waiting.join();
        assertThat(first.failure()).isNull();
    }

    private static SequencedCall call(Task task) {
        return (SequencedCall) ((Work.HostCall) task.work()).body();
    }

    @Test
    void one_operation_at_a_time_is_handed_to_the_thread_of_its_communicator() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch both = new CountDownLatch(2);
        List<String> threads = Collections.synchronizedList(new ArrayList<>());
        try (Communicator world = Communicators.open("single")) {
            SequencedCall first = call(world.barrier("first"));
            SequencedCall second = call(world.barrier("second"));
            assertThat(first.handOver(() -> {
                        threads.add(Thread.currentThread().getName());
                        awaitUnbroken(goOn);
                        first.run();
                        assertThat(second.handOver(() -> {
                                    threads.add(Thread.currentThread().getName());
                                    second.run();
                                    second.settle();
                                    both.countDown();
                                }))
                                .isTrue();
                        first.settle();
                        both.countDown();
                    }))
                    .isTrue();
            assertThat(second.handOver(both::countDown)).isFalse();
            assertThatThrownBy(second::run).hasMessageContaining("C408: ");
            goOn.countDown();
            both.await();
            assertThat(threads).containsExactly("sporos-comm-rank-0", "sporos-comm-rank-0");
        }
    }

    @Test
    void a_step_that_leaves_its_operation_out_lets_the_next_one_begin() throws Exception {
        try (Communicator world = Communicators.open("single")) {
            SequencedCall call = call(world.barrier("all"));
            for (int round = 0; round < 3; round++) {
                CountDownLatch done = new CountDownLatch(1);
                assertThat(call.handOver(() -> {
                            call.settle();
                            call.settle();
                            done.countDown();
                        }))
                        .isTrue();
                done.await();
            }
            call.run();
        }
    }

    @Test
    void a_closed_communicator_takes_no_step() {
        Communicator world = Communicators.open("single");
        SequencedCall call = call(world.barrier("all"));
        world.close();
        assertThat(call.handOver(() -> {})).isFalse();
        assertThatThrownBy(call::run).hasMessageContaining("C407: ");
    }

    private static void awaitUnbroken(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
