package org.sporos.host.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How runs are done, by what the clock says: here a clock that the test sets. */
class ExecutionTunerTest {
    private long now = 1;

    @Test
    void a_run_whose_time_is_not_known_is_never_done_in_its_submit() {
        assertThat(tuner(true, 2).next(true, true)).isEqualTo(ExecutionTuner.Mode.PARALLEL);
        assertThat(tuner(true, 1).next(true, true)).isEqualTo(ExecutionTuner.Mode.SERIAL);
    }

    @Test
    void a_short_chain_is_soon_done_in_its_submit() {
        ExecutionTuner tuner = tuner(true, 1);
        run(tuner, 2_000, 2_000, 3);
        assertThat(tuner.next(true, true)).isEqualTo(ExecutionTuner.Mode.INLINE);
        tuner.ended(true);
        assertThat(tuner.isInline()).isTrue();
    }

    @Test
    void what_waits_for_something_outside_is_always_shared() {
        ExecutionTuner tuner = tuner(false, 2);
        run(tuner, 10, 10, 100);
        assertThat(tuner.isInline()).isFalse();
        assertThat(tuner.next(true, true)).isEqualTo(ExecutionTuner.Mode.PARALLEL);
    }

    @Test
    void a_run_that_gains_by_it_is_shared() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 50_000, 27_000, 200);
        assertThat(run(tuner, 50_000, 27_000, 100)).isGreaterThan(90);
    }

    @Test
    void a_run_that_loses_by_it_is_done_by_one_thread() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 50_000, 80_000, 200);
        assertThat(run(tuner, 50_000, 80_000, 1000)).isLessThan(60);
    }

    @Test
    void a_run_with_a_body_that_is_shared_is_parallel() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 300, 1_200, 50);
        tuner.shareBody(true);
        assertThat(run(tuner, 300, 1_200, 1)).isZero();
        run(tuner, 300, 1_200, 200);
        assertThat(run(tuner, 300, 1_200, 100)).isEqualTo(100);
        tuner.shareBody(false);
        run(tuner, 300, 1_200, 200);
        assertThat(tuner.isInline()).isTrue();
    }

    @Test
    void it_says_why_one_thread_does_the_runs() {
        ExecutionTuner tuner = tuner(true, 2);
        assertThat(tuner.describe(null)).isEqualTo("not run yet");
        run(tuner, 50_000, 80_000, 100);
        assertThat(tuner.describe(null)).isEqualTo("done by one thread, as that took 50.0 us, and shared 80.0 us");
        assertThat(tuner.describe("the space has no more")).isEqualTo("done by one thread, as the space has no more");
        tuner.decider().foresee(50_000, 61_000);
        assertThat(tuner.describe(null))
                .isEqualTo("done by one thread, as that took 50.0 us, and sharing would take 1.2 times that");
        ExecutionTuner tiny = tuner(true, 2);
        run(tiny, 300, 200, 50);
        assertThat(tiny.describe(null)).isEqualTo("done by one thread, as it is short");
        ExecutionTuner gains = tuner(true, 2);
        run(gains, 50_000, 27_000, 200);
        assertThat(gains.describe(null)).isEqualTo("shared among threads");
        assertThat(tuner(false, 2).describe(null))
                .isEqualTo("shared among threads; it waits for something outside of the graph");
    }

    @Test
    void runs_return_to_one_thread_when_the_machine_is_busy() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 50_000, 27_000, 200);
        run(tuner, 55_000, 900_000, 20);
        assertThat(run(tuner, 55_000, 900_000, 1000)).isLessThan(60);
    }

    @Test
    void runs_are_shared_again_when_the_machine_is_idle_again() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 50_000, 900_000, 300);
        run(tuner, 50_000, 27_000, 8_000);
        assertThat(run(tuner, 50_000, 27_000, 100)).isGreaterThan(90);
    }

    @Test
    void a_run_now_and_then_is_done_in_its_submit_rather_than_wake_others() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 50_000, 27_000, 200);
        now += 10_000_000;
        assertThat(tuner.next(true, true)).isEqualTo(ExecutionTuner.Mode.INLINE);
    }

    @Test
    void a_tiny_run_that_becomes_long_leaves_its_submit_within_32_runs() {
        ExecutionTuner tuner = tuner(true, 1);
        run(tuner, 300, 300, 100);
        assertThat(tuner.isInline()).isTrue();
        run(tuner, 5_000_000, 5_000_000, 32);
        assertThat(tuner.isInline()).isFalse();
        run(tuner, 300, 300, 100);
        assertThat(tuner.isInline()).isTrue();
    }

    @Test
    void one_of_32_short_inline_runs_is_timed_and_one_of_128_that_take_no_longer_than_the_clock() {
        assertThat(timed(600, 3_200)).isEqualTo(100);
        assertThat(timed(100, 12_800)).isEqualTo(100);
        assertThat(timed(2_000, 100)).isEqualTo(100);
    }

    private int timed(long nanos, int runs) {
        ExecutionTuner tuner = tuner(true, 1);
        run(tuner, nanos, nanos, 1_000);
        int timed = 0;
        for (int r = 0; r < runs; r++) {
            assertThat(tuner.isInline()).isTrue();
            timed += tuner.inlineBegins() ? 1 : 0;
            now += nanos;
            tuner.ended(false);
        }
        return timed;
    }

    @Test
    void times_of_code_that_is_not_compiled_yet_are_soon_forgotten() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 30_000_000, 29_000_000, 10);
        run(tuner, 15_000_000, 9_000_000, 10);
        run(tuner, 20_000, 40_000, 3_000);
        assertThat(tuner.isInline()).isTrue();
    }

    @Test
    void a_long_run_is_not_done_by_one_thread_that_others_wait_for() {
        ExecutionTuner tuner = tuner(true, 1);
        run(tuner, 50_000_000, 50_000_000, 10);
        assertThat(tuner.next(true, true)).isEqualTo(ExecutionTuner.Mode.PARALLEL);
    }

    @Test
    void a_short_run_is_shared_by_its_submit_once_that_pays() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 50_000, 27_000, 200);
        assertThat(tuner.isInline()).isFalse();
        assertThat(tuner.isBrief()).isTrue();
    }

    @Test
    void one_of_four_runs_is_timed_that_are_short_and_shared_by_their_submit_and_counts_for_all() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 4_000, 2_500, 2_000);
        int timed = 0;
        for (int i = 0; i < 100; i++) {
            assertThat(tuner.nextAttended()).isEqualTo(ExecutionTuner.Mode.PARALLEL);
            now += 2_500;
            timed += tuner.isTimed() ? 1 : 0;
            tuner.ended(true);
        }
        assertThat(timed).isEqualTo(25);
    }

    @Test
    void short_shared_runs_that_are_not_timed_do_not_hide_that_sharing_has_become_slower() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 4_000, 2_500, 2_000);
        int shared = 0;
        for (int i = 0; i < 10_000; i++) {
            boolean shares = !tuner.isInline() && tuner.nextAttended() == ExecutionTuner.Mode.PARALLEL;
            shared += shares ? 1 : 0;
            if (tuner.isInline()) {
                tuner.inlineBegins();
            }
            now += shares ? 100_000 : 4_000;
            tuner.ended(shares);
        }
        // What was gained in 20 ms may be lost, and what a measurement costs now and then.
        assertThat(shared).isLessThan(300);
    }

    @Test
    void a_long_run_is_not_shared_by_its_submit_which_returns_soon() {
        ExecutionTuner tuner = tuner(true, 2);
        run(tuner, 1_000_000, 510_000, 200);
        assertThat(tuner.isBrief()).isFalse();
    }

    @Test
    void a_run_that_waits_or_that_nobody_can_share_is_not_shared_by_its_submit() {
        ExecutionTuner waiting = tuner(false, 2);
        run(waiting, 10_000, 10_000, 20);
        assertThat(waiting.isBrief()).isFalse();
        ExecutionTuner alone = tuner(true, 1);
        run(alone, 10_000, 10_000, 20);
        assertThat(alone.isBrief()).isFalse();
    }

    private ExecutionTuner tuner(boolean isSerial, int sharers) {
        return new ExecutionTuner(isSerial, sharers, () -> now);
    }

    /** Returns how many of so many runs were shared. */
    private int run(ExecutionTuner tuner, long serial, long shared, int times) {
        int count = 0;
        for (int i = 0; i < times; i++) {
            now += 1_000;
            boolean shares = false;
            if (tuner.isInline()) {
                tuner.inlineBegins();
            } else {
                shares = tuner.next(true, true) == ExecutionTuner.Mode.PARALLEL;
            }
            count += shares ? 1 : 0;
            now += shares ? shared : serial;
            tuner.ended(shares);
        }
        return count;
    }
}
