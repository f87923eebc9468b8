package org.sporos.host.exec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How runs are done, by what the clock says: here a clock that the test sets. */
class PaceTest {
    private long now = 1;
    private final Trials noTrials = new Trials(0);

    @Test
    void a_run_whose_time_is_not_known_is_never_done_in_its_submit() {
        assertThat(pace(true, 2).next(true, true)).isEqualTo(Pace.Way.SHARED);
        assertThat(pace(true, 1).next(true, true)).isEqualTo(Pace.Way.WALK);
    }

    @Test
    void a_short_chain_is_soon_done_in_its_submit() {
        Pace pace = pace(true, 1);
        run(pace, 2_000, 2_000, 3);
        assertThat(pace.next(true, true)).isEqualTo(Pace.Way.HERE);
        pace.ended(true);
        assertThat(pace.isHere()).isTrue();
    }

    @Test
    void what_waits_for_something_outside_is_always_shared() {
        Pace pace = pace(false, 2);
        run(pace, 10, 10, 100);
        assertThat(pace.isHere()).isFalse();
        assertThat(pace.next(true, true)).isEqualTo(Pace.Way.SHARED);
    }

    @Test
    void a_run_that_gains_by_it_is_shared() {
        Pace pace = pace(true, 2);
        run(pace, 50_000, 27_000, 200);
        assertThat(shared(pace, 50_000, 27_000, 100)).isGreaterThan(90);
    }

    @Test
    void a_run_that_loses_by_it_is_done_by_one_thread() {
        Pace pace = pace(true, 2);
        run(pace, 50_000, 80_000, 200);
        assertThat(shared(pace, 50_000, 80_000, 1000)).isLessThan(60);
    }

    @Test
    void it_says_why_one_thread_does_the_runs() {
        Pace pace = pace(true, 2);
        assertThat(pace.describe(null)).isEqualTo("not run yet");
        run(pace, 50_000, 80_000, 200);
        assertThat(pace.describe(null)).isEqualTo("done by one thread, as that took 50.0 us, and shared 80.0 us");
        assertThat(pace.describe("the space has no more")).isEqualTo("done by one thread, as the space has no more");
        Pace tiny = pace(true, 2);
        run(tiny, 300, 200, 50);
        assertThat(tiny.describe(null)).isEqualTo("done by one thread, as it is short");
        Pace gains = pace(true, 2);
        run(gains, 50_000, 27_000, 200);
        assertThat(gains.describe(null)).isEqualTo("shared among threads");
        assertThat(pace(false, 2).describe(null))
                .isEqualTo("shared among threads; it waits for something outside of the graph");
    }

    @Test
    void a_tiny_run_is_never_shared_again() {
        Pace pace = pace(true, 2);
        run(pace, 300, 200, 50);
        assertThat(shared(pace, 300, 200, 1000)).isZero();
    }

    @Test
    void runs_return_to_one_thread_when_the_machine_is_busy() {
        Pace pace = pace(true, 2);
        run(pace, 50_000, 27_000, 200);
        run(pace, 55_000, 900_000, 20);
        assertThat(shared(pace, 55_000, 900_000, 1000)).isLessThan(60);
    }

    @Test
    void runs_are_shared_again_when_the_machine_is_idle_again() {
        Pace pace = pace(true, 2);
        run(pace, 50_000, 900_000, 300);
        run(pace, 50_000, 27_000, 8_000);
        assertThat(shared(pace, 50_000, 27_000, 100)).isGreaterThan(90);
    }

    @Test
    void a_trial_that_met_a_mishap_puts_sharing_off_for_a_moment_only() {
        Pace pace = pace(true, 2);
        run(pace, 3_000_000, 11_000_000, 8);
        assertThat(shared(pace, 3_000_000, 1_600_000, 40)).isGreaterThan(15);
    }

    @Test
    void sharing_that_fails_again_and_again_is_tried_less_and_less() {
        Pace pace = pace(true, 2);
        int first = shared(pace, 3_000_000, 11_000_000, 100);
        run(pace, 3_000_000, 11_000_000, 200);
        assertThat(shared(pace, 3_000_000, 11_000_000, 1000))
                .isLessThan(2 * first)
                .isLessThan(10);
    }

    @Test
    void a_run_now_and_then_is_done_in_its_submit_rather_than_wake_others() {
        Pace pace = pace(true, 2);
        run(pace, 50_000, 27_000, 200);
        now += 10_000_000;
        assertThat(pace.next(true, true)).isEqualTo(Pace.Way.HERE);
    }

    @Test
    void a_tiny_run_that_becomes_gainsleaves_its_submit_within_32_runs() {
        Pace pace = pace(true, 1);
        run(pace, 300, 300, 100);
        assertThat(pace.isHere()).isTrue();
        run(pace, 5_000_000, 5_000_000, 32);
        assertThat(pace.isHere()).isFalse();
        run(pace, 300, 300, 100);
        assertThat(pace.isHere()).isTrue();
    }

    @Test
    void a_run_that_nobody_joins_is_done_by_one_thread() {
        Pace pace = pace(true, 2);
        int shared = shared(pace, 50_000, 51_000, 2_000, false);
        assertThat(shared).isLessThan(150);
    }

    @Test
    void a_run_that_nobody_joined_is_shared_as_soon_as_somebody_is_there() {
        Pace pace = pace(true, 2);
        shared(pace, 50_000, 51_000, 2_000, false);
        assertThat(shared(pace, 50_000, 27_000, 1_000)).isGreaterThan(500);
    }

