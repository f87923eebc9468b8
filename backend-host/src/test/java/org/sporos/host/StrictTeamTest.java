package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamMember;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/** Strict spaces find members of a team that touch one element without a barrier between. */
class StrictTeamTest {
    private static final int SIZE = 8;

    private final ExecutionSpace space = ExecutionSpaces.open("host,threads=2,strict");
    private final DoubleView x = DoubleView.of("x", space, 3 * SIZE);

    @AfterEach
    void close() {
        x.close();
        space.close();
    }

    private void run(int team, TeamBody body) {
        TeamPolicy policy =
                TeamPolicy.of(3, team).withScratch(64 * Double.BYTES).withDeviceScratch(64 * Double.BYTES);
        Graph.define("g", root -> root.thenParallelFor("teams", policy, body)).run(space);
    }

    private void reverse(TeamMember team, DoubleView block) {
        int first = team.leagueRank() * SIZE;
        team.parallelFor(SIZE, i -> block.set(i, x.get(first + i)));
        team.parallelFor(SIZE, i -> x.set(first + i, block.get(SIZE - 1 - i)));
    }

    @ParameterizedTest
    @CsvSource({"0, false", "2, false", "5, false", "32, false", "0, true", "5, true"})
    void a_read_of_scratch_that_another_member_has_written_needs_a_barrier(int size, boolean device) {
        TeamBody reverse = team -> reverse(team, team.scratchDouble(SIZE));
        TeamBody onDevice = team -> reverse(team, team.deviceScratchDouble(SIZE));
        assertThatThrownBy(() -> run(size, device ? onDevice : reverse))
                .isInstanceOf(GraphRunException.class)
                .hasMessageMatching("R316: node 'teams' \\(StrictTeamTest.java:\\d+\\) of graph 'g' fails at"
                        + " StrictTeamTest.java:\\d+: member \\d+ of team \\d+ (reads|writes) the element at position \\d+ of"
                        + " view 'scratch', which member \\d+ (writes|reads) at StrictTeamTest.java:\\d+, and nothing orders"
                        + " the two; call barrier\\(\\) between them");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 32})
    void a_barrier_a_reduction_a_single_and_atomics_order_members(int size) {
        Views.fill(x, 2);
        assertThatCode(() -> run(size, team -> {
                    int first = team.leagueRank() * SIZE;
                    DoubleView block = team.scratchDouble(SIZE);
                    DoubleView sum = team.scratchDouble(1);
                    team.parallelFor(SIZE, i -> block.set(i, x.get(first + i) + i));
                    team.barrier();
                    team.parallelFor(SIZE, i -> x.set(first + i, block.get(SIZE - 1 - i)));
                    double total = team.parallelReduceDouble(Sum, SIZE, i -> block.get(SIZE - 1 - i));
                    team.single(() -> sum.set(0, total));
                    team.parallelFor(SIZE, i -> x.set(first + i, x.get(first + i) + sum.get(0)));
                    team.parallelFor(SIZE, i -> x.atomicAdd(first, 1));
                }))
                .doesNotThrowAnyException();
        assertThat(x.toArray()[SIZE - 1]).isEqualTo(2 + 44);
    }

    @Test
    void elements_of_views_are_watched_too_and_a_write_after_a_read_is_found() {
        assertThatThrownBy(() -> run(4, team -> {
                    int first = team.leagueRank() * SIZE;
                    double left = x.get(first + team.teamRank());
                    x.set(first + (team.teamRank() + 3) % 4, left);
                }))
                .hasMessageContaining("writes the element at position")
                .hasMessageContaining("of view 'x', which member")
                .hasMessageStartingWith("R316");
    }

    @Test
    void all_members_may_store_one_value_and_read_it() {
        assertThatCode(() -> run(4, team -> {
                    DoubleView one = team.scratchDouble(1);
                    one.set(0, 7);
                    x.set(team.leagueRank(), one.get(0));
                }))
                .doesNotThrowAnyException();
    }
}
