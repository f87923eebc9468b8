package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.BitAnd;
import static org.sporos.reduce.Reducers.BitOr;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.LogicalAnd;
import static org.sporos.reduce.Reducers.LogicalOr;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

abstract class ReduceContract extends Contract {
    /** Around the edges of lanes, tiles and levels. */
    private static final int[] SIZES = {0, 1, 2, 31, 32, 33, 63, 2047, 2048, 2049, 4096, 6000, 70_001};

    /** Values whose sum depends on every detail of the order: signs and magnitudes from 1e-300 to 1e300 mixed. */
    private static double[] mixed(int n, long seed) {
        Random random = new Random(seed);
        double[] values = new double[n];
        Arrays.setAll(values, i -> {
            double magnitude = Math.pow(10, i % 7 == 0 ? random.nextInt(601) - 300 : random.nextInt(20) - 10);
            return (random.nextDouble() - 0.5) * magnitude;
        });
        return values;
    }

    @Test
    void a_sum_of_doubles_has_the_bits_of_the_fixed_order() {
        for (int n : SIZES) {
            double[] values = mixed(n, n);
            DoubleView x = doublesOf("x", values);
            DoubleView sum = doubles("sum");
            run(root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))));
            double expected = Reference.reduce(n, 0, Double::sum, i -> values[i]);
            assertThat(sum.toArray()).as("n = %d", n).containsExactly(expected);
        }
    }

    @Test
    void what_waits_for_a_sum_and_a_fill_reads_the_sum_of_its_run() {
        int n = 10_000;
        int runs = 50;
        DoubleView b = doubles("b", n);
        DoubleView r = doubles("r", n);
        DoubleView zero = doubles("zero", n);
        DoubleView sum = doubles("sum");
        DoubleView other = doubles("other");
        DoubleView seen = doubles("seen", runs);
        IntView next = ints("next");
        ExecutableGraph exec = instantiate(Graph.define("g", root -> {
            NodeRef fill = root.thenFill("fill", zero, 0);
            NodeRef sums = root.thenParallelFor("copy", RangePolicy.of(n), i -> r.set(i, b.get(i)))
                    .thenParallelReduce(
                            "sums",
                            RangePolicy.of(n),
                            Sum.into(sum, i -> b.get(i) * b.get(i)),
                            Sum.into(other, i -> b.get(i)));
            NodeRef unused = Graph.whenAll(fill, sums).then("note", () -> {
                seen.set(next.get(), sum.get());
                next.set(next.get() + 1);
            });
        }));
        for (int run = 0; run < runs; run++) {
            double value = run + 1;
            space().parallelFor("value", n, i -> b.set(i, value));
            exec.submit();
        }
        assertThat(seen.toArray())
                .isEqualTo(IntStream.rangeClosed(1, runs)
                        .mapToDouble(value -> (double) n * value * value)
                        .toArray());
    }

    @Test
    void a_sum_of_floats_has_the_bits_of_the_fixed_order() {
        for (int n : SIZES) {
            float[] values = new float[n];
            Random random = new Random(n);
            for (int i = 0; i < n; i++) {
                values[i] = (random.nextFloat() - 0.5f) * (float) Math.pow(10, random.nextInt(70) - 35);
            }
            FloatView x = own(FloatView.copyOf("x", space(), values));
            FloatView sum = floats("sum");
            run(root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))));
            double expected = Reference.reduce(n, 0, (a, b) -> (float) a + (float) b, i -> values[i]);
            assertThat(sum.toArray()).as("n = %d", n).containsExactly((float) expected);
        }
    }

    @Test
    void a_product_has_the_bits_of_the_fixed_order() {
        for (int n : SIZES) {
            double[] values = new double[n];
            Random random = new Random(n);
            Arrays.setAll(values, i -> 1 + (random.nextDouble() - 0.5) / 64);
            DoubleView x = doublesOf("x", values);
            DoubleView product = doubles("product");
            run(root -> root.thenParallelReduce("prod", RangePolicy.of(n), Prod.into(product, i -> x.get(i))));
            double expected = Reference.reduce(n, 1, (a, b) -> a * b, i -> values[i]);
            assertThat(product.toArray()).as("n = %d", n).containsExactly(expected);
        }
    }

    /** An operator that is neither commutative nor associative shows which side each value comes from. */
    @Test
    void a_custom_reduction_joins_in_the_order_of_scans() {
        for (int n : SIZES) {
            double[] values = mixed(n, n + 1);
            DoubleView x = doublesOf("x", values);
            DoubleView result = doubles("result");
            run(root -> root.thenParallelReduce(
                    "custom",
                    RangePolicy.of(n),
                    Custom.into(result, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> x.get(i))));
            double expected = Reference.ascending(n, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> values[i]);
            assertThat(result.toArray()).as("n = %d", n).containsExactly(expected);
        }
    }

    private static final int[][] BOXES = {
        {1, 1}, {0, 5}, {5, 0}, {4, 0, 3}, {3, 5000}, {5000, 3}, {61, 83}, {7, 5, 61}, {30, 40, 2}, {5, 3, 7, 31}
    };

    @Test
    void a_reduction_over_a_box_goes_through_it_in_row_major_order() {
        for (int[] extents : BOXES) {
            int size = Arrays.stream(extents).reduce(1, (a, b) -> a * b);
            double[] values = mixed(size, 5);
            DoubleView x = doublesOf("x", values);
            DoubleView sum = doubles("sum");
            int[] begin = Arrays.copyOf(new int[] {-2, 3, 1, -4}, extents.length);
            int[] end = new int[extents.length];
            Arrays.setAll(end, d -> begin[d] + extents[d]);
            MDRangePolicy box = MDRangePolicy.of(begin, end);
            int m = extents[1];
            int depth = extents.length > 2 ? extents[2] : 1;
            int last = extents.length > 3 ? extents[3] : 1;
            run(root -> root.thenParallelReduce(
                    "box",
                    extents.length == 2 ? box.withTile(4, 16) : box,
                    switch (extents.length) {
                        case 2 -> Sum.into(sum, (int i, int j) -> x.get((i + 2) * m + j - 3));
                        case 3 -> Sum.into(sum, (int i, int j, int k) -> x.get(((i + 2) * m + j - 3) * depth + k - 1));
                        default ->
                            Sum.into(
                                    sum,
                                    (int i, int j, int k, int l) ->
                                            x.get((((i + 2) * m + j - 3) * depth + k - 1) * last + l + 4));
                    }));
            assertThat(sum.toArray())
                    .as(Arrays.toString(extents))
                    .containsExactly(Reference.reduce(size, 0, Double::sum, i -> values[i]));
        }
    }

    @Test
    void a_reduction_over_longs_or_from_another_begin_has_the_same_order() {
        double[] values = mixed(10_000, 7);
        DoubleView x = doublesOf("x", values);
        DoubleView longs = doubles("longs");
        DoubleView shifted = doubles("shifted");
        long begin = 1L << 40;
        run(root -> {
            root.thenParallelReduce(
                    "longs",
                    LongRangePolicy.of(begin, begin + 10_000),
                    Sum.intoLongRange(longs, i -> x.get((int) (i - begin))));
            root.thenParallelReduce(
                    "shifted", RangePolicy.of(-100, 9900).withChunk(7), Sum.into(shifted, i -> x.get(i + 100)));
        });
        double expected = Reference.reduce(10_000, 0, Double::sum, i -> values[i]);
        assertThat(longs.toArray()).containsExactly(expected);
        assertThat(shifted.toArray()).containsExactly(expected);
    }

    @Test
    void a_reduction_over_teams_takes_one_value_of_each_team() {
        double[] values = mixed(5000, 9);
        DoubleView x = doublesOf("x", values);
        DoubleView sum = doubles("sum");
        DoubleView least = doubles("least");
        LongView where = longs("where");
        run(root -> {
            root.thenParallelReduce(
                    "teams", TeamPolicy.of(5000, 4), Sum.intoTeam(sum, team -> x.get(team.leagueRank())));
            root.thenParallelReduce(
                    "least",
                    TeamPolicy.of(5000),
                    MinLoc.intoTeam(least, where, team -> team.leagueRank() == 77 ? -2.5 : team.leagueRank()));
        });
        assertThat(sum.toArray()).containsExactly(Reference.reduce(5000, 0, Double::sum, i -> values[i]));
        assertThat(least.toArray()).containsExactly(-2.5);
        assertThat(where.toArray()).containsExactly(77);
    }

    @Test
    void several_reductions_at_once_do_not_disturb_each_other() {
        double[] values = mixed(20_000, 11);
        DoubleView x = doublesOf("x", values);
        DoubleView sum = doubles("sum");
        DoubleView least = doubles("least");
        DoubleView most = doubles("most");
        LongView count = longs("count");
        run(root -> root.thenParallelReduce(
                "all",
                RangePolicy.of(20_000),
                Sum.into(sum, i -> x.get(i)),
                Min.into(least, i -> x.get(i)),
                Max.into(most, i -> x.get(i)),
                Sum.into(count, i -> x.get(i) > 0 ? 1L : 0L)));
        assertThat(sum.toArray()).containsExactly(Reference.reduce(20_000, 0, Double::sum, i -> values[i]));
        assertThat(least.toArray()).containsExactly(Arrays.stream(values).min().orElseThrow());
        assertThat(most.toArray()).containsExactly(Arrays.stream(values).max().orElseThrow());
        assertThat(count.toArray())
                .containsExactly(Arrays.stream(values).filter(v -> v > 0).count());
    }

    @Test
    void views_may_have_the_names_that_generated_code_uses() {
        double[] values = mixed(100, 19);
        DoubleView p = doublesOf("p", values);
        DoubleView v = doublesOf("v", values);
        DoubleView a = doublesOf("a", values);
        DoubleView b = doublesOf("sum", values);
        DoubleView first = doubles("b");
        DoubleView own = doubles("own", 100);
        run(root -> {
            root.thenParallelReduce(
                    "reduce", RangePolicy.of(100), Sum.into(first, i -> p.get(i) + v.get(i) * 0.5 + a.get(i)));
            root.thenParallelScan(
                    "scan",
                    RangePolicy.of(100),
                    i -> b.get(i) + p.get(i),
                    (i, sum) -> own.set(i, sum),
                    Scan.inclusiveDouble());
        });
        assertThat(first.toArray())
                .containsExactly(Reference.reduce(100, 0, Double::sum, i -> values[i] + values[i] * 0.5 + values[i]));
        assertThat(own.toArray()[0]).isEqualTo(values[0] + values[0]);
    }

    @Test
    void integer_reductions_wrap_and_keep_all_bits() {
        Random random = new Random(3);
        long[] values = random.longs(9000).toArray();
        LongView x = own(LongView.copyOf("x", space(), values));
        LongView[] to = new LongView[7];
        Arrays.setAll(to, i -> longs("r" + i));
        LongView sum = to[0];
        LongView prod = to[1];
        LongView min = to[2];
        LongView max = to[3];
        LongView and = to[4];
        LongView or = to[5];
        LongView xor = to[6];
        run(root -> root.thenParallelReduce(
                "all",
                RangePolicy.of(9000),
                Sum.into(sum, i -> x.get(i)),
                Prod.into(prod, i -> x.get(i) | 1),
                Min.into(min, i -> x.get(i)),
                Max.into(max, i -> x.get(i)),
                BitAnd.into(and, i -> x.get(i) | 5),
                BitOr.into(or, i -> x.get(i) & 12),
                BitXor.into(xor, i -> x.get(i))));
        assertThat(sum.toArray()).containsExactly(Arrays.stream(values).sum());
        assertThat(prod.toArray())
                .containsExactly(Arrays.stream(values).map(v -> v | 1).reduce(1, (a, b) -> a * b));
        assertThat(min.toArray()).containsExactly(Arrays.stream(values).min().orElseThrow());
        assertThat(max.toArray()).containsExactly(Arrays.stream(values).max().orElseThrow());
        assertThat(and.toArray())
                .containsExactly(Arrays.stream(values).map(v -> v | 5).reduce(-1, (a, b) -> a & b));
        assertThat(or.toArray())
                .containsExactly(Arrays.stream(values).map(v -> v & 12).reduce(0, (a, b) -> a | b));
        assertThat(xor.toArray()).containsExactly(Arrays.stream(values).reduce(0, (a, b) -> a ^ b));
    }

    @Test
    void reductions_of_ints_and_booleans_work() {
        IntView sum = ints("sum");
        IntView xor = ints("xor");
        IntView all = ints("all");
        IntView any = ints("any");
        IntView none = ints("none");
        run(root -> root.thenParallelReduce(
                "all",
                RangePolicy.of(100_000),
                Sum.into(sum, i -> i * 65_537),
                BitXor.into(xor, i -> i),
                LogicalAnd.into(all, i -> i < 99_999),
                LogicalOr.into(any, i -> i == 99_999),
                LogicalOr.into(none, i -> i > 99_999)));
        int expected = 0;
        int expectedXor = 0;
        for (int i = 0; i < 100_000; i++) {
            expected += i * 65_537;
            expectedXor ^= i;
        }
        assertThat(sum.toArray()).containsExactly(expected);
        assertThat(xor.toArray()).containsExactly(expectedXor);
        assertThat(all.toArray()).containsExactly(0);
        assertThat(any.toArray()).containsExactly(1);
        assertThat(none.toArray()).containsExactly(0);
    }

    @Test
    void minima_and_maxima_follow_java_for_nan_and_signed_zeros() {
        DoubleView zeros = doublesOf("zeros", 0.0, -0.0, 0.0);
        DoubleView nans = doublesOf("nans", 1, Double.NaN, -7);
        DoubleView[] to = new DoubleView[4];
        Arrays.setAll(to, i -> doubles("r" + i));
        DoubleView least = to[0];
        DoubleView most = to[1];
        DoubleView leastNan = to[2];
        DoubleView mostNan = to[3];
        run(root -> {
            root.thenParallelReduce(
                    "zeros", RangePolicy.of(3), Min.into(least, i -> zeros.get(i)), Max.into(most, i -> zeros.get(i)));
            root.thenParallelReduce(
                    "nans",
                    RangePolicy.of(3),
                    Min.into(leastNan, i -> nans.get(i)),
                    Max.into(mostNan, i -> nans.get(i)));
        });
        assertThat(Double.doubleToRawLongBits(least.toArray()[0])).isEqualTo(Double.doubleToRawLongBits(-0.0));
        assertThat(Double.doubleToRawLongBits(most.toArray()[0])).isZero();
        assertThat(leastNan.toArray()[0]).isNaN();
        assertThat(mostNan.toArray()[0]).isNaN();
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 5000, 100_000})
    void a_sum_of_negative_zeros_is_zero_and_nan_spreads(int n) {
        double[] values = new double[n];
        Arrays.fill(values, -0.0);
        DoubleView x = doublesOf("x", values);
        DoubleView sum = doubles("sum");
        ExecutableGraph exec =
                run(root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))));
        assertThat(sum.toArray()).containsExactly(0.0);
        values[n - 1] = Double.NaN;
        x.assign(values);
        exec.submit();
        assertThat(sum.toArray()).containsExactly(Double.NaN);
    }

    @Test
    void locations_of_each_type_and_policy_are_positions() {
        DoubleView value = doubles("value");
        FloatView single = floats("single");
        IntView whole = ints("whole");
        LongView wide = longs("wide");
        LongView[] at = new LongView[5];
        Arrays.setAll(at, i -> longs("at" + i));
        LongView identity = at[0];
        LongView shifted = at[1];
        LongView far = at[2];
        LongView pair = at[3];
        LongView triple = at[4];
        DoubleView most = doubles("most");
        run(root -> {
            root.thenParallelReduce(
                    "identity", RangePolicy.of(7, 20), MinLoc.into(most, identity, i -> Double.POSITIVE_INFINITY));
            root.thenParallelReduce("shifted", RangePolicy.of(-5, 5), MaxLoc.into(whole, shifted, i -> -i * i));
            root.thenParallelReduce(
                    "far", LongRangePolicy.of(1L << 33, (1L << 33) + 9000), MinLoc.intoLongRange(wide, far, i -> -i));
            root.thenParallelReduce(
                    "pair",
                    MDRangePolicy.of(50, 60),
                    MinLoc.into(single, pair, (int i, int j) -> i == 30 && j == 7 ? -1.5f : 0f));
            root.thenParallelReduce(
                    "triple",
                    MDRangePolicy.of(new int[] {1, 1, 1}, new int[] {5, 6, 7}),
                    MaxLoc.into(value, triple, (int i, int j, int k) -> i == 3 && j == 2 && k == 4 ? 1e308 : -1e308));
        });
        assertThat(most.toArray()).containsExactly(Double.POSITIVE_INFINITY);
        assertThat(whole.toArray()).containsExactly(0);
        assertThat(wide.toArray()).containsExactly(-(1L << 33) - 8999);
        assertThat(single.toArray()).containsExactly(-1.5f);
        assertThat(value.toArray()).containsExactly(1e308);
        assertThat(Arrays.stream(at).mapToLong(view -> view.toArray()[0]))
                .containsExactly(7L, 0L, (1L << 33) + 8999, 30 * 60 + 7L, 2 * 30 + 6 + 3L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 5000, 100_000})
    void a_location_is_the_smallest_index_of_the_value(int n) {
        DoubleView least = doubles("least");
        LongView leastAt = longs("leastAt");
        IntView most = ints("most");
        LongView mostAt = longs("mostAt");
        run(root -> {
            root.thenParallelReduce(
                    "least", RangePolicy.of(10, 10 + n), MinLoc.into(least, leastAt, i -> i % 37 == 0 ? -1.0 : i));
            root.thenParallelReduce("most", RangePolicy.of(n), MaxLoc.into(most, mostAt, i -> i * 7919 % 101));
        });
        int at = 10 + n > 37 ? 37 : 10;
        assertThat(least.toArray()).containsExactly(at == 37 ? -1 : 10);
        assertThat(leastAt.toArray()).containsExactly(at);
        int best = 0;
        for (int i = 0; i < n; i++) {
            best = i * 7919 % 101 > best * 7919 % 101 ? i : best;
        }
        assertThat(most.toArray()).containsExactly(best * 7919 % 101);
        assertThat(mostAt.toArray()).containsExactly(best);
    }

    @Test
    void the_location_of_nan_wins_and_that_of_a_box_is_row_major() {
        DoubleView x = doublesOf("x", 3, 1, Double.NaN, 1, Double.NaN, -4);
        DoubleView value = doubles("value");
        LongView where = longs("where");
        DoubleView boxValue = doubles("boxValue");
        LongView boxWhere = longs("boxWhere");
        run(root -> {
            root.thenParallelReduce("nan", RangePolicy.of(6), MinLoc.into(value, where, i -> x.get(i)));
            root.thenParallelReduce(
                    "box",
                    MDRangePolicy.of(20, 30),
                    MaxLoc.into(boxValue, boxWhere, (int i, int j) -> i == 13 && j == 17 ? 9.0 : 1.0));
        });
        assertThat(value.toArray()[0]).isNaN();
        assertThat(where.toArray()).containsExactly(2);
        assertThat(boxValue.toArray()).containsExactly(9);
        assertThat(boxWhere.toArray()).containsExactly(13 * 30 + 17);
    }

    @Test
    void an_empty_range_gives_the_identity_and_overwrites_what_was_there() {
        DoubleView sum = doublesOf("sum", 5).subview(Slice.at(0));
        DoubleView least = doubles("least");
        LongView where = longs("where");
        IntView all = ints("all");
        FloatView custom = floats("custom");
        run(root -> root.thenParallelReduce(
                "none",
                RangePolicy.of(3, 3),
                Sum.into(sum, i -> 1.0),
                MinLoc.into(least, where, i -> 1.0),
                LogicalAnd.into(all, i -> false),
                Custom.into(custom, 2.5f, (a, b) -> a * b, i -> 3f)));
        assertThat(sum.toArray()).containsExactly(0);
        assertThat(least.toArray()).containsExactly(Double.POSITIVE_INFINITY);
        assertThat(where.toArray()).containsExactly(-1);
        assertThat(all.toArray()).containsExactly(1);
        assertThat(custom.toArray()).containsExactly(2.5f);
    }

    @Test
    void each_run_overwrites_the_result_of_the_run_before() {
        DoubleView sum = doubles("sum");
        ExecutableGraph exec = instantiate(
                root -> root.thenParallelReduce("sum", RangePolicy.of(1000), Sum.into(sum, i -> (double) i)));
        for (int run = 0; run < 3; run++) {
            run(exec);
            assertThat(sum.toArray()).containsExactly(499_500);
        }
    }

    @Test
    void the_same_reduction_has_one_bit_pattern_on_1_2_3_and_7_threads_a_hundred_times() {
        String[] specs = isHost()
                ? new String[] {"host,threads=1", "host,threads=2", "host,threads=3", "host,threads=7"}
                : new String[] {spec()};
        int n = 50_000;
        double[] values = mixed(n, 13);
        double expected = Reference.reduce(n, 0, Double::sum, i -> values[i]);
        double expectedCustom = Reference.ascending(n, 0.0, (a, b) -> 3 * a + b, i -> values[i] / 1e200);
        for (String spec : specs) {
            try (ExecutionSpace space = Spaces.open(spec);
                    DoubleView x = DoubleView.copyOf("x", space, values);
                    DoubleView sum = DoubleView.of("sum", space);
                    DoubleView custom = DoubleView.of("custom", space)) {
                Reduction first = Sum.into(sum, i -> x.get(i));
                Reduction second = Custom.into(custom, 0.0, (a, b) -> 3 * a + b, i -> x.get(i) / 1e200);
                Graph graph = Graph.define("g", root -> {
                    root.thenParallelReduce("sum", RangePolicy.of(n), first);
                    root.thenParallelReduce("custom", RangePolicy.of(n), second);
                });
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    for (int run = 0; run < 100; run++) {
                        exec.submit();
                        space.fence();
                        assertThat(sum.toArray()).as("%s, run %d", spec, run).containsExactly(expected);
                        assertThat(custom.toArray()).as("%s, run %d", spec, run).containsExactly(expectedCustom);
                    }
                }
            }
        }
    }

    @Test
    @Tag("full")
    void a_reduction_with_three_levels_has_the_bits_of_the_fixed_order() {
        int n = 2048 * 2048 + 12_345;
        double[] values = mixed(n, 17);
        DoubleView x = doublesOf("x", values);
        DoubleView sum = doubles("sum");
        run(root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))));
        assertThat(sum.toArray()).containsExactly(Reference.reduce(n, 0, Double::sum, i -> values[i]));
    }
}
