package org.sporos.host.exec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a rehearsal does, and that it leaves nothing behind. */
class RehearsalTest {

    @Test
    void a_rehearsal_shares_the_runs_that_it_is_asked_for_and_ends_its_threads() {
        assertThat(Rehearsal.play(200, Long.MAX_VALUE)).isEqualTo(200);
        assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
                .noneMatch(name -> name.startsWith("sporos-rehearsal-"));
    }

    @Test
    void a_rehearsal_ends_when_its_time_is_over() {
        assertThat(Rehearsal.play(Integer.MAX_VALUE, 1_000_000)).isBetween(1, 1_000_000);
    }
}
