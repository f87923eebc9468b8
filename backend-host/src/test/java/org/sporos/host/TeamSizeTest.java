package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** Teams of a named size run with one member where no result shows their number; {@code explain()} names the others. */
class TeamSizeTest {
    private static final int LEAGUE = 5;
    private static final int SIZE = 100;

    private final ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
    private final DoubleView x = DoubleView.of("x", space, LEAGUE, SIZE);
    private final DoubleView y = DoubleView.of("y", space, LEAGUE, SIZE);

    @AfterEach
    void close() {
        x.close();
        y.close();
        space.close();
    }

    private static TeamPolicy teams(int size) {
        return TeamPolicy.of(LEAGUE, size).withScratch(2 * SIZE * Double.BYTES);
    }

    private String explained(TeamBody body) {
        Graph graph = Graph.define("g", root -> root.thenParallelFor("k", teams(32), body));
        try (ExecutableGraph exec = graph.instantiate(space)) {
            return exec.explain();
        }
    }

    private TeamBody everything() {
        return team -> {
            int l = team.leagueRank();
            DoubleView row = team.scratchDouble(SIZE);
            team.parallelFor(SIZE, i -> row.set(i, Math.sqrt(x.get(l, i) + i)));
            team.barrier();
            double sum = team.parallelReduceDouble(Sum, SIZE, i -> row.get(SIZE - 1 - i) / 3);
            team.exclusiveScanDouble(SIZE, i -> row.get(i), (i, s) -> y.set(l, i, s + sum));
            team.single(() -> y.set(l, 0, 1 / sum));
            team.barrier();
            double lanes = team.vectorReduceDouble(Sum, SIZE, i -> y.get(l, i));
            team.parallelFor(SIZE, i -> y.atomicAdd(l, i, lanes));
        };
    }

    @Test
    void a_team_whose_results_show_no_member_has_the_bits_of_every_size() {
        TeamBody body = everything();
        double[] expected = null;
        for (int size : new int[] {0, 1, 7, 32}) {
            Graph.define("g", root -> root.thenParallelFor("k", teams(size), body))
                    .run(space);
            expected = expected == null ? y.toArray() : expected;
            assertThat(y.toArray()).as("%d members", size).isEqualTo(expected);
        }
        assertThat(explained(body)).doesNotContain("members take turns");
    }

    @Test
    void a_rank_and_what_each_member_does_need_members() {
        List<TeamBody> bodies = List.of(
                team -> x.set(team.leagueRank(), team.teamRank(), 1),
                team -> team.parallelFor(SIZE, i -> x.set(team.leagueRank(), i, team.teamSize())),
                team -> x.atomicAdd(team.leagueRank(), 0, 1),
                team -> team.vectorFor(SIZE, i -> x.atomicAdd(team.leagueRank(), i, 1)),
                team -> x.set(team.leagueRank(), 0, x.get(team.leagueRank(), 0) + 1));
        assertThat(bodies)
                .allSatisfy(body -> assertThat(explained(body))
                        .contains(
                                "no C++: the lambda of a team is called as it is; its 32 members take turns as threads at each"
                                        + " barrier, which is slow: leave the size to the backend, or do without teamRank() and stores"
                                        + " outside of parallelFor"));
        Graph.define("g", root -> root.thenParallelFor("k", teams(32), bodies.get(3)))
                .run(space);
        assertThat(x.toArray()[SIZE]).isEqualTo(32);
    }

    @Test
    void contributions_of_teams_follow_the_same_rule() {
        DoubleView sum = DoubleView.of("sum", space);
        x.assign(new double[LEAGUE * SIZE]);
        Graph.define(
                        "g",
                        root -> root.thenParallelReduce(
                                "k", teams(16), Custom.intoTeam(sum, 0, (a, b) -> a + b, team -> {
                                    int l = team.leagueRank();
                                    x.atomicAdd(l, 0, 1);
                                    return team.parallelReduceDouble(Sum, SIZE, i -> i);
                                })))
                .run(space);
        assertThat(sum.read()).isEqualTo(LEAGUE * 4950);
        assertThat(x.toArray()[0]).isEqualTo(16);
        sum.close();
    }
}
