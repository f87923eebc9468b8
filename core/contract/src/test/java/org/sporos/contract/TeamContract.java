package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

abstract class TeamContract extends Contract {

    @ParameterizedTest
    @CsvSource({"0, 4", "1, 1", "13, 1", "13, 8", "3, 64"})
    void each_member_of_each_team_is_called_once(int league, int size) {
        IntView calls = ints("calls", league, size);
        run(root -> root.thenParallelFor(
                "k",
                TeamPolicy.of(league, size),
                team -> calls.atomicAdd(
                        team.leagueRank(), team.teamRank(), team.leagueSize() * 1000 + team.teamSize())));
        int[] expected = new int[league * size];
        Arrays.fill(expected, league * 1000 + size);
        assertThat(calls.toArray()).isEqualTo(expected);
    }

    @Test
    void members_multiply_in_scratch_by_compare_and_set_loops() {
        LongView out = longs("out", 20);
        run(root -> root.thenParallelFor("k", TeamPolicy.of(20, 32).withScratch(8), team -> {
            LongView product = team.scratchLong(1);
            team.single(() -> product.set(0, 1));
            long old;
            do {
                old = product.atomicGet(0);
            } while (!product.atomicCompareAndSet(0, old, old * (2 * team.teamRank() + 3)));
            team.barrier();
            team.single(() -> out.set(team.leagueRank(), product.get(0)));
        }));
        long expected = 1;
        for (int member = 0; member < 32; member++) {
            expected *= 2 * member + 3;
        }
        assertThat(out.toArray()).containsOnly(expected);
    }

    @Test
    void a_team_of_automatic_size_has_all_of_its_members() {
        IntView members = ints("members", 100);
        IntView sizes = ints("sizes", 100);
        run(root -> root.thenParallelFor("k", TeamPolicy.of(100), team -> {
            members.atomicAdd(team.leagueRank(), 1);
            if (team.teamRank() == 0) {
                sizes.set(team.leagueRank(), team.teamSize());
            }
        }));
        assertThat(members.toArray()).isEqualTo(sizes.toArray()).doesNotContain(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 64})
    void members_meet_at_barriers_and_share_scratch(int size) {
        IntView out = ints("out", 50, size);
        TeamPolicy policy = TeamPolicy.of(50, size).withScratch(size * Integer.BYTES);
        run(root -> root.thenParallelFor("k", policy, team -> {
            IntView scratch = team.scratchInt(team.teamSize());
            int me = team.teamRank();
            scratch.set(me, team.leagueRank() * 100 + me);
            for (int round = 0; round < 5; round++) {
                team.barrier();
                int next = scratch.get((me + 1) % team.teamSize());
                team.barrier();
                scratch.set(me, next);
            }
            out.set(team.leagueRank(), me, scratch.get(me));
        }));
        int[] expected = new int[50 * size];
        Arrays.setAll(expected, at -> at / size * 100 + (at % size + 5) % size);
        assertThat(out.toArray()).isEqualTo(expected);
    }

