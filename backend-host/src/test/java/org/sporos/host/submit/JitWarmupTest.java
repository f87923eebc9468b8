package org.sporos.host.submit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a warm-up does, and that it leaves nothing behind. */
class JitWarmupTest {

    @Test
    void a_warm_up_shares_the_runs_that_it_is_asked_for_and_ends_its_threads() {
        assertThat(JitWarmup.play(200, Long.MAX_VALUE)).isEqualTo(200);
        assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
                .noneMatch(name -> name.startsWith("sporos-warm-up-"));
    }

    @Test
    void a_warm_up_ends_when_its_time_is_over() {
        assertThat(JitWarmup.play(Integer.MAX_VALUE, 1_000_000)).isBetween(1, 1_000_000);
    }
}
