package org.sporos.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.error.Coded;

final class SweepRunTest {
    private static final List<Integer> CASES = IntStream.range(0, 50).boxed().toList();

    private final List<SweepProgress> told = new ArrayList<>();

    private SweepRun<Integer, Integer> start(
            PlayedSpace spaces, int workers, SweepFunction<Integer, Integer> function, List<Integer> cases) {
        SweepRun<Integer, Integer> run = new SweepRun<>("squares", function, cases, told::add);
        run.begin(IntStream.range(0, workers)
                .mapToObj(k -> new SweepSpace(spaces))
                .toList());
        return run;
    }

    @Test
    void results_are_in_the_order_of_the_cases_whoever_ends_first() throws Exception {
        PlayedSpace spaces = new PlayedSpace(4);
        SweepRun<Integer, Integer> run = start(
                spaces,
                4,
                (k, space) -> {
                    Thread.sleep(k % 4 == 0 ? 3 : 0);
                    return k * k;
                },
                CASES);
        SweepTable<Integer, Integer> table = run.await();
        assertThat(table.results()).isEqualTo(CASES.stream().map(k -> k * k).toList());
        assertThat(table.rows()).extracting(SweepCase::index).isEqualTo(CASES);
        assertThat(spaces.opened).hasValue(4);
        assertThat(spaces.closed).hasValue(4);
    }

    @Test
    void each_worker_keeps_a_space_of_its_own() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        SweepTable<Integer, Integer> table = start(
                        new PlayedSpace(2),
                        2,
                        (k, space) -> {
                            both.await();
                            return 0;
                        },
                        CASES)
                .await();
        assertThat(table.rows())
                .filteredOn(row -> row.space().equals("played:1"))
                .hasSize(25);
        assertThat(table.rows())
                .filteredOn(row -> row.space().equals("played:2"))
                .hasSize(25);
    }

    @Test
    void a_case_that_fails_ends_nothing_but_itself() {
        SweepTable<Integer, Integer> table = start(
                        new PlayedSpace(2),
                        2,
                        (k, space) -> {
                            if (k == 7) {
                                throw new java.io.IOException("seven");
                            } else if (k == 8) {
                                throw new OutOfMemoryError("eight");
                            }
                            return k;
                        },
                        CASES)
                .await();
        assertThat(table.failures()).extracting(SweepCase::index).containsExactly(7, 8);
        assertThat(table.rows().get(7).failure()).isInstanceOf(java.io.IOException.class);
        assertThat(table.rows().get(8).failure()).isInstanceOf(OutOfMemoryError.class);
        assertThat(table.rows())
                .filteredOn(row -> row.state() == SweepCase.State.DONE)
                .hasSize(48);
        assertThat(told).hasSize(50);
        assertThat(told.get(49).completed()).isEqualTo(50);
        assertThat(told.get(49).failed()).isEqualTo(2);
    }

    @Test
    void a_space_that_a_case_has_spoilt_is_opened_again() {
        PlayedSpace spaces = new PlayedSpace(3);
        SweepTable<Integer, Integer> table = start(
                        spaces,
                        1,
                        (k, space) -> {
                            if (k == 3 || k == 9) {
                                space.close();
                            }
                            return k;
                        },
                        CASES)
                .await();
        assertThat(table.results()).isEqualTo(CASES);
        assertThat(table.rows().get(4).space()).isEqualTo("played:2");
        assertThat(table.rows().get(49).space()).isEqualTo("played:3");
        assertThat(spaces.closed).hasValue(3);
    }

    @Test
    void cases_that_no_worker_is_left_for_say_so() {
        SweepTable<Integer, Integer> table = start(
                        new PlayedSpace(2),
                        2,
                        (k, space) -> {
                            space.close();
                            return k;
                        },
                        CASES)
                .await();
        assertThat(table.rows())
                .filteredOn(row -> row.state() == SweepCase.State.DONE)
                .hasSize(2);
        SweepCase<Integer, Integer> last = table.rows().get(49);
        assertThat(last.failure())
                .isInstanceOf(Coded.class)
                .hasMessageStartingWith("S292: no worker of the sweep 'squares' has a space any more")
                .hasRootCauseMessage("no more spaces");
    }

    @Test
    void a_cancelled_sweep_keeps_what_has_ended() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        SweepRun<Integer, Integer> run = start(
                new PlayedSpace(1),
                1,
                (k, space) -> {
                    if (k == 5) {
                        begun.countDown();
                        new CountDownLatch(1).await();
                    }
                    return k;
                },
                CASES);
        begun.await();
        run.cancel();
        run.cancel();
        SweepTable<Integer, Integer> table = run.await();
        assertThat(table.cancelled()).extracting(SweepCase::index).isEqualTo(CASES.subList(5, 50));
        assertThat(table.failures()).isEmpty();
        assertThat(table.rows().get(4).result()).isEqualTo(4);
        assertThat(run.progress().completed()).isEqualTo(6);
        assertThat(run.progress().failed()).isZero();
        assertThat(table.toString()).contains("cancelled");
    }

    @Test
    void an_interrupt_of_the_waiting_thread_cancels_the_sweep_and_is_kept() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        SweepRun<Integer, Integer> run = start(
                new PlayedSpace(2),
                2,
                (k, space) -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return k;
                },
                CASES);
        Thread interrupts = new Thread(() -> {
            try {
                begun.await();
                caller.interrupt();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        interrupts.start();
        SweepTable<Integer, Integer> table = run.await();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(table.cancelled()).hasSize(50);
        interrupts.join();
    }

    @Test
    void a_listener_that_throws_is_called_no_more() {
        List<Integer> calls = new ArrayList<>();
        SweepRun<Integer, Integer> run = new SweepRun<>("squares", (k, space) -> k, CASES, progress -> {
            calls.add(progress.completed());
            throw new IllegalStateException("broken");
        });
        run.begin(List.of(new SweepSpace(new PlayedSpace(1))));
        assertThat(run.await().results()).isEqualTo(CASES);
        assertThat(calls).containsExactly(1);
    }

    @Test
    void a_sweep_of_no_cases_opens_nothing() {
        SweepTable<Integer, Integer> table = Sweep.<Integer, Integer>of("empty", (k, space) -> k)
                .on("nowhere", 3)
                .run(List.of());
        assertThat(table.rows()).isEmpty();
        assertThat(table.results()).isEmpty();
        assertThat(table).hasToString("case\n");
    }

    @Test
    void wrong_arguments_are_refused() {
        Sweep<Integer, Integer> sweep = Sweep.of("s", (k, space) -> k);
        assertThatThrownBy(() -> sweep.on("host", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S290: the sweep 's' is to have 0 workers on 'host'; give it at least 1");
        assertThatThrownBy(() -> sweep.on("::", 1).run(List.of(1))).hasMessageStartingWith("S210: ");
        assertThatThrownBy(() -> sweep.on("nowhere", 1).run(List.of(1))).hasMessageStartingWith("S211: ");
        assertThatThrownBy(() -> sweep.run(java.util.Arrays.asList(1, null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("case 1 of the sweep 's' is null");
        assertThatThrownBy(() -> Sweep.of("s", null)).hasMessageContaining("the function of the sweep 's' is null");
        assertThat(sweep).hasToString("sweep 's' on a host space of one thread for each processor");
        assertThat(sweep.on("cuda:0", 1).on("host,threads=1", 2))
                .hasToString("sweep 's' on cuda:0; host,threads=1; host,threads=1");
    }
}
