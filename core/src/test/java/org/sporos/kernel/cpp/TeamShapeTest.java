package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The threads of teams on a GPU. */
final class TeamShapeTest {
    private final DoubleView a = DoubleView.of("a", MemorySpace.host(), 5000);
    private final DoubleView y = DoubleView.of("y", MemorySpace.host(), 5000);
    private final IntView n = IntView.of("n", MemorySpace.host(), 1);

    private static CppGeometry geometry(TeamPolicy policy, TeamBody body) {
        return TeamShape.of(policy, List.of(ZooUnits.kernel("team", body, policy, true)))
                .geometry(0);
    }

    private static String threads(TeamPolicy policy, TeamBody body) {
        CppGeometry geometry = geometry(policy, body);
        return geometry.gridX() + " blocks of " + geometry.blockX();
    }

    private TeamBody sum(int length) {
        return team -> y.set(team.leagueRank() % 5000, team.parallelReduceDouble(Sum, length, j -> a.get(j)));
    }

    @Test
    void a_team_of_automatic_size_has_a_warp_for_each_tile_of_a_reduction() {
        assertThat(threads(TeamPolicy.of(100_000), sum(128))).isEqualTo("25000 blocks of 128");
        assertThat(threads(TeamPolicy.of(100_000), sum(4096))).isEqualTo("100000 blocks of 64");
        assertThat(threads(TeamPolicy.of(100_000), sum(5000))).isEqualTo("100000 blocks of 128");
        TeamBody unknown = team -> y.set(0, team.parallelReduceDouble(Sum, n.get(0), j -> a.get(j)));
        assertThat(threads(TeamPolicy.of(100_000), unknown)).isEqualTo("100000 blocks of 128");
        assertThat(threads(TeamPolicy.of(100_000), team -> y.set(0, team.teamRank())))
                .isEqualTo("100000 blocks of 128");
    }

    @Test
    void few_teams_of_automatic_size_have_more_threads() {
        assertThat(threads(TeamPolicy.of(1000), sum(128))).isEqualTo("1000 blocks of 128");
    }

    @Test
    void small_teams_share_a_block_unless_there_are_few() {
        TeamBody body = team -> team.vectorFor(100, j -> y.set(j, 1));
        assertThat(threads(TeamPolicy.of(100_000, 1, 8), body)).isEqualTo("6250 blocks of 128");
        assertThat(threads(TeamPolicy.of(100_001, 4, 8), body)).isEqualTo("25001 blocks of 128");
        assertThat(threads(TeamPolicy.of(600, 1, 8), body)).isEqualTo("300 blocks of 16");
        assertThat(threads(TeamPolicy.of(10, 1, 8), body)).isEqualTo("10 blocks of 8");
        assertThat(threads(TeamPolicy.of(100_000, 16, 8), body)).isEqualTo("100000 blocks of 128");
        assertThat(threads(TeamPolicy.of(100_000, 3, 8), body)).isEqualTo("100000 blocks of 24");
        assertThat(threads(TeamPolicy.of(0, 1, 8), body)).isEqualTo("1 blocks of 1");
    }

    @Test
    void teams_that_share_a_block_fit_into_its_memory() {
        TeamBody body = team -> y.set(0, team.scratchDouble(2).get(0));
        CppGeometry some = geometry(TeamPolicy.of(100_000, 32).withScratch(1001), body);
        assertThat(some.blockX()).isEqualTo(128);
        assertThat(some.sharedBytes()).isEqualTo(4 * 1008);
        CppGeometry much = geometry(TeamPolicy.of(100_000, 32).withScratch(20_000), body);
        assertThat(much.blockX()).isEqualTo(64);
        assertThat(much.sharedBytes()).isEqualTo(40_000);
    }
}