    @Test
    void times_of_code_that_is_not_compiled_yet_are_soon_forgotten() {
        Pace pace = pace(true, 2);
        run(pace, 30_000_000, 29_000_000, 10);
        run(pace, 15_000_000, 9_000_000, 10);
        run(pace, 20_000, 40_000, 3_000);
        assertThat(pace.isHere()).isTrue();
    }

    @Test
    void a_run_that_would_be_gainsfor_one_thread_is_tried_by_one_thread_but_once() {
        Pace pace = pace(true, 2);
        assertThat(shared(pace, 30_000_000, 16_000_000, 1_000)).isGreaterThanOrEqualTo(999);
    }

    @Test
    void the_work_of_a_run_that_was_always_shared_is_estimated_by_its_time() {
        Pace pace = pace(true, 4);
        run(pace, 400_000_000, 100_000_000, 10);
        assertThat(pace.workNanos(4)).isEqualTo(400_000_000);
    }

    @Test
    void a_gainsrun_is_not_done_by_one_thread_that_others_wait_for() {
        Pace pace = pace(true, 1);
        run(pace, 50_000_000, 50_000_000, 10);
        assertThat(pace.next(true, true)).isEqualTo(Pace.Way.SHARED);
    }

    @Test
    void a_young_space_tries_until_the_code_for_sharing_is_compiled() {
        Pace young = new Pace(true, 2, new Trials(1_000_000_000), () -> now);
        assertThat(sharedWhenColdFor(25, young)).isGreaterThan(350);
        assertThat(sharedWhenColdFor(25, pace(true, 2))).isLessThan(100);
    }

    /** Returns how many of 500 runs were shared, of which so many shared ones are slow. */
    private int sharedWhenColdFor(int cold, Pace pace) {
        int shared = 0;
        for (int r = 0; r < 500; r++) {
            shared += shared(pace, 50_000, shared < cold ? 200_000 : 27_000, 1);
        }
        return shared;
    }

    @Test
    void code_that_became_much_faster_is_tried_anew_soon() {
        Pace pace = pace(true, 2);
        run(pace, 200_000, 300_000, 20_000);
        assertThat(shared(pace, 100_000, 54_000, 100)).isGreaterThan(70);
    }

    @Test
    void code_that_stays_as_it_is_is_tried_now_and_then_only() {
        Pace pace = pace(true, 2);
        run(pace, 200_000, 201_000, 20_000);
        assertThat(shared(pace, 190_000, 191_000, 1_000)).isBetween(3, 25);
    }

    @Test
    void a_short_run_is_shared_by_its_submit_once_that_pays() {
        Pace pace = pace(true, 2);
        run(pace, 50_000, 27_000, 200);
        assertThat(pace.isHere()).isFalse();
        assertThat(pace.isBrief()).isTrue();
    }

    @Test
    void one_of_four_runs_is_timed_that_are_short_and_shared_by_their_submit_and_counts_for_all() {
        Pace pace = pace(true, 2);
        run(pace, 4_000, 2_500, 2_000);
        int timed = 0;
        for (int i = 0; i < 100; i++) {
            assertThat(pace.nextAttended()).isEqualTo(Pace.Way.SHARED);
            now += 2_500;
            timed += pace.isTimed() ? 1 : 0;
            pace.ended(true);
        }
        assertThat(timed).isEqualTo(25);
    }

    @Test
    void short_shared_runs_that_are_not_timed_do_not_hide_that_sharing_has_become_slower() {
        Pace pace = pace(true, 2);
        run(pace, 4_000, 2_500, 2_000);
        int shared = 0;
        for (int i = 0; i < 10_000; i++) {
            boolean shares = pace.nextAttended() == Pace.Way.SHARED;
            shared += shares ? 1 : 0;
            now += shares ? 100_000 : 4_000;
            pace.ended(shares);
        }
        // What was gained in 20 ms may be lost, and what a trial costs now and then.
        assertThat(shared).isLessThan(300);
    }

    @Test
    void a_gainsrun_is_not_shared_by_its_submit_which_returns_soon() {
        Pace pace = pace(true, 2);
        run(pace, 1_000_000, 510_000, 200);
        assertThat(pace.isBrief()).isFalse();
    }

    @Test
    void a_run_that_waits_or_that_nobody_can_share_is_not_shared_by_its_submit() {
        Pace waiting = pace(false, 2);
        run(waiting, 10_000, 10_000, 20);
        assertThat(waiting.isBrief()).isFalse();
        Pace alone = pace(true, 1);
        run(alone, 10_000, 10_000, 20);
        assertThat(alone.isBrief()).isFalse();
    }

    private Pace pace(boolean walkable, int sharers) {
        return new Pace(walkable, sharers, noTrials, () -> now);
    }

    private void run(Pace pace, long serial, long shared, int times) {
        shared(pace, serial, shared, times);
    }

    /** Returns how many of so many runs were shared. */
    private int shared(Pace pace, long serial, long shared, int times) {
        return shared(pace, serial, shared, times, true);
    }

    private int shared(Pace pace, long serial, long shared, int times, boolean together) {
        int count = 0;
        for (int i = 0; i < times; i++) {
            now += 1_000;
            boolean shares = false;
            if (pace.isHere()) {
                pace.hereBegins();
            } else {
                shares = pace.next(true, true) == Pace.Way.SHARED;
            }
            count += shares ? 1 : 0;
            now += shares ? shared : serial;
            pace.ended(shares && together);
        }
        return count;
    }
}
