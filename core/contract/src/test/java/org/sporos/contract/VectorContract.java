package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.TeamPolicy;
import org.sporos.reference.LaneOrder;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** The third level of parallelism: the vector lanes of the members of a team, after Kokkos' hierarchical tests. */
abstract class VectorContract extends Contract {
    /** Teams that share a warp, a warp, several warps, and threads that fill no warp. */
    private static final String SHAPES = "1, 1; 1, 8; 2, 4; 4, 8; 1, 32; 3, 8; 16, 8; 8, 32; 33, 2; 12, 1; 64, 1";

    private static int[] shape(String shape) {
        return Arrays.stream(shape.split(", ")).mapToInt(Integer::parseInt).toArray();
    }

    private static List<int[]> shapes() {
        return Arrays.stream(SHAPES.split("; ")).map(VectorContract::shape).toList();
    }

    private static double value(int row, int i) {
        return 1.0 / (row + 1 + 3.0 * i) - (i % 5 == 2 ? 0.3 : 0);
    }

    private static List<Double> values(int row, int n) {
        return IntStream.range(0, n).mapToObj(i -> value(row, i)).toList();
    }

    @Test
    void code_outside_of_vector_ranges_runs_once_a_member() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            IntView calls = ints("calls", 7, size);
            IntView tickets = ints("tickets", 7, size);
            IntView counter = ints("counter", 7);
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", TeamPolicy.of(7, size, shape[1]), team -> {
                        int row = team.leagueRank();
                        int me = team.teamRank();
                        calls.atomicAdd(row, me, 1);
                        calls.set(row, me, calls.get(row, me) + 10 * team.teamSize());
                        int ticket = counter.atomicAdd(row, 1);
                        int lanes = team.vectorReduceInt(Sum, 3, j -> ticket);
                        tickets.set(row, me, lanes);
                    })));
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
        run(Graph.define(
                "g", root -> root.thenParallelFor("k", TeamPolicy.of(5, 2, 8), team -> calls.atomicAdd(0, 1))));
        assertThat(calls.toArray()).containsExactly(10);
    }

    @Test
    void a_vector_range_calls_its_body_once_per_index() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            IntView calls = ints("calls", 6, size, 100);
            IntView nested = ints("nested", 6, 9, 40);
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", TeamPolicy.of(6, size, shape[1]), team -> {
                        int row = team.leagueRank();
                        int me = team.teamRank();
                        team.vectorFor(5 * me % 101, i -> calls.atomicAdd(row, me, i, i + 1));
                        team.vectorFor(-3, i -> calls.set(row, me, 0, -1));
                        team.parallelFor(9, r -> {
                            nested.set(row, r, 39, 100);
                            team.vectorFor(30 + r, j -> nested.set(row, r, j, nested.get(row, r, 39) + j));
                        });
                    })));
            int[] expected = new int[6 * size * 100];
            Arrays.setAll(expected, at -> at % 100 < 5 * (at / 100 % size) % 101 ? at % 100 + 1 : 0);
            assertThat(calls.toArray()).isEqualTo(expected);
            int[] expectedNested = new int[6 * 9 * 40];
            Arrays.setAll(expectedNested, at -> at % 40 < 30 + at / 40 % 9 ? 100 + at % 40 : at % 40 == 39 ? 100 : 0);
            assertThat(nested.toArray()).isEqualTo(expectedNested);
        }
    }

    @Test
    void vector_reductions_have_the_order_of_the_lanes() {
        int[] lengths = {0, 1, 2, 7, 8, 27, 32, 33, 100, -4};
        for (int[] shape : shapes()) {
            int size = shape[0];
            int lanes = shape[1];
            IntView n = intsOf("n", lengths);
            DoubleView sums = doubles("sums", lengths.length, size);
            DoubleView products = doubles("products", lengths.length, size);
            FloatView least = floats("least", lengths.length, size);
            LongView most = longs("most", lengths.length, size);
            IntView bits = ints("bits", lengths.length, size);
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", TeamPolicy.of(lengths.length, size, lanes), team -> {
                        int row = team.leagueRank();
                        int me = team.teamRank();
                        int count = n.get(row);
                        if (me % 3 != 2) {
                            sums.set(row, me, team.vectorReduceDouble(Sum, count, i -> value(row, i)));
                        } else {
                            sums.set(row, me, team.vectorReduceDouble(Sum, count, i -> value(me, i)));
                        }
                        products.set(row, me, team.vectorReduceDouble(Prod, count, i -> 1 + value(row, i)));
                        least.set(row, me, team.vectorReduceFloat(Min, count, i -> (float) value(row, i)));
                        most.set(row, me, team.vectorReduceLong(Max, count, i -> (long) i * me));
                        bits.set(row, me, team.vectorReduceInt(BitXor, count, i -> i + row));
                    })));
            for (int at = 0; at < lengths.length * size; at++) {
                int row = at / size;
                int me = at % size;
                int count = Math.max(0, lengths[row]);
                assertThat(sums.toArray()[at])
                        .isEqualTo(LaneOrder.reduce(lanes, values(me % 3 != 2 ? row : me, count), 0.0, Double::sum));
                BinaryOperator<Double> times = (a, b) -> a * b;
                List<Double> factors =
                        values(row, count).stream().map(v -> 1 + v).toList();
                assertThat(products.toArray()[at]).isEqualTo(LaneOrder.reduce(lanes, factors, 1.0, times));
                assertThat((double) least.toArray()[at])
                        .isEqualTo(values(row, count).stream()
                                .mapToDouble(v -> (float) (double) v)
                                .min()
                                .orElse(Double.POSITIVE_INFINITY));
                assertThat(most.toArray()[at]).isEqualTo(count == 0 ? Long.MIN_VALUE : (count - 1L) * me);
                assertThat(bits.toArray()[at])
                        .isEqualTo(IntStream.range(0, count).map(i -> i + row).reduce(0, (a, b) -> a ^ b));
            }
        }
    }

    @Test
    void vector_scans_have_the_order_of_the_lanes() {
        int[] lengths = {0, 1, 5, 8, 31, 32, 61};
        for (int[] shape : shapes()) {
            int size = shape[0];
            int lanes = shape[1];
            IntView n = intsOf("n", lengths);
            DoubleView before = doubles("before", lengths.length, size, 61);
            FloatView with = floats("with", lengths.length, size, 61);
            DoubleView total = doubles("total", lengths.length, size);
            LongView places = longs("places", lengths.length, size, 61);
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", TeamPolicy.of(lengths.length, size, lanes), team -> {
                        int row = team.leagueRank();
                        int me = team.teamRank();
                        int count = n.get(row);
                        double all = team.vectorExclusiveScanDouble(
                                count, i -> value(me, i), (i, sum) -> before.set(row, me, i, sum));
                        float narrow = team.vectorInclusiveScanFloat(
                                count, i -> (float) value(me, i), (i, sum) -> with.set(row, me, i, sum));
                        total.set(row, me, all + narrow);
                        team.vectorExclusiveScanLong(
                                count, i -> i % 3 == 0 ? 1 : 0, (i, place) -> places.set(row, me, i, place));
                    })));
            double[] exclusive = before.toArray();
            float[] inclusive = with.toArray();
            long[] numbers = places.toArray();
            double[] totals = total.toArray();
            for (int at = 0; at < lengths.length * size; at++) {
                int count = lengths[at / size];
                int me = at % size;
                List<Double> sums = LaneOrder.sums(lanes, values(me, count), 0.0, Double::sum);
                List<Float> floats =
                        values(me, count).stream().map(Double::floatValue).toList();
                List<Float> narrow = LaneOrder.sums(lanes, floats, 0f, Float::sum);
                for (int i = 0; i < count; i++) {
                    assertThat(exclusive[at * 61 + i]).isEqualTo(i == 0 ? 0 : sums.get(i - 1));
                    assertThat(inclusive[at * 61 + i]).isEqualTo(narrow.get(i));
                    assertThat(numbers[at * 61 + i]).isEqualTo((i + 2) / 3);
                }
                assertThat(totals[at]).isEqualTo(count == 0 ? 0 : sums.get(count - 1) + narrow.get(count - 1));
            }
        }
    }

    @Test
    void barriers_and_scratch_are_those_of_each_team() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            IntView out = ints("out", 300, size);
            TeamPolicy policy = TeamPolicy.of(300, size, shape[1]).withScratch((size + 1) * Integer.BYTES + 3);
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", policy, team -> {
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
                    })));
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
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", TeamPolicy.of(20, size, shape[1]), team -> {
                        int row = team.leagueRank();
                        int me = team.teamRank();
                        rows.set(row, me, 0, 1 + me);
                        while (steps.get(row, me) < 3 + (row + me) % 3) {
                            double base = rows.get(row, me, 0);
                            team.vectorFor(49, j -> rows.set(row, me, j + 1, base + rows.get(row, me, j + 1) + j));
                            rows.set(row, me, 0, rows.get(row, me, 49));
                            steps.set(row, me, steps.get(row, me) + 1);
                        }
                    })));
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
    void the_rows_of_a_sparse_matrix_are_summed_by_lanes() {
        int rows = 1000;
        int[] starts = new int[rows + 1];
        for (int row = 0; row < rows; row++) {
            starts[row + 1] = starts[row] + row * 7 % 41;
        }
        IntView start = intsOf("start", starts);
        IntView column = intsOf(
                "column",
                IntStream.range(0, starts[rows]).map(k -> k * 31 % rows).toArray());
        DoubleView x = doubles("x", rows);
        double[] xs = new double[rows];
        Arrays.setAll(xs, i -> value(i, 0));
        x.assign(xs);
        for (int[] shape : shapes()) {
            int members = shape[0];
            DoubleView y = doubles("y", rows);
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor(
                            "product", TeamPolicy.of((rows + members - 1) / members, members, shape[1]), team -> {
                                int row = team.leagueRank() * members + team.teamRank();
                                if (row < rows) {
                                    int first = start.get(row);
                                    double sum = team.vectorReduceDouble(
                                            Sum,
                                            start.get(row + 1) - first,
                                            k -> value(row, k) * x.get(column.get(first + k)));
                                    y.set(row, sum);
                                }
                            })));
            for (int row = 0; row < rows; row++) {
                int at = row;
                List<Double> terms = IntStream.range(0, starts[row + 1] - starts[row])
                        .mapToObj(k -> value(at, k) * xs[(starts[at] + k) * 31 % rows])
                        .toList();
                assertThat(y.toArray()[row]).isEqualTo(LaneOrder.reduce(shape[1], terms, 0.0, Double::sum));
            }
        }
    }

    @Test
    void a_reduction_of_a_team_takes_what_lanes_contribute() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            DoubleView sums = doubles("sums", 9, size);
            DoubleView plain = doubles("plain", 9, size);
            LongView scanned = longs("scanned", 9, 70);
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", TeamPolicy.of(9, size, shape[1]), team -> {
                        int row = team.leagueRank();
                        double sum = team.parallelReduceDouble(
                                Sum, 70, r -> team.vectorReduceDouble(Sum, r, i -> value(r + row, i)));
                        sums.set(row, team.teamRank(), sum);
                        plain.set(row, team.teamRank(), team.parallelReduceDouble(Sum, 5000, i -> value(row, i)));
                        team.inclusiveScanLong(70, i -> i, (i, partial) -> scanned.set(row, i, partial));
                    })));
            for (int at = 0; at < 9 * size; at++) {
                int row = at / size;
                assertThat(sums.toArray()[at])
                        .isEqualTo(Reference.reduce(
                                70,
                                0,
                                Double::sum,
                                r -> LaneOrder.reduce(shape[1], values(r + row, r), 0.0, Double::sum)));
                assertThat(plain.toArray()[at]).isEqualTo(Reference.reduce(5000, 0, Double::sum, i -> value(row, i)));
            }
            assertThat(scanned.toArray()).hasSize(630).endsWith(69 * 70 / 2);
        }
    }

    @Test
    void single_may_use_the_lanes_of_the_first_member() {
        for (int[] shape : shapes()) {
            int size = shape[0];
            DoubleView sums = doubles("sums", 40);
            IntView once = ints("once", 40);
            run(Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", TeamPolicy.of(40, size, shape[1]), team -> {
                        int row = team.leagueRank();
                        team.single(() -> {
                            sums.set(row, team.vectorReduceDouble(Sum, 30 + row, i -> value(row, i)));
                            once.atomicAdd(row, 1);
                        });
                        team.single(() -> once.atomicAdd(row, 10));
                    })));
            assertThat(once.toArray()).containsOnly(11);
            for (int row = 0; row < 40; row++) {
                assertThat(sums.toArray()[row])
                        .isEqualTo(LaneOrder.reduce(shape[1], values(row, 30 + row), 0.0, Double::sum));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 500})
    void leagues_contribute_what_lanes_reduce(int league) {
        for (int[] shape : shapes()) {
            DoubleView sum = doubles("sum");
            DoubleView most = doubles("most");
            LongView where = longs("where");
            IntView teams = ints("teams");
            teams.assign(league);
            LongView dynamic = longs("dynamic");
            TeamPolicy policy = TeamPolicy.of(league, shape[0], shape[1]);
            TeamPolicy read = TeamPolicy.of(teams, 600, shape[0]).withVector(shape[1]);
            run(Graph.define("g", root -> {
                root.thenParallelReduce(
                        "sum",
                        policy,
                        Sum.intoTeam(
                                sum,
                                team -> team.vectorReduceDouble(Sum, 40, i -> value(team.leagueRank(), i))
                                        + team.teamRank()),
                        MaxLoc.intoTeam(most, where, team -> team.leagueRank() * 7 % 31));
                root.thenParallelReduce(
                        "dynamic", read, Sum.intoTeam(dynamic, team -> team.vectorReduceLong(Sum, 3, i -> 1)));
            }));
            double expected = Reference.reduce(
                    league, 0, Double::sum, r -> LaneOrder.reduce(shape[1], values(r, 40), 0.0, Double::sum));
            assertThat(sum.toArray()).containsExactly(expected);
            assertThat(dynamic.toArray()).containsExactly(3 * league);
            int best = IntStream.range(0, league).map(r -> r * 7 % 31).max().orElse(-1);
            assertThat(where.toArray()[0])
                    .isEqualTo(IntStream.range(0, league)
                            .filter(r -> r * 7 % 31 == best)
                            .findFirst()
                            .orElse(-1));
        }
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
        exec.submit();
        assertThat(failure())
                .hasMessageContaining(name(graph, "k"))
                .hasMessageContaining("'x'")
                .hasMessageContaining("50");
        n.assign(50);
        exec.submit();
        space().fence();
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
        exec.submit();
        assertThat(failure()).hasMessageContaining(name(graph, "k")).hasMessageContaining("'x'");
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
