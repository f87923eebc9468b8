package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** The order of reductions of the design, section 6, against a plain reference. */
class ReductionOrderTest {
    private static final long SEED = 20250607;

    private final Random random = new Random(SEED);
    private final DoubleView sum = DoubleView.of("sum", MemorySpace.host());

    private static DoubleView view(double[] values) {
        DoubleView view = DoubleView.of("x", MemorySpace.host(), values.length);
        view.assign(values);
        return view;
    }

    private static void assertSameBits(double actual, double expected, String what) {
        assertThat(Double.doubleToRawLongBits(actual))
                .as(what + ", seed " + SEED + ": " + actual + " for " + expected)
                .isEqualTo(Double.doubleToRawLongBits(expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void a_sum_has_the_bits_of_the_reference_at_every_size(int threads) {
        for (int n : Reference.SIZES) {
            double[] values = Reference.wild(n, random);
            DoubleView x = view(values);
            Tasks.run(threads, root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))));
            assertSameBits(sum.get(), Reference.reduce(values, 0, Double::sum), "n = " + n);
        }
    }

    @Test
    void a_sum_differs_from_that_of_another_order() {
        double[] values = Reference.wild(100_000, random);
        double plain = Arrays.stream(values).reduce(0, Double::sum);
        assertThat(Reference.reduce(values, 0, Double::sum)).isNotEqualTo(plain);
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 5000, 100_000})
    void a_sum_has_the_same_bits_on_any_number_of_threads_a_hundred_times(int n) {
        double[] values = Reference.wild(n, random);
        double expected = Reference.reduce(values, 0, Double::sum);
        DoubleView x = view(values);
        for (int threads : new int[] {1, 2, 3, 7}) {
            HostTask task = Tasks.task(
                    threads, root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))));
            for (int repeat = 0; repeat < 100; repeat++) {
                sum.set(Double.NaN);
                Tasks.runParallel(task, threads, random);
                assertSameBits(sum.get(), expected, threads + " threads, repeat " + repeat);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 2048, 3000, 1 << 20})
    void a_sum_has_the_same_bits_in_chunks_of_any_length_and_order(int chunk) {
        for (int n : new int[] {1, 100, 2049, 70_000}) {
            double[] values = Reference.wild(n, random);
            DoubleView x = view(values);
            RangePolicy policy = RangePolicy.of(n).withChunk(chunk);
            HostTask task = Tasks.task(4, root -> root.thenParallelReduce("sum", policy, Sum.into(sum, i -> x.get(i))));
            Tasks.runShuffled(task, random);
            assertSameBits(sum.get(), Reference.reduce(values, 0, Double::sum), "n = " + n);
        }
    }

    @Test
    void products_minima_and_maxima_follow_the_same_order() {
        for (int n : new int[] {0, 1, 33, 2049, 100_000}) {
            double[] values = random.doubles(n, 0.5, 1.5).toArray();
            DoubleView x = view(values);
            check(n, Prod.into(sum, i -> x.get(i)), Reference.reduce(values, 1, (a, b) -> a * b));
            check(n, Min.into(sum, i -> x.get(i)), reduced(values, Double.POSITIVE_INFINITY, Math::min));
            check(n, Max.into(sum, i -> x.get(i)), reduced(values, Double.NEGATIVE_INFINITY, Math::max));
        }
    }

    private static double reduced(double[] values, double identity, DoubleBinaryOperator op) {
        return Reference.reduce(values, identity, op);
    }

    private void check(int n, Reduction reduction, double expected) {
        Tasks.run(3, root -> root.thenParallelReduce("reduce", RangePolicy.of(n), reduction));
        assertSameBits(sum.get(), expected, reduction + ", n = " + n);
    }

    @Test
    void sums_and_products_of_floats_have_the_bits_of_the_reference() {
        FloatView result = FloatView.of("result", MemorySpace.host());
        for (int n : Reference.SIZES) {
            Float[] values = new Float[n];
            Arrays.setAll(values, i -> (random.nextFloat() - 0.5f) * (float) Math.pow(10, random.nextInt(60) - 30));
            FloatView x = FloatView.of("x", MemorySpace.host(), n);
            for (int i = 0; i < n; i++) {
                x.set(i, values[i]);
            }
            Tasks.run(2, root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(result, i -> x.get(i))));
            assertThat(Float.floatToRawIntBits(result.get()))
                    .isEqualTo(Float.floatToRawIntBits(Reference.reduce(values, 0f, Float::sum)));
            Tasks.run(
                    2,
                    root -> root.thenParallelReduce(
                            "prod", RangePolicy.of(n), Prod.into(result, i -> 1 + x.get(i) / 1e30f)));
            Float[] factors = Arrays.stream(values).map(v -> 1 + v / 1e30f).toArray(Float[]::new);
            assertThat(result.get()).isEqualTo(Reference.<Float>reduce(factors, 1f, (a, b) -> a * b));
        }
    }

    @Test
    void integers_wrap_as_in_java() {
        IntView ints = IntView.of("ints", MemorySpace.host());
        LongView longs = LongView.of("longs", MemorySpace.host());
        for (int n : new int[] {0, 1, 2049, 100_000}) {
            Tasks.run(
                    2,
                    root -> root.thenParallelReduce(
                            "both",
                            RangePolicy.of(n),
                            Sum.into(ints, i -> 1_000_003 * i + 7),
                            Prod.into(longs, i -> 2L * i + 3)));
            int sum = 0;
            long product = 1;
            for (int i = 0; i < n; i++) {
                sum += 1_000_003 * i + 7;
                product *= 2L * i + 3;
            }
            assertThat(ints.get()).isEqualTo(sum);
            assertThat(longs.get()).isEqualTo(product);
        }
    }

    @Test
    void ranges_with_a_begin_long_ranges_and_boxes_have_the_order_of_their_row_major_positions() {
        int n = 7 * 11 * 113;
        double[] values = Reference.wild(n, random);
        double expected = Reference.reduce(values, 0, Double::sum);
        DoubleView x = view(values);
        Reduction range = Sum.into(sum, i -> x.get(i + 1000));
        Tasks.run(3, root -> root.thenParallelReduce("range", RangePolicy.of(-1000, n - 1000), range));
        assertSameBits(sum.get(), expected, "range");
        Reduction longs = Sum.intoLongRange(sum, i -> x.get(i - (1L << 40)));
        Tasks.run(3, root -> root.thenParallelReduce("long", LongRangePolicy.of(1L << 40, (1L << 40) + n), longs));
        assertSameBits(sum.get(), expected, "long range");
        Reduction pairs = Sum.into(sum, (i, j) -> x.get((i + 5) * 113 + j - 3));
        Tasks.run(
                3,
                root -> root.thenParallelReduce(
                        "box", MDRangePolicy.of(new int[] {-5, 3}, new int[] {72, 116}), pairs));
        assertSameBits(sum.get(), expected, "box of rank 2");
        Reduction triples = Sum.into(sum, (i, j, k) -> x.get((i * 11 + j - 2) * 113 + k));
        Tasks.run(
                3,
                root -> root.thenParallelReduce(
                        "box", MDRangePolicy.of(new int[] {0, 2, 0}, new int[] {7, 13, 113}), triples));
        assertSameBits(sum.get(), expected, "box of rank 3");
    }

    @Test
    void a_range_that_ends_at_the_largest_int_is_reduced_to_its_end() {
        int n = 50_001;
        double[] values = Reference.wild(n, random);
        DoubleView x = view(values);
        int begin = Integer.MAX_VALUE - n;
        Tasks.run(
                2,
                root -> root.thenParallelReduce(
                        "last", RangePolicy.of(begin, Integer.MAX_VALUE), Sum.into(sum, i -> x.get(i - begin))));
        assertSameBits(sum.get(), Reference.reduce(values, 0, Double::sum), "last");
    }

    @Test
    void a_large_box_is_reduced_tile_by_tile_in_row_major_order() {
        double[] values = Reference.wild(300 * 401, random);
        DoubleView x = view(values);
        Reduction pairs = Sum.into(sum, (i, j) -> x.get(i * 401 + j));
        HostTask task = Tasks.task(3, root -> root.thenParallelReduce("box", MDRangePolicy.of(300, 401), pairs));
        Tasks.runParallel(task, 3, random);
        assertSameBits(sum.get(), Reference.reduce(values, 0, Double::sum), "box");
    }

    @Test
    void several_reductions_at_once_give_what_each_gives_alone() {
        int n = 50_000;
        double[] values = Reference.wild(n, random);
        DoubleView x = view(values);
        DoubleView largest = DoubleView.of("largest", MemorySpace.host());
        LongView count = LongView.of("count", MemorySpace.host());
        HostTask task = Tasks.task(
                2,
                root -> root.thenParallelReduce(
                        "three",
                        RangePolicy.of(n),
                        Sum.into(sum, i -> x.get(i)),
                        Max.into(largest, i -> x.get(i)),
                        Sum.into(count, i -> x.get(i) > 0 ? 1L : 0L)));
        Tasks.runParallel(task, 2, random);
        assertSameBits(sum.get(), Reference.reduce(values, 0, Double::sum), "sum");
        assertThat(largest.get()).isEqualTo(Arrays.stream(values).max().orElseThrow());
        assertThat(count.get())
                .isEqualTo(Arrays.stream(values).filter(v -> v > 0).count());
    }
}
