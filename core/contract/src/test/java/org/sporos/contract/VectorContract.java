package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.ShortView;

/** The third level of parallelism: the vector lanes of the members of a team, after Kokkos' hierarchical tests. */
abstract class VectorContract extends Contract {
    /** Teams that share a warp, a warp, several warps, and threads that fill no warp. */
    private static final String SHAPES = "1, 1; 1, 8; 2, 4; 4, 8; 1, 32; 3, 8; 16, 8; 8, 32; 33, 2; 12, 1; 64, 1";

    private static int[] shape(String shape) {
        return Arrays.stream(shape.split(", ")).mapToInt(Integer::parseInt).toArray();
    }

    static List<int[]> shapes() {
        return Arrays.stream(SHAPES.split("; ")).map(VectorContract::shape).toList();
    }

    static double value(int row, int i) {
        return 1.0 / (row + 1 + 3.0 * i) - (i % 5 == 2 ? 0.3 : 0);
    }

    static List<Double> values(int row, int n) {
        return IntStream.range(0, n).mapToObj(i -> value(row, i)).toList();
    }

    @Test
    void code_outside_of_vector_ranges_runs_once_a_member() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            IntView calls = ints("calls", 7, size);
            IntView tickets = ints("tickets", 7, size);
            IntView counter = ints("counter", 7);
            run(root -> root.thenParallelFor("k", TeamPolicy.of(7, size, shape[1]), team -> {
                int row = team.leagueRank();
                int me = team.teamRank();
                calls.atomicAdd(row, me, 1);
                calls.set(row, me, calls.get(row, me) + 10 * team.teamSize());
                int ticket = counter.atomicAdd(row, 1);
                int lanes = team.vectorReduceInt(Sum, 3, j -> ticket);
                tickets.set(row, me, lanes);
            }));
            int[] expected = new int[7 * size];
            Arrays.fill(expected, 1 + 10 * size);
            assertThat(calls.toArray()).isEqualTo(expected);
            assertThat(counter.toArray()).containsOnly(size);
            for (int row = 0; row < 7; row++) {
                int[] drawn = Arrays.copyOfRange(tickets.toArray(), row * size, (row + 1) * size);
                assertThat(Arrays.stream(drawn).sorted().toArray())
                        .isEqualTo(IntStream.range(0, size).map(t -> 3 * t).toArray());
            }
        }
    }

    @Test
    void a_kernel_that_asks_nothing_of_its_team_runs_once_a_member() {
        IntView calls = ints("calls", 1);
        run(root -> root.thenParallelFor("k", TeamPolicy.of(5, 2, 8), team -> calls.atomicAdd(0, 1)));
        assertThat(calls.toArray()).containsExactly(10);
    }

    @Test
    void a_vector_range_calls_its_body_once_per_index() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            IntView calls = ints("calls", 6, size, 100);
            IntView nested = ints("nested", 6, 9, 40);
            run(root -> root.thenParallelFor("k", TeamPolicy.of(6, size, shape[1]), team -> {
                int row = team.leagueRank();
                int me = team.teamRank();
                team.vectorFor(5 * me % 101, i -> calls.atomicAdd(row, me, i, i + 1));
                team.vectorFor(-3, i -> calls.set(row, me, 0, -1));
                team.parallelFor(9, r -> {
                    nested.set(row, r, 39, 100);
                    team.vectorFor(30 + r, j -> nested.set(row, r, j, nested.get(row, r, 39) + j));
                });
            }));
            int[] expected = new int[6 * size * 100];
            Arrays.setAll(expected, at -> at % 100 < 5 * (at / 100 % size) % 101 ? at % 100 + 1 : 0);
            assertThat(calls.toArray()).isEqualTo(expected);
            int[] expectedNested = new int[6 * 9 * 40];
            Arrays.setAll(expectedNested, at -> at % 40 < 30 + at / 40 % 9 ? 100 + at % 40 : at % 40 == 39 ? 100 : 0);
            assertThat(nested.toArray()).isEqualTo(expectedNested);
        }
    }

    @Test
    void barriers_and_scratch_are_those_of_each_team() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            IntView out = ints("out", 300, size);
            TeamPolicy policy = TeamPolicy.of(300, size, shape[1]).withScratch((size + 1) * Integer.BYTES + 3);
            run(root -> root.thenParallelFor("k", policy, team -> {
                IntView scratch = team.scratchInt(team.teamSize() + 1);
                int me = team.teamRank();
                scratch.set(me, team.leagueRank() * 100 + me);
                for (int round = 0; round < team.leagueRank() % 4; round++) {
                    team.barrier();
                    int next = scratch.get((me + 1) % team.teamSize());
                    team.barrier();
                    scratch.set(me, next);
                }
                team.barrier();
                team.single(() -> scratch.set(team.teamSize(), scratch.get(0)));
                int first = scratch.get(team.teamSize());
                out.set(team.leagueRank(), me, scratch.get(me) + 1_000_000 * (first - scratch.get(0)));
            }));
            int[] expected = new int[300 * size];
            Arrays.setAll(expected, at -> at / size * 100 + (at % size + at / size % 4) % size);
            assertThat(out.toArray()).isEqualTo(expected);
        }
    }

    @Test
    void lanes_see_what_their_member_has_stored_and_the_member_what_its_lanes_have() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            DoubleView rows = doubles("rows", 20, size, 50);
            IntView steps = ints("steps", 20, size);
            run(root -> root.thenParallelFor("k", TeamPolicy.of(20, size, shape[1]), team -> {
                int row = team.leagueRank();
                int me = team.teamRank();
                rows.set(row, me, 0, 1 + me);
                while (steps.get(row, me) < 3 + (row + me) % 3) {
                    double base = rows.get(row, me, 0);
                    team.vectorFor(49, j -> rows.set(row, me, j + 1, base + rows.get(row, me, j + 1) + j));
                    rows.set(row, me, 0, rows.get(row, me, 49));
                    steps.set(row, me, steps.get(row, me) + 1);
                }
            }));
            for (int at = 0; at < 20 * size; at++) {
                double[] expected = new double[50];
                expected[0] = 1 + at % size;
                for (int step = 0; step < 3 + (at / size + at % size) % 3; step++) {
                    for (int j = 0; j < 49; j++) {
                        expected[j + 1] = expected[0] + expected[j + 1] + j;
                    }
                    expected[0] = expected[49];
                }
                assertThat(Arrays.copyOfRange(rows.toArray(), at * 50, at * 50 + 50))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void members_with_lanes_multiply_by_compare_and_set_loops_and_count_in_short_numbers() {
        LongView out = longs("out", 20);
        ShortView counts = own(ShortView.of("counts", space(), 20, 4));
        run(root -> root.thenParallelFor("k", TeamPolicy.of(20, 4, 8).withScratch(8), team -> {
            int row = team.leagueRank();
            int me = team.teamRank();
            LongView product = team.scratchLong(1);
            team.single(() -> product.set(0, 1));
            long old;
            do {
                old = product.atomicGet(0);
            } while (!product.atomicCompareAndSet(0, old, old * (2 * me + 3)));
            counts.set(row, me, (short) (counts.get(row, me) - me));
            team.barrier();
            long all = product.get(0);
            out.set(row, all + team.vectorReduceLong(Sum, 5, i -> counts.get(row, me)) + 5 * me);
        }));
        assertThat(out.toArray()).containsOnly(3 * 5 * 7 * 9);
        assertThat(counts.toArray()).startsWith((short) 0, (short) -1, (short) -2, (short) -3);
    }

    @Test
    void an_index_of_a_lane_that_is_out_of_bounds_fails_the_run() {
        DoubleView x = doubles("x", 10, 50);
        IntView n = intsOf("n", 51);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", TeamPolicy.of(10, 1, 8), team -> {
                    int row = team.leagueRank();
                    team.vectorFor(row == 7 ? n.get(0) : 50, i -> x.set(row, i, 1));
                }));
        ExecutableGraph exec = instantiate(graph);
        assertThat(failure(exec))
                .hasMessageContaining(name(graph, "k"))
                .hasMessageContaining("'x'")
                .hasMessageContaining("50");
        n.assign(50);
        run(exec);
        assertThat(x.toArray()).containsOnly(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 8", "2, 32"})
    void an_index_of_a_member_that_is_out_of_bounds_fails_the_run_once(int size, int vector) {
        IntView x = ints("x", 10);
        IntView at = intsOf("at", 10);
        IntView sums = ints("sums", 10, size);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("k", TeamPolicy.of(10, size, vector), team -> {
                    int read = x.get(at.get(0)) + 1;
                    x.atomicAdd(at.get(0), read);
                    sums.set(team.leagueRank(), team.teamRank(), team.vectorReduceInt(Sum, 5, i -> read * i));
                }));
        ExecutableGraph exec = instantiate(graph);
        assertThat(failure(exec)).hasMessageContaining(name(graph, "k")).hasMessageContaining("'x'");
    }

    @Test
    void vector_ranges_do_not_nest() {
        DoubleView x = doubles("x", 10);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "k",
                        TeamPolicy.of(1, 1, 8),
                        team -> team.vectorFor(10, i -> x.set(i, team.vectorReduceDouble(Sum, i, k -> k)))));
        assertThat(refusal(graph)).hasMessageContaining("K321").hasMessageContaining("vectorReduceDouble()");
    }
}
