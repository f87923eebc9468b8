package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.sporos.reduce.Reducers.BitAnd;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.host.natives.ItemFailure;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Teams whose members fail or do not keep together: errors, and never a hang. */
class TeamFailureTest {
    private static final String CURE = "; all members of a team must make the same collective calls in the same order";

    private final IntView x = IntView.of("x", MemorySpace.host(), 10);

    private static HostTask team(TeamPolicy policy, TeamBody body) {
        return Tasks.task(1, root -> root.thenParallelFor("node", policy, body));
    }

    private static void assertFails(TeamPolicy policy, TeamBody body, String message) {
        HostTask task = team(policy, body);
        for (int repeat = 0; repeat < 3; repeat++) {
            assertThat(ItemFailure.thrown(catchThrowable(() -> Tasks.run(task))))
                    .hasMessage(message);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void a_member_that_throws_while_others_wait_fails_the_run_and_the_next_run_is_right(int bad) {
        IntView index = IntView.of("index", MemorySpace.host());
        HostTask task = team(TeamPolicy.of(3, 4), team -> {
            team.barrier();
            if (team.teamRank() == bad && team.leagueRank() == 1) {
                x.set(index.get(), 1);
            }
            team.barrier();
            x.atomicAdd(5, 1);
        });
        for (int repeat = 0; repeat < 3; repeat++) {
            index.set(10);
            x.set(5, 0);
            assertThatThrownBy(() -> Tasks.run(task))
                    .rootCause()
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("R301: index (10) is outside of view 'x' of extents [10]");
            // Four members of team 0 came to the end, none of team 1, and team 2 did not begin.
            assertThat(x.get(5)).isEqualTo(4);
            index.set(0);
            x.set(5, 0);
            Tasks.run(task);
            assertThat(x.get(5)).isEqualTo(12);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void a_member_that_throws_before_any_barrier_fails_the_run(int bad) {
        assertFails(
                TeamPolicy.of(2, 4),
                team -> x.set(team.teamRank() == bad ? -1 : 1, 1),
                "R301: index (-1) is outside of view 'x' of extents [10]");
    }

    @Test
    void a_member_that_ends_while_member_0_waits_is_an_error() {
        assertFails(
                TeamPolicy.of(1, 3),
                team -> {
                    if (team.teamRank() != 1) {
                        team.barrier();
                    }
                },
                "R307: in node 'node', team 0, member 1 came to the end of the body while member 0 came to a barrier"
                        + CURE);
    }

    @Test
    void a_member_that_waits_after_member_0_has_ended_is_an_error() {
        assertFails(
                TeamPolicy.of(1, 3),
                team -> {
                    if (team.teamRank() == 2) {
                        team.barrier();
                    }
                },
                "R307: in node 'node', team 0, member 2 came to a barrier while member 0 came to the end of the body"
                        + CURE);
        assertFails(
                TeamPolicy.of(1, 3),
                team -> {
                    team.barrier();
                    if (team.teamRank() == 2) {
                        team.barrier();
                    }
                },
                "R307: in node 'node', team 0, member 2 came to a barrier while member 0 came to the end of the body"
                        + CURE);
    }

    @Test
    void members_that_come_to_different_collectives_are_an_error() {
        assertFails(
                TeamPolicy.of(1, 2),
                team -> {
                    if (team.teamRank() == 0) {
                        team.barrier();
                    } else {
                        team.single(() -> x.set(0, 1));
                    }
                },
                "R307: in node 'node', team 0, member 1 came to a single while member 0 came to a barrier" + CURE);
        assertFails(
                TeamPolicy.of(1, 2),
                team -> x.set(0, (int) team.parallelReduceDouble(Sum, 5 + team.teamRank(), i -> 1.0)),
                "R307: in node 'node', team 0, member 1 came to a double SUM of 6 indexes while member 0 came to a"
                        + " double SUM of 5 indexes" + CURE);
        assertFails(
                TeamPolicy.of(1, 2),
                team -> x.set(0, team.parallelReduceInt(team.teamRank() == 0 ? Sum : Max, 5, i -> i)),
                "R307: in node 'node', team 0, member 1 came to an int MAX of 5 indexes while member 0 came to an int"
                        + " SUM of 5 indexes" + CURE);
    }

    @Test
    void members_that_come_to_different_scans_are_an_error() {
        assertFails(
                TeamPolicy.of(1, 2),
                team -> {
                    if (team.teamRank() == 0) {
                        team.exclusiveScanInt(5, i -> i, (i, sum) -> x.set(0, sum));
                    }
                },
                "R307: in node 'node', team 0, member 1 came to the end of the body while member 0 came to an"
                        + " exclusive int scan of 5 indexes" + CURE);
        assertFails(
                TeamPolicy.of(1, 2),
                team -> team.inclusiveScanDouble(5 + team.teamRank(), i -> 1.0, (i, sum) -> x.set(0, i)),
                "R307: in node 'node', team 0, member 1 came to an inclusive double scan of 6 indexes while member 0"
                        + " came to an inclusive double scan of 5 indexes" + CURE);
        assertFails(
                TeamPolicy.of(1, 2),
                team -> {
                    if (team.teamRank() == 0) {
                        team.inclusiveScanLong(2049, i -> i, (i, sum) -> x.set(0, i));
                    } else {
                        team.exclusiveScanLong(2049, i -> i, (i, sum) -> x.set(0, i));
                    }
                },
                "R307: in node 'node', team 0, member 1 came to an exclusive long scan of 2049 indexes while member 0"
                        + " came to an inclusive long scan of 2049 indexes" + CURE);
    }

    @Test
    void members_that_ask_for_different_scratch_are_an_error() {
        assertFails(
                TeamPolicy.of(1, 2).withScratch(100),
                team -> team.scratchInt(2 + team.teamRank()),
                "R307: in node 'node', member 1 asks for scratch of 3 ints as its request 1, and member 0 did not;"
                        + " all members of a team must ask for the same scratch in the same order");
    }

    @Test
    void an_index_outside_of_scratch_is_an_error_also_where_its_memory_is_larger() {
        assertFails(
                TeamPolicy.of(2).withScratch(100),
                team -> {
                    DoubleView scratch = team.scratchDouble(team.leagueRank() == 0 ? 10 : 5);
                    scratch.set(5, 1);
                },
                "R301: index (5) is outside of view 'scratch' of extents [5]");
    }

    @Test
    void operators_that_no_team_can_reduce_with_are_refused() {
        assertFails(
                TeamPolicy.of(1),
                team -> team.parallelReduceFloat(BitAnd, 5, i -> 1f),
                "R308: a team cannot reduce floats with BIT_AND; use one of [SUM, PROD, MIN, MAX]");
        assertFails(
                TeamPolicy.of(1, 2),
                team -> team.parallelReduceLong(() -> ReductionOp.CUSTOM, 5, i -> 1L),
                "R308: a team cannot reduce longs with CUSTOM; use one of [SUM, PROD, MIN, MAX, BIT_AND, BIT_OR,"
                        + " BIT_XOR]");
    }
}
