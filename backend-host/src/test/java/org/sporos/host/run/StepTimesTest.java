package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.host.schedule.Control.Body;

class StepTimesTest {
    private static final int BASE = 10;
    private final StepTimes times = new StepTimes(new Body(BASE, BASE + 2, new int[] {BASE}));

    @Test
    void pairs_of_runs_are_timed_the_less_often_the_more_runs_there_were() {
        List<Integer> timed = new ArrayList<>();
        for (int run = 1; run <= 200; run++) {
            if (run()) {
                timed.add(run);
            }
        }
        assertThat(timed).containsExactly(2, 3, 12, 13, 52, 53);
    }

    @Test
    void times_are_new_until_they_are_taken_and_after_each_request() {
        assertThat(times.isNew()).isFalse();
        run();
        assertThat(times.isPending()).isTrue();
        run();
        assertThat(times.isNew()).isFalse();
        run();
        assertThat(times.isNew()).isTrue();
        assertThat(times.take()).hasSize(2).doesNotContain(-1);
        assertThat(times.isNew()).isFalse();
        assertThat(times.isPending()).isFalse();
        times.request();
        assertThat(run()).isTrue();
        assertThat(run()).isTrue();
        assertThat(times.isNew()).isTrue();
    }

    @Test
    void the_time_of_a_step_is_the_sum_of_its_parts_and_the_shorter_of_two_runs() {
        times.request();
        times.isDue();
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
