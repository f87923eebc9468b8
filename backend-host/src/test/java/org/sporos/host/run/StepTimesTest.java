package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.host.schedule.Control.Body;

class StepTimesTest {
    private static final int BASE = 10;
    private final StepTimes times = new StepTimes(new Body(BASE, BASE + 2, new int[] {BASE}));

    @Test
    void two_runs_are_timed_after_each_request_and_their_times_are_new_until_they_are_taken() {
        assertThat(run()).isFalse();
        for (int requests = 0; requests < 2; requests++) {
            times.request();
            assertThat(run()).isTrue();
            assertThat(times.isNew()).isFalse();
            assertThat(run()).isTrue();
            assertThat(run()).isFalse();
            assertThat(times.isNew()).isTrue();
            long[] nanos = times.take();
            assertThat(nanos).hasSize(2);
            assertThat(nanos[0] + nanos[1]).isBetween(0L, 1_000_000_000L);
            assertThat(times.isNew()).isFalse();
        }
    }

    @Test
    void the_time_of_a_step_is_the_sum_of_its_parts_and_the_shorter_of_two_runs() {
        times.request();
        times.begin();
        spin(2_000_000);
        times.add(BASE);
        times.add(BASE + 1);
        spin(2_000_000);
        times.add(BASE);
        times.end();
        times.begin();
        spin(10_000_000);
        times.add(BASE);
        spin(1_000_000);
        times.add(BASE + 1);
        times.end();
        long[] nanos = times.take();
        assertThat(nanos[0]).isBetween(4_000_000L, nanos[0]);
        assertThat(nanos[1]).isLessThan(1_000_000);
    }

    private static void spin(long nanos) {
        for (long end = System.nanoTime() + nanos; System.nanoTime() < end; ) {
            Thread.onSpinWait();
        }
    }

    private boolean run() {
        boolean isTimed = times.isDue();
        if (isTimed) {
            times.begin();
            times.add(BASE);
            times.add(BASE + 1);
            times.end();
        }
        return isTimed;
    }
}
