package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Graph;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

abstract class TeamContract extends Contract {

    @ParameterizedTest
    @CsvSource({"0, 4", "1, 1", "13, 1", "13, 8", "3, 64"})
    void each_member_of_each_team_is_called_once(int league, int size) {
        IntView calls = ints("calls", league, size);
        run(Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "k",
                        TeamPolicy.of(league, size),
                        team -> calls.atomicAdd(
                                team.leagueRank(), team.teamRank(), team.leagueSize() * 1000 + team.teamSize()))));
        int[] expected = new int[league * size];
        Arrays.fill(expected, league * 1000 + size);
        assertThat(calls.toArray()).isEqualTo(expected);
    }

    @Test
    void a_team_of_automatic_size_has_all_of_its_members() {
        IntView members = ints("members", 100);
        IntView sizes = ints("sizes", 100);
        run(Graph.define(
                "g",
                root -> root.thenParallelFor("k", TeamPolicy.of(100), team -> {
                    members.atomicAdd(team.leagueRank(), 1);
                    if (team.teamRank() == 0) {
                        sizes.set(team.leagueRank(), team.teamSize());
                    }
                })));
        assertThat(members.toArray()).isEqualTo(sizes.toArray()).doesNotContain(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 64})
    void members_meet_at_barriers_and_share_scratch(int size) {
        IntView out = ints("out", 50, size);
        TeamPolicy policy = TeamPolicy.of(50, size).withScratch(size * Integer.BYTES);
        run(Graph.define(
                "g",
                root -> root.thenParallelFor("k", policy, team -> {
                    IntView scratch = team.intScratch(team.teamSize());
                    int me = team.teamRank();
                    scratch.set(me, team.leagueRank() * 100 + me);
                    for (int round = 0; round < 5; round++) {
                        team.barrier();
                        int next = scratch.get((me + 1) % team.teamSize());
                        team.barrier();
                        scratch.set(me, next);
                    }
                    out.set(team.leagueRank(), me, scratch.get(me));
                })));
        int[] expected = new int[50 * size];
        Arrays.setAll(expected, at -> at / size * 100 + (at % size + 5) % size);
        assertThat(out.toArray()).isEqualTo(expected);
    }

    @Test
    void scratch_of_each_type_is_separate() {
        DoubleView out = doubles("out", 20);
        TeamPolicy policy = TeamPolicy.of(20, 4).withScratch(8 * (8 + 4 + 4 + 8));
        run(Graph.define(
                "g",
                root -> root.thenParallelFor("k", policy, team -> {
                    DoubleView d = team.doubleScratch(8);
                    FloatView f = team.floatScratch(8);
                    IntView k = team.intScratch(8);
                    LongView l = team.longScratch(8);
                    team.parallelFor(8, i -> {
                        d.set(i, i);
                        f.set(i, 10 * i);
                        k.set(i, 100 * i);
                        l.set(i, 1000L * i);
                    });
                    team.barrier();
                    if (team.teamRank() == 0) {
                        double sum = 0;
                        for (int i = 0; i < 8; i++) {
                            sum += d.get(i) + f.get(i) + k.get(i) + l.get(i);
                        }
                        out.set(team.leagueRank(), sum);
                    }
                })));
        assertThat(out.toArray()).containsOnly(28 * 1111.0);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 1", "4, 8", "32, 2"})
    void nested_ranges_call_their_body_once_per_index(int size, int vector) {
        IntView calls = ints("calls", 10, 1000);
        IntView lanes = ints("lanes", 10, size, 50);
        TeamPolicy policy = TeamPolicy.of(10, size).withVector(vector);
        run(Graph.define(
                "g",
                root -> root.thenParallelFor("k", policy, team -> {
                    int row = team.leagueRank();
                    int me = team.teamRank();
                    team.parallelFor(1000, i -> calls.atomicAdd(row, i, i + 1));
                    team.vectorFor(50, i -> lanes.atomicAdd(row, me, i, i + 1));
                })));
        int[] expected = new int[10_000];
        Arrays.setAll(expected, at -> at % 1000 + 1);
        assertThat(calls.toArray()).isEqualTo(expected);
        int[] expectedLanes = new int[10 * size * 50];
        Arrays.setAll(expectedLanes, at -> at % 50 + 1);
        assertThat(lanes.toArray()).isEqualTo(expectedLanes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 32})
    void nested_reductions_give_every_member_the_value_of_the_fixed_order(int size) {
        DoubleView sums = doubles("sums", 5, size);
        LongView most = longs("most", 5, size);
        IntView bits = ints("bits", 5, size);
        FloatView least = floats("least", 5, size);
        run(Graph.define(
                "g",
                root -> root.thenParallelFor("k", TeamPolicy.of(5, size), team -> {
                    int row = team.leagueRank();
                    int me = team.teamRank();
                    double sum = team.parallelReduceDouble(ReductionOp.SUM, 3000, i -> 1.0 / (row + i + 1));
                    sums.set(row, me, sum);
                    most.set(row, me, team.parallelReduceLong(ReductionOp.MAX, 100, i -> (long) i * row));
                    bits.set(row, me, team.parallelReduceInt(ReductionOp.BIT_XOR, 77, i -> i + row));
                    least.set(row, me, team.parallelReduceFloat(ReductionOp.MIN, 0, i -> i));
                })));
        for (int at = 0; at < 5 * size; at++) {
            int row = at / size;
            assertThat(sums.toArray()[at]).isEqualTo(Reference.reduce(3000, 0, Double::sum, i -> 1.0 / (row + i + 1)));
            assertThat(most.toArray()[at]).isEqualTo(99L * row);
            assertThat(bits.toArray()[at])
                    .isEqualTo(IntStream.range(0, 77).map(i -> i + row).reduce(0, (a, b) -> a ^ b));
            assertThat(least.toArray()[at]).isEqualTo(Float.POSITIVE_INFINITY);
        }
    }

    @Test
    void single_runs_in_one_member_and_is_a_barrier() {
        IntView out = ints("out", 30, 8);
        TeamPolicy policy = TeamPolicy.of(30, 8).withScratch(Integer.BYTES);
        run(Graph.define(
                "g",
                root -> root.thenParallelFor("k", policy, team -> {
                    IntView once = team.intScratch(1);
                    int row = team.leagueRank();
                    team.single(() -> once.set(0, row + 1));
                    out.set(row, team.teamRank(), once.get(0));
                    team.barrier();
                    team.single(() -> once.set(0, once.get(0) + 1));
                    out.atomicAdd(row, team.teamRank(), once.get(0) * 1000);
                })));
        int[] expected = new int[240];
        Arrays.setAll(expected, at -> at / 8 + 1 + (at / 8 + 2) * 1000);
        assertThat(out.toArray()).isEqualTo(expected);
    }
}
