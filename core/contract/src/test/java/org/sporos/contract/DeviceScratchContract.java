package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.param.IntParam;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** The second level of scratch memory, after Kokkos' tests of scratch levels. */
abstract class DeviceScratchContract extends Contract {

    /** More than the shared memory of any block. */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "3, 1", "4, 8", "32, 1", "64, 1"})
    void a_team_has_more_than_a_block_has_shared_memory(int size, int vector) {
        int teams = 2;
        int n = 30_000;
        LongView out = longs("out", teams);
        TeamPolicy policy = TeamPolicy.of(teams, size).withVector(vector).withDeviceScratch(n * Long.BYTES);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor("k", policy, team -> {
            LongView piece = team.deviceScratchLong(n);
            team.parallelFor(n, j -> piece.set(j, j + team.leagueRank()));
            team.barrier();
            long sum = team.parallelReduceLong(Sum, n, j -> piece.get(n - 1 - j));
            team.single(() -> out.set(team.leagueRank(), sum));
        }));
        long[] expected = new long[teams];
        Arrays.setAll(expected, k -> (long) n * (n - 1) / 2 + (long) k * n);
        for (int run = 0; run < 2; run++) {
            run(exec);
            assertThat(out.toArray()).isEqualTo(expected);
        }
    }

    /** Pieces are aligned, of teams that share a block and a warp as well, and both levels count on their own. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 16, 40})
    void both_levels_are_apart_in_each_team(int size) {
        LongView out = longs("out", 500);
        TeamPolicy policy = TeamPolicy.of(500, size).withScratch(24 + 8).withDeviceScratch(3 + 5 + 8 * size);
        run(root -> root.thenParallelFor("k", policy, team -> {
            int rank = team.leagueRank();
            ByteView bytes = team.deviceScratchByte(3);
            IntView shared = team.scratchInt(5);
            LongView far = team.deviceScratchLong(team.teamSize());
            DoubleView near = team.scratchDouble(1);
            far.set(team.teamRank(), 1000L * rank + team.teamRank());
            team.single(() -> {
                for (int k = 0; k < 5; k++) {
                    bytes.set(k % 3, (byte) (rank + k));
                    shared.set(k, -rank * k);
                }
                near.set(0, rank + 0.5);
            });
            team.barrier();
            long last = far.get(team.teamSize() - 1) + shared.get(4) + bytes.get(2);
            team.single(() -> out.set(rank, last + (long) (2 * near.get(0))));
        }));
        long[] expected = new long[500];
        Arrays.setAll(expected, k -> 1000L * k + size - 1 - 4L * k + (byte) (k + 2) + 2 * k + 1);
        assertThat(out.toArray()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "3, ''",
        "16, 'asks for 68 bytes of device scratch for a team, and its policy has 64; ask for less, or give the"
                + " TeamPolicy withDeviceScratch(68)'",
        "2147483647, 'asks for 8589934592 bytes of device scratch for a team'",
        "-3, 'asks for device scratch of -3 elements'",
    })
    void scratch_whose_size_comes_from_data_never_passes_the_end(int length, String failure) {
        IntView lengths = intsOf("lengths", length);
        IntView sums = ints("sums", 6);
        TeamPolicy policy = TeamPolicy.of(6, 4).withScratch(1 << 10).withDeviceScratch(16 * Integer.BYTES);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", policy, team -> {
                    IntView a = team.deviceScratchInt(1);
                    IntView b = team.deviceScratchInt(lengths.get(0));
                    team.single(() -> a.set(0, 7));
                    team.parallelFor(Math.min(100, lengths.get(0)), i -> b.set(i, -1));
                    team.barrier();
                    team.single(() -> sums.set(team.leagueRank(), a.get(0) + b.get(lengths.get(0) - 1)));
                }));
        ExecutableGraph exec = instantiate(graph);
        exec.submit();
        if (failure.isEmpty()) {
            space().fence();
        } else {
            GraphRunException failed = failure();
            assertThat(failed.code()).isEqualTo("R306");
            assertThat(failed).hasMessageContaining(name(graph, "k")).hasMessageContaining(": it " + failure);
            assertThat(failed.getCause())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("R306: it " + failure);
            lengths.assign(2);
            run(exec);
        }
        assertThat(sums.toArray()).containsOnly(6);
    }

    @Test
    void contributions_of_leagues_of_any_size_have_it() {
        int n = 2_000;
        IntParam league = IntParam.of("league", 0).within(0, 50);
        LongView sum = longs("sum");
        LongView out = longs("out", 50);
        TeamPolicy reduced = TeamPolicy.of(50, 32).withDeviceScratch(n * Integer.BYTES);
        TeamPolicy dynamic = TeamPolicy.of(league).withDeviceScratch(n * Integer.BYTES);
        ExecutableGraph exec = instantiate(root -> {
            root.thenParallelFor("dynamic", dynamic, team -> {
                IntView piece = team.deviceScratchInt(n);
                team.parallelFor(n, j -> piece.set(j, team.leagueRank()));
                team.barrier();
                long all = team.parallelReduceLong(Sum, n, j -> piece.get(n - 1 - j));
                team.single(() -> out.set(team.leagueRank(), all));
            });
            root.thenParallelReduce("reduced", reduced, Sum.intoTeam(sum, team -> {
                IntView piece = team.deviceScratchInt(n);
                team.parallelFor(n, j -> piece.set(j, j % 3));
                team.barrier();
                return team.parallelReduceLong(Sum, n, j -> piece.get(n - 1 - j));
            }));
        });
        long once = 0;
        for (int j = 0; j < n; j++) {
            once += j % 3;
        }
        for (int teams : new int[] {0, 7, 50}) {
            league.set(teams);
            run(exec);
            assertThat(sum.toArray()).containsExactly(50 * once);
            long[] expected = new long[50];
            for (int k = 0; k < teams; k++) {
                expected[k] = (long) k * n;
            }
            assertThat(out.toArray()).isEqualTo(expected);
        }
    }
}
