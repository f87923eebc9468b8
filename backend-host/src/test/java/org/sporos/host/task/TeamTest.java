package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.BitAnd;
import static org.sporos.reduce.Reducers.BitOr;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.LogicalOr;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.internal.run.RunFrame;
import org.sporos.param.IntParam;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Teams: members, barriers, nested ranges and reductions, scratch. */
class TeamTest {
    private static final MemorySpace HOST = MemorySpace.host();

    private final Random random = new Random(77);

    @ParameterizedTest
    @CsvSource({"10, 1", "10, 4", "1, 33", "100, 2"})
    void the_body_is_called_once_per_member_with_its_ranks(int league, int size) {
        IntView calls = IntView.of("calls", HOST, league, size);
        Tasks.runParallel(
                Tasks.task(
                        3,
                        root -> root.thenParallelFor("t", TeamPolicy.of(league, size), team -> {
                            if (team.leagueSize() == league && team.teamSize() == size) {
                                calls.atomicAdd(team.leagueRank(), team.teamRank(), 1);
                            }
                        })),
                3,
                random);
        assertThat(calls.toArray()).containsOnly(1);
    }

    @Test
    void a_team_of_auto_size_has_one_member() {
        IntView size = IntView.of("size", HOST);
        Tasks.run(2, root -> root.thenParallelFor("t", TeamPolicy.of(1), team -> size.atomicAdd(team.teamSize())));
        assertThat(size.get()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 40})
    void what_members_wrote_before_a_barrier_is_seen_by_all_after_it(int size) {
        int league = 20;
        int rounds = 5;
        IntView a = IntView.of("a", HOST, league, size);
        IntView b = IntView.of("b", HOST, league, size);
        HostTask task = Tasks.task(
                3,
                root -> root.thenParallelFor("ring", TeamPolicy.of(league, size), team -> {
                    int me = team.teamRank();
                    int l = team.leagueRank();
                    a.set(l, me, me);
                    for (int round = 0; round < rounds; round++) {
                        team.barrier();
                        b.set(l, me, a.get(l, (me + 1) % team.teamSize()) + 1);
                        team.barrier();
                        a.set(l, me, b.get(l, me));
                    }
                }));
        for (int repeat = 0; repeat < 3; repeat++) {
            Tasks.runParallel(task, 3, random);
            for (int l = 0; l < league; l++) {
                for (int me = 0; me < size; me++) {
                    assertThat(a.get(l, me)).isEqualTo((me + rounds) % size + rounds);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void nested_ranges_visit_each_index_once_and_spread_over_members(int size) {
        IntView team0 = IntView.of("counts", HOST, 100);
        IntView owner = IntView.of("owner", HOST, 100);
        IntView lanes = IntView.of("lanes", HOST, size, 50);
        Tasks.run(
                2,
                root -> root.thenParallelFor("nested", TeamPolicy.of(1, size).withVector(4), team -> {
                    int me = team.teamRank();
                    team.parallelFor(100, i -> {
                        team0.atomicAdd(i, 1);
                        owner.set(i, me);
                    });
                    team.parallelFor(0, i -> team0.atomicAdd(i, 1));
                    team.vectorFor(50, k -> lanes.atomicAdd(me, k, 1));
                }));
        assertThat(team0.toArray()).containsOnly(1);
        assertThat(lanes.toArray()).containsOnly(1);
        for (int i = 0; i < 100; i++) {
            assertThat(owner.get(i)).isEqualTo(i % size);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void a_single_runs_once_and_all_see_what_it_wrote(int size) {
        IntView cell = IntView.of("cell", HOST, 10);
        IntView seen = IntView.of("seen", HOST, 10, size);
        Tasks.run(
                1,
                root -> root.thenParallelFor("single", TeamPolicy.of(10, size), team -> {
                    int l = team.leagueRank();
                    team.single(() -> cell.set(l, cell.get(l) + 7));
                    seen.set(l, team.teamRank(), cell.get(l));
                }));
        assertThat(cell.toArray()).containsOnly(7);
        assertThat(seen.toArray()).containsOnly(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 32, 45})
    void nested_reductions_have_the_order_of_reductions_whatever_the_size_of_the_team(int size) {
        for (int n : new int[] {0, 1, 31, 33, 2048, 2049, 10_000}) {
            double[] values = Reference.wild(n, random);
            DoubleView x = DoubleView.of("x", HOST, n);
            x.assign(values);
            DoubleView sums = DoubleView.of("sums", HOST, size);
            DoubleView smallest = DoubleView.of("smallest", HOST, size);
            FloatView singles = FloatView.of("singles", HOST, size);
            Tasks.run(
                    1,
                    root -> root.thenParallelFor("sum", TeamPolicy.of(1, size), team -> {
                        int me = team.teamRank();
                        sums.set(me, team.parallelReduceDouble(Sum, n, i -> x.get(i)));
                        smallest.set(me, team.parallelReduceDouble(Min, n, i -> x.get(i)));
                        singles.set(me, team.parallelReduceFloat(Prod, n, i -> 1f + 1f / (i + 3)));
                    }));
            Float[] factors = new Float[n];
            Arrays.setAll(factors, i -> 1f + 1f / (i + 3));
            assertThat(sums.toArray()).containsOnly(Reference.reduce(values, 0, Double::sum));
            assertThat(smallest.toArray()).containsOnly(Reference.reduce(values, Double.POSITIVE_INFINITY, Math::min));
            assertThat(singles.toArray()).containsOnly(Reference.<Float>reduce(factors, 1f, (a, b) -> a * b));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void nested_reductions_of_integers_know_bits_too(int size) {
        int n = 5000;
        IntView ints = IntView.of("ints", HOST, 5, size);
        LongView longs = LongView.of("longs", HOST, 3, size);
        Tasks.run(
                1,
                root -> root.thenParallelFor("ints", TeamPolicy.of(1, size), team -> {
                    int me = team.teamRank();
                    ints.set(0, me, team.parallelReduceInt(Sum, n, i -> i * 1_000_003));
                    ints.set(1, me, team.parallelReduceInt(Max, n, i -> -i - 5));
                    ints.set(2, me, team.parallelReduceInt(Min, 0, i -> i));
                    ints.set(3, me, team.parallelReduceInt(BitXor, n, i -> i * i));
                    ints.set(4, me, team.parallelReduceInt(Prod, n, i -> 2 * i + 1));
                    longs.set(0, me, team.parallelReduceLong(BitAnd, n, i -> ~(1L << i % 50)));
                    longs.set(1, me, team.parallelReduceLong(BitOr, n, i -> 1L << i % 50));
                    longs.set(2, me, team.parallelReduceLong(Min, n, i -> (i - 700L) * (i - 700L) - (1L << 40)));
                }));
        int sum = 0;
        int xor = 0;
        int product = 1;
        for (int i = 0; i < n; i++) {
            sum += i * 1_000_003;
            xor ^= i * i;
            product *= 2 * i + 1;
        }
        for (int me = 0; me < size; me++) {
            assertThat(ints.get(0, me)).isEqualTo(sum);
            assertThat(ints.get(1, me)).isEqualTo(-5);
            assertThat(ints.get(2, me)).isEqualTo(Integer.MAX_VALUE);
            assertThat(ints.get(3, me)).isEqualTo(xor);
            assertThat(ints.get(4, me)).isEqualTo(product);
            assertThat(longs.get(0, me)).isEqualTo(-(1L << 50));
            assertThat(longs.get(1, me)).isEqualTo((1L << 50) - 1);
            assertThat(longs.get(2, me)).isEqualTo(-(1L << 40));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void a_team_reverses_rows_through_scratch(int size) {
        int league = 30;
        int n = 100;
        IntView x = IntView.of("x", HOST, league, n);
        HostTask task = Tasks.task(
                new TaskContext(3, true),
                root -> root.thenParallelFor(
                        "reverse", TeamPolicy.of(league, size).withScratch(1024), team -> {
                            int l = team.leagueRank();
                            IntView row = team.scratchInt(n);
                            DoubleView halves = team.scratchDouble(n / 2);
                            team.parallelFor(n, i -> row.set(i, x.get(l, i)));
                            team.parallelFor(n / 2, i -> halves.set(i, x.get(l, i) / 2.0));
                            team.barrier();
                            team.parallelFor(n, i -> x.set(l, i, row.get(n - 1 - i) + (int) (2 * halves.get(i / 2))));
                        }));
        for (int l = 0; l < league; l++) {
            for (int i = 0; i < n; i++) {
                x.set(l, i, 1000 * l + i);
            }
        }
        Tasks.runParallel(task, 3, random);
        for (int l = 0; l < league; l++) {
            for (int i = 0; i < n; i++) {
                assertThat(x.get(l, i)).isEqualTo(1000 * l + n - 1 - i + 1000 * l + i / 2);
            }
        }
    }

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

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void a_league_is_reduced_over_the_contributions_of_first_members(int size) {
        DoubleView total = DoubleView.of("total", HOST);
        DoubleView least = DoubleView.of("least", HOST);
        LongView at = LongView.of("at", HOST);
        IntView any = IntView.of("any", HOST);
        IntView most = IntView.of("most", HOST);
        double[] values = Reference.wild(3000, random);
        DoubleView x = DoubleView.of("x", HOST, 3000);
        x.assign(values);
        HostTask task = Tasks.task(
                3,
                root -> root.thenParallelReduce(
                        "league",
                        TeamPolicy.of(3000, size),
                        Sum.intoTeam(total, team -> x.get(team.leagueRank()) * (team.teamRank() + 1)),
                        MinLoc.intoTeam(least, at, team -> team.leagueRank() == 1717 ? -1.0 : team.teamRank() - 0.5),
                        LogicalOr.intoTeam(any, team -> team.leagueRank() == 2999),
                        Sum.intoTeam(most, team -> team.parallelReduceInt(Sum, 10, i -> 1))));
        Tasks.runParallel(task, 3, random);
        assertThat(total.get()).isEqualTo(Reference.reduce(values, 0, Double::sum));
        assertThat(least.get()).isEqualTo(-1.0);
        assertThat(at.get()).isEqualTo(1717);
        assertThat(any.get()).isEqualTo(1);
        assertThat(most.get()).isEqualTo(30_000);
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
