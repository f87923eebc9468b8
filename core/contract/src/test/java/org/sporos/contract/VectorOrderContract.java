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
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.policy.TeamPolicy;
import org.sporos.reference.LaneOrder;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** The order of what vector lanes reduce and scan, in the shapes of teams of {@link VectorContract}. */
abstract class VectorOrderContract extends Contract {
    @Test
    void vector_reductions_have_the_order_of_the_lanes() {
        int[] lengths = {0, 1, 2, 7, 8, 27, 32, 33, 100, -4};
        for (int[] shape : VectorContract.shapes()) {
            int size = shape[0];
            int lanes = shape[1];
            IntView n = intsOf("n", lengths);
            DoubleView sums = doubles("sums", lengths.length, size);
            DoubleView products = doubles("products", lengths.length, size);
            FloatView least = floats("least", lengths.length, size);
            LongView most = longs("most", lengths.length, size);
            IntView bits = ints("bits", lengths.length, size);
            run(root -> root.thenParallelFor("k", TeamPolicy.of(lengths.length, size, lanes), team -> {
                int row = team.leagueRank();
                int me = team.teamRank();
                int count = n.get(row);
                if (me % 3 != 2) {
                    sums.set(row, me, team.vectorReduceDouble(Sum, count, i -> VectorContract.value(row, i)));
                } else {
                    sums.set(row, me, team.vectorReduceDouble(Sum, count, i -> VectorContract.value(me, i)));
                }
                products.set(row, me, team.vectorReduceDouble(Prod, count, i -> 1 + VectorContract.value(row, i)));
                least.set(row, me, team.vectorReduceFloat(Min, count, i -> (float) VectorContract.value(row, i)));
                most.set(row, me, team.vectorReduceLong(Max, count, i -> (long) i * me));
                bits.set(row, me, team.vectorReduceInt(BitXor, count, i -> i + row));
            }));
            for (int at = 0; at < lengths.length * size; at++) {
                int row = at / size;
                int me = at % size;
                int count = Math.max(0, lengths[row]);
                assertThat(sums.toArray()[at])
                        .isEqualTo(LaneOrder.reduce(
                                lanes, VectorContract.values(me % 3 != 2 ? row : me, count), 0.0, Double::sum));
                BinaryOperator<Double> times = (a, b) -> a * b;
                List<Double> factors = VectorContract.values(row, count).stream()
                        .map(v -> 1 + v)
                        .toList();
                assertThat(products.toArray()[at]).isEqualTo(LaneOrder.reduce(lanes, factors, 1.0, times));
                assertThat((double) least.toArray()[at])
                        .isEqualTo(VectorContract.values(row, count).stream()
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
        for (int[] shape : VectorContract.shapes()) {
            int size = shape[0];
            int lanes = shape[1];
            IntView n = intsOf("n", lengths);
            DoubleView before = doubles("before", lengths.length, size, 61);
            FloatView with = floats("with", lengths.length, size, 61);
            DoubleView total = doubles("total", lengths.length, size);
            LongView places = longs("places", lengths.length, size, 61);
            run(root -> root.thenParallelFor("k", TeamPolicy.of(lengths.length, size, lanes), team -> {
                int row = team.leagueRank();
                int me = team.teamRank();
                int count = n.get(row);
                double all = team.vectorExclusiveScanDouble(
                        count, i -> VectorContract.value(me, i), (i, sum) -> before.set(row, me, i, sum));
                float narrow = team.vectorInclusiveScanFloat(
                        count, i -> (float) VectorContract.value(me, i), (i, sum) -> with.set(row, me, i, sum));
                total.set(row, me, all + narrow);
                team.vectorExclusiveScanLong(
                        count, i -> i % 3 == 0 ? 1 : 0, (i, place) -> places.set(row, me, i, place));
            }));
            double[] exclusive = before.toArray();
            float[] inclusive = with.toArray();
            long[] numbers = places.toArray();
            double[] totals = total.toArray();
            for (int at = 0; at < lengths.length * size; at++) {
                int count = lengths[at / size];
                int me = at % size;
                List<Double> sums = LaneOrder.sums(lanes, VectorContract.values(me, count), 0.0, Double::sum);
                List<Float> floats = VectorContract.values(me, count).stream()
                        .map(Double::floatValue)
                        .toList();
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
        Arrays.setAll(xs, i -> VectorContract.value(i, 0));
        x.assign(xs);
        for (int[] shape : VectorContract.shapes()) {
            int members = shape[0];
            DoubleView y = doubles("y", rows);
            run(root -> root.thenParallelFor(
                    "product", TeamPolicy.of((rows + members - 1) / members, members, shape[1]), team -> {
                        int row = team.leagueRank() * members + team.teamRank();
                        if (row < rows) {
                            int first = start.get(row);
                            double sum = team.vectorReduceDouble(
                                    Sum,
                                    start.get(row + 1) - first,
                                    k -> VectorContract.value(row, k) * x.get(column.get(first + k)));
                            y.set(row, sum);
                        }
                    }));
            for (int row = 0; row < rows; row++) {
                int at = row;
                List<Double> terms = IntStream.range(0, starts[row + 1] - starts[row])
                        .mapToObj(k -> VectorContract.value(at, k) * xs[(starts[at] + k) * 31 % rows])
                        .toList();
                assertThat(y.toArray()[row]).isEqualTo(LaneOrder.reduce(shape[1], terms, 0.0, Double::sum));
            }
        }
    }

    @Test
    void a_reduction_of_a_team_takes_what_lanes_contribute() {
        for (int[] shape : VectorContract.shapes()) {
            int size = shape[0];
            DoubleView sums = doubles("sums", 9, size);
            DoubleView plain = doubles("plain", 9, size);
            LongView scanned = longs("scanned", 9, 70);
            run(root -> root.thenParallelFor("k", TeamPolicy.of(9, size, shape[1]), team -> {
                int row = team.leagueRank();
                double sum = team.parallelReduceDouble(
                        Sum, 70, r -> team.vectorReduceDouble(Sum, r, i -> VectorContract.value(r + row, i)));
                sums.set(row, team.teamRank(), sum);
                plain.set(
                        row, team.teamRank(), team.parallelReduceDouble(Sum, 5000, i -> VectorContract.value(row, i)));
                team.inclusiveScanLong(70, i -> i, (i, partial) -> scanned.set(row, i, partial));
            }));
            for (int at = 0; at < 9 * size; at++) {
                int row = at / size;
                assertThat(sums.toArray()[at])
                        .isEqualTo(Reference.reduce(
                                70,
                                0,
                                Double::sum,
                                r -> LaneOrder.reduce(shape[1], VectorContract.values(r + row, r), 0.0, Double::sum)));
                assertThat(plain.toArray()[at])
                        .isEqualTo(Reference.reduce(5000, 0, Double::sum, i -> VectorContract.value(row, i)));
            }
            assertThat(scanned.toArray()).hasSize(630).endsWith(69 * 70 / 2);
        }
    }

    @Test
    void single_may_use_the_lanes_of_the_first_member() {
        for (int[] shape : VectorContract.shapes()) {
            int size = shape[0];
            DoubleView sums = doubles("sums", 40);
            IntView once = ints("once", 40);
            run(root -> root.thenParallelFor("k", TeamPolicy.of(40, size, shape[1]), team -> {
                int row = team.leagueRank();
                team.single(() -> {
                    sums.set(row, team.vectorReduceDouble(Sum, 30 + row, i -> VectorContract.value(row, i)));
                    once.atomicAdd(row, 1);
                });
                team.single(() -> once.atomicAdd(row, 10));
            }));
            assertThat(once.toArray()).containsOnly(11);
            for (int row = 0; row < 40; row++) {
                assertThat(sums.toArray()[row])
                        .isEqualTo(LaneOrder.reduce(shape[1], VectorContract.values(row, 30 + row), 0.0, Double::sum));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 500})
    void leagues_contribute_what_lanes_reduce(int league) {
        for (int[] shape : VectorContract.shapes()) {
            DoubleView sum = doubles("sum");
            DoubleView most = doubles("most");
            LongView where = longs("where");
            IntView teams = ints("teams");
            teams.assign(league);
            LongView dynamic = longs("dynamic");
            TeamPolicy policy = TeamPolicy.of(league, shape[0], shape[1]);
            TeamPolicy read = TeamPolicy.of(teams, 600, shape[0]).withVector(shape[1]);
            run(root -> {
                root.thenParallelReduce(
                        "sum",
                        policy,
                        Sum.intoTeam(
                                sum,
                                team -> team.vectorReduceDouble(
                                                Sum, 40, i -> VectorContract.value(team.leagueRank(), i))
                                        + team.teamRank()),
                        MaxLoc.intoTeam(most, where, team -> team.leagueRank() * 7 % 31));
                root.thenParallelReduce(
                        "dynamic", read, Sum.intoTeam(dynamic, team -> team.vectorReduceLong(Sum, 3, i -> 1)));
            });
            double expected = Reference.reduce(
                    league,
                    0,
                    Double::sum,
                    r -> LaneOrder.reduce(shape[1], VectorContract.values(r, 40), 0.0, Double::sum));
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
}
