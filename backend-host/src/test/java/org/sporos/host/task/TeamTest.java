package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.internal.run.RunFrame;
import org.sporos.param.IntParam;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Teams: members, barriers, nested ranges and reductions, scratch. */
class TeamTest {
    private static final MemorySpace HOST = MemorySpace.host();

    @Test
    void scratch_of_all_types_and_of_changing_lengths_has_the_length_that_was_asked_for() {
        LongView sizes = LongView.of("sizes", HOST, 20, 4);
        Tasks.run(
                1,
                root -> root.thenParallelFor("s", TeamPolicy.of(20, 2).withScratch(2000), team -> {
                    int l = team.leagueRank();
                    int n = l % 7 * 10;
                    sizes.set(l, 0, team.scratchDouble(n).size());
                    sizes.set(l, 1, team.scratchFloat(n + 1).size());
                    sizes.set(l, 2, team.scratchLong(n + 2).size());
                    sizes.set(l, 3, team.scratchInt(n + 3).size());
                }));
        for (int l = 0; l < 20; l++) {
            for (int k = 0; k < 4; k++) {
                assertThat(sizes.get(l, k)).isEqualTo(l % 7 * 10 + k);
            }
        }
    }

    @Test
    void scratch_that_is_read_before_it_is_written_shows_in_strict_mode() {
        DoubleView read = DoubleView.of("read", HOST, 2);
        for (int repeat = 0; repeat < 2; repeat++) {
            Tasks.run(Tasks.task(
                    new TaskContext(1, true),
                    root -> root.thenParallelFor("s", TeamPolicy.of(2, 1).withScratch(8), team -> {
                        DoubleView cell = team.scratchDouble(1);
                        read.set(team.leagueRank(), cell.get(0));
                        cell.set(0, 3);
                    })));
            assertThat(read.toArray()).containsOnly(Double.NaN);
        }
    }

    @Test
    void members_on_threads_of_their_own_see_the_params_of_the_run() {
        IntParam param = IntParam.of("p", 1);
        IntView seen = IntView.of("seen", HOST, 4);
        HostTask task = Tasks.task(
                1,
                root -> root.thenParallelFor("p", TeamPolicy.of(1, 4), team -> {
                    team.barrier();
                    seen.set(team.teamRank(), param.get());
                }));
        RunFrame frame = new RunFrame(true, param);
        frame.bits(0, 42);
        RunFrame before = RunFrame.enter(frame);
        try {
            Tasks.run(task);
        } finally {
            RunFrame.enter(before);
        }
        assertThat(seen.toArray()).containsOnly(42);
        Tasks.run(task);
        assertThat(seen.toArray()).containsOnly(1);
    }

    @Test
    void threads_of_members_are_used_again() {
        IntView x = IntView.of("x", HOST);
        HostTask task = Tasks.task(
                1,
                root -> root.thenParallelFor("b", TeamPolicy.of(50, 5), team -> {
                    team.barrier();
                    x.atomicAdd(1);
                }));
        for (int repeat = 0; repeat < 20; repeat++) {
            Tasks.run(task);
        }
        assertThat(x.get()).isEqualTo(20 * 250);
        long members = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("sporos-team-member"))
                .count();
        // Up to 44 are left from teams of other tests, which wait for some seconds.
        assertThat(members).isLessThan(200);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("sporos-team-member"))
                .allMatch(Thread::isDaemon);
    }
}