    @Test
    void scratch_of_each_type_is_separate() {
        DoubleView out = doubles("out", 20);
        TeamPolicy policy = TeamPolicy.of(20, 4).withScratch(8 * (8 + 4 + 4 + 8));
        run(root -> root.thenParallelFor("k", policy, team -> {
            DoubleView d = team.scratchDouble(8);
            FloatView f = team.scratchFloat(8);
            IntView k = team.scratchInt(8);
            LongView l = team.scratchLong(8);
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
        }));
        assertThat(out.toArray()).containsOnly(28 * 1111.0);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 1", "4, 8", "32, 2"})
    void nested_ranges_call_their_body_once_per_index(int size, int vector) {
        IntView calls = ints("calls", 10, 1000);
        IntView lanes = ints("lanes", 10, size, 50);
        TeamPolicy policy = TeamPolicy.of(10, size).withVector(vector);
        run(root -> root.thenParallelFor("k", policy, team -> {
            int row = team.leagueRank();
            int me = team.teamRank();
            team.parallelFor(1000, i -> calls.atomicAdd(row, i, i + 1));
            team.vectorFor(50, i -> lanes.atomicAdd(row, me, i, i + 1));
        }));
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
        run(root -> root.thenParallelFor("k", TeamPolicy.of(5, size), team -> {
            int row = team.leagueRank();
            int me = team.teamRank();
            double sum = team.parallelReduceDouble(Sum, 3000, i -> 1.0 / (row + i + 1));
            sums.set(row, me, sum);
            most.set(row, me, team.parallelReduceLong(Max, 100, i -> (long) i * row));
            bits.set(row, me, team.parallelReduceInt(BitXor, 77, i -> i + row));
            least.set(row, me, team.parallelReduceFloat(Min, 0, i -> i));
        }));
        for (int at = 0; at < 5 * size; at++) {
            int row = at / size;
            assertThat(sums.toArray()[at]).isEqualTo(Reference.reduce(3000, 0, Double::sum, i -> 1.0 / (row + i + 1)));
            assertThat(most.toArray()[at]).isEqualTo(99L * row);
            assertThat(bits.toArray()[at])
                    .isEqualTo(IntStream.range(0, 77).map(i -> i + row).reduce(0, (a, b) -> a ^ b));
            assertThat(least.toArray()[at]).isEqualTo(Float.POSITIVE_INFINITY);
        }
    }

    /** Warps with tiles of their own, warps that share a tile, and rounds of more tiles than warps. */
    @ParameterizedTest
    @ValueSource(ints = {TeamPolicy.AUTO, 1, 16, 32, 33, 64, 96, 128, 256, 1024})
    void reductions_of_any_length_keep_their_order_in_teams_of_any_size(int size) {
        int[] lengths = {0, 1, 31, 33, 64, 300, 513, 2048, 2049, 4096, 5000, 6200, 70_001};
        IntView n = intsOf("n", lengths);
        DoubleView sums = doubles("sums", lengths.length);
        FloatView narrow = floats("narrow", lengths.length);
        LongView loops = longs("loops", lengths.length);
        run(root -> root.thenParallelFor("k", TeamPolicy.of(lengths.length, size), team -> {
            int row = team.leagueRank();
            int count = n.get(row);
            double sum = team.parallelReduceDouble(Sum, count, i -> 1.0 / (row + i + 1));
            float least = team.parallelReduceFloat(Sum, count, i -> 1f / (row + i + 1));
            double again = team.parallelReduceDouble(Sum, count, i -> i * sum);
            long looped = team.parallelReduceLong(Max, count, i -> {
                long steps = 0;
                for (int left = i & 15; left > 0; left /= 2) {
                    steps += left + i;
                }
                return steps;
            });
            team.single(() -> {
                sums.set(row, sum + again);
                narrow.set(row, least);
                loops.set(row, looped);
            });
        }));
        for (int row = 0; row < lengths.length; row++) {
            int at = row;
            double sum = Reference.reduce(lengths[row], 0, Double::sum, i -> 1.0 / (at + i + 1));
            double again = Reference.reduce(lengths[row], 0, Double::sum, i -> i * sum);
            double least = Reference.reduce(lengths[row], 0, (a, b) -> (float) a + (float) b, i -> 1f / (at + i + 1));
            assertThat(sums.toArray()[row]).isEqualTo(sum + again);
            assertThat(narrow.toArray()[row]).isEqualTo((float) least);
            assertThat(loops.toArray()[row])
                    .isEqualTo(IntStream.range(0, lengths[row])
                            .mapToLong(i -> IntStream.iterate(i & 15, left -> left > 0, left -> left / 2)
                                    .mapToLong(left -> (long) left + i)
                                    .sum())
                            .max()
                            .orElse(Long.MIN_VALUE));
        }
    }

    /** The results of tiles are a tile of tiles, and those a tile again. */
    @Test
    void reductions_of_millions_keep_their_order() {
        int n = 2048 * 2048 + 5000;
        DoubleView sums = doubles("sums", 2);
        run(root -> {
            root.thenParallelFor("four", TeamPolicy.of(1, 128), team -> {
                double sum = team.parallelReduceDouble(Sum, n, i -> 1.0 / (i + 1));
                team.single(() -> sums.set(0, sum));
            });
            root.thenParallelFor("one", TeamPolicy.of(1, 32), team -> {
                double sum = team.parallelReduceDouble(Sum, n, i -> 1.0 / (i + 1));
                team.single(() -> sums.set(1, sum));
            });
        });
        assertThat(sums.toArray()).containsOnly(Reference.reduce(n, 0, Double::sum, i -> 1.0 / (i + 1)));
    }

    @Test
    void single_runs_in_one_member_and_is_a_barrier() {
        IntView out = ints("out", 30, 8);
        TeamPolicy policy = TeamPolicy.of(30, 8).withScratch(Integer.BYTES);
        run(root -> root.thenParallelFor("k", policy, team -> {
            IntView once = team.scratchInt(1);
            int row = team.leagueRank();
            team.single(() -> once.set(0, row + 1));
            out.set(row, team.teamRank(), once.get(0));
            team.barrier();
            team.single(() -> once.set(0, once.get(0) + 1));
            out.atomicAdd(row, team.teamRank(), once.get(0) * 1000);
        }));
        int[] expected = new int[240];
        Arrays.setAll(expected, at -> at / 8 + 1 + (at / 8 + 2) * 1000);
        assertThat(out.toArray()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {TeamPolicy.AUTO, 1, 4})
    void a_league_of_no_teams_calls_nothing(int size) {
        IntView none = ints("none", 0);
        IntView calls = ints("calls", 1);
        DoubleView custom = doublesOf("custom", 7);
        DoubleView least = doubles("least");
        LongView where = longs("where");
        TeamPolicy policy = TeamPolicy.of(0, size).withScratch(64);
        run(root -> {
            root.thenParallelFor("k", policy, team -> {
                none.set(team.leagueRank(), 1);
                calls.atomicAdd(0, 1);
            });
            root.thenParallelReduce(
                    "custom",
                    policy,
                    Custom.intoTeam(custom.subview(Slice.at(0)), 1.25, (a, b) -> b + 0.5 * (a - 1.25), team -> 3.0),
                    MinLoc.intoTeam(least, where, team -> 2.0));
        });
        assertThat(calls.toArray()).containsExactly(0);
        assertThat(custom.toArray()).containsExactly(1.25);
        assertThat(least.toArray()).containsExactly(Double.POSITIVE_INFINITY);
        assertThat(where.toArray()).containsExactly(-1);
    }

    /** Each member takes pieces of which the data says how long they are, and goes through all of them. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 4, ''",
        "3, 4, 4, ''",
        "16, 1, 4, 'asks for 68 bytes of scratch for a team'",
        "1000000, 1, 4, 'asks for 4000000 bytes of scratch for a team'",
        "2147483647, 1, 2, 'asks for 8589934588 bytes of scratch for a team'",
        "5, 536870912, 3, 'asks for 2147483668 bytes of scratch for a team'",
        "-3, 1, 4, 'asks for scratch of -3 elements'",
        "2, -2147483648, 1, 'asks for scratch of -2147483648 elements'",
    })
    void scratch_whose_size_comes_from_data_never_passes_the_end(int first, int second, int size, String failure) {
        IntView lengths = intsOf("lengths", first, second);
        IntView sums = ints("sums", 6);
        TeamPolicy policy = TeamPolicy.of(6, size).withScratch(16 * Integer.BYTES);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", policy, team -> {
                    IntView a = team.scratchInt(lengths.get(0));
                    IntView b = team.scratchInt(lengths.get(1));
                    team.parallelFor(Math.min(100, lengths.get(0)), i -> a.set(i, i + 1));
                    team.parallelFor(Math.min(100, lengths.get(1)), i -> b.set(i, -1));
                    team.barrier();
                    int row = team.leagueRank();
                    team.single(() -> sums.set(row, a.get(lengths.get(0) - 1) + b.get(lengths.get(1) - 1)));
                }));
        ExecutableGraph exec = instantiate(graph);
        exec.submit();
        if (failure.isEmpty()) {
            space().fence();
            assertThat(sums.toArray()).containsOnly(first - 1);
        } else {
            GraphRunException failed = failure();
            assertThat(failed.code()).isEqualTo("R306");
            assertThat(failed).hasMessageContaining(name(graph, "k")).hasMessageContaining(": it " + failure);
            assertThat(failed.getCause())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("R306: it " + failure);
            lengths.assign(2, 2);
            run(exec);
            assertThat(sums.toArray()).containsOnly(1);
        }
    }

    @Test
    void scratch_that_the_policy_does_not_have_is_refused_also_where_its_size_is_known() {
        DoubleView out = doubles("out", 10);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", TeamPolicy.of(10, 2).withScratch(100), team -> {
                    IntView odd = team.scratchInt(1);
                    DoubleView block = team.scratchDouble(12);
                    int row = team.leagueRank();
                    team.parallelFor(12, i -> block.set(i, i));
                    team.single(() -> out.set(row, block.get(11) + odd.extent(0)));
                }));
        ExecutableGraph exec = instantiate(graph);
        assertThat(failure(exec))
                .hasMessageStartingWith("R306: " + name(graph, "k"))
                .hasMessageContaining("104 bytes of scratch for a team")
                .hasMessageContaining("its policy has 100; ask for less, or give the TeamPolicy withScratch(104)");
    }

    @Test
    void scratch_that_is_taken_again_and_again_ends_with_the_policy() {
        IntView times = intsOf("times", 4);
        IntView out = ints("out", 5);
        ExecutableGraph exec = instantiate(root ->
                root.thenParallelFor("k", TeamPolicy.of(5, 1).withScratch(64), team -> {
                    int sum = 0;
                    for (int k = 0; k < times.get(0); k++) {
                        IntView piece = team.scratchInt(4);
                        piece.set(k % 4, k);
                        sum += piece.get(k % 4);
                    }
                    out.set(team.leagueRank(), sum);
                }));
        run(exec);
        assertThat(out.toArray()).containsOnly(6);
        times.assign(5);
        assertThat(failure(exec)).hasMessageStartingWith("R306: ").hasMessageContaining("asks for 80 bytes");
    }

    @Test
    void a_team_has_all_the_scratch_of_a_block_of_the_device() {
        assumeTrue(!spec().contains("strict") && !spec().startsWith("hip"), "blocks have less than 64 KiB");
        int n = 1 << 13;
        LongView out = longs("out", 300);
        run(root -> root.thenParallelFor("k", TeamPolicy.of(300, 64).withScratch(8 * n), team -> {
            LongView piece = team.scratchLong(n);
            team.parallelFor(n, j -> piece.set(j, j + team.leagueRank()));
            team.barrier();
            long sum = team.parallelReduceLong(Sum, n, j -> piece.get(n - 1 - j));
            team.single(() -> out.set(team.leagueRank(), sum));
        }));
        long[] expected = new long[300];
        Arrays.setAll(expected, k -> (long) n * (n - 1) / 2 + (long) k * n);
        assertThat(out.toArray()).isEqualTo(expected);
    }

    @Test
    void more_scratch_than_a_gpu_has_is_refused_where_kernels_are_to_run_on_gpus() {
        LongView out = longs("out", 2);
        int n = 1 << 15;
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", TeamPolicy.of(2, 1).withScratch(8 * n), team -> {
                    LongView piece = team.scratchLong(n);
                    piece.set(n - 1, 7);
                    out.set(team.leagueRank(), piece.get(n - 1));
                }));
        if (spec().startsWith("host") && !spec().contains("strict")) {
            run(graph);
            assertThat(out.toArray()).containsOnly(7);
        } else {
            assertThat(refusal(graph))
                    .hasMessageStartingWith("G125: node 'k' (")
                    .hasMessageContaining(" wants 262144 bytes of scratch for each team; ");
        }
    }
}
