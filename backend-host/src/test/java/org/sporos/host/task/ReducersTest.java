package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
import org.sporos.reference.ScanOrder;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** What each reducer makes of its contributions. */
class ReducersTest {
    private final DoubleView value = DoubleView.of("value", MemorySpace.host());
    private final FloatView single = FloatView.of("single", MemorySpace.host());
    private final IntView whole = IntView.of("whole", MemorySpace.host());
    private final LongView wide = LongView.of("wide", MemorySpace.host());
    private final LongView location = LongView.of("location", MemorySpace.host());

    private static void reduce(Policy policy, Reduction... reductions) {
        Tasks.run(2, root -> root.thenParallelReduce("reduce", policy, reductions));
    }

    private static DoubleView view(double... values) {
        DoubleView view = DoubleView.of("x", MemorySpace.host(), values.length);
        view.assign(values);
        return view;
    }

    private static DoubleView filled(int n, double filling) {
        double[] values = new double[n];
        Arrays.fill(values, filling);
        return view(values);
    }

    @Test
    void an_empty_range_overwrites_results_with_the_identity() {
        value.set(5);
        whole.set(5);
        wide.set(5);
        reduce(
                RangePolicy.of(0),
                Sum.into(value, i -> 1.0),
                LogicalAnd.into(whole, i -> false),
                BitAnd.into(wide, i -> 0L));
        assertThat(Double.doubleToRawLongBits(value.get())).isZero();
        assertThat(whole.get()).isEqualTo(1);
        assertThat(wide.get()).isEqualTo(-1);
        reduce(RangePolicy.of(3, 3), Min.into(value, i -> 1.0), Max.into(single, i -> 1f), Min.into(whole, i -> 1));
        assertThat(value.get()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(single.get()).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(whole.get()).isEqualTo(Integer.MAX_VALUE);
        reduce(MDRangePolicy.of(5, 0), MinLoc.into(value, location, (i, j) -> 1.0));
        assertThat(value.get()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(location.get()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 5000})
    void minima_and_maxima_let_nan_win_and_tell_the_zeros_apart(int n) {
        DoubleView zeros = filled(n, 0.0);
        zeros.set(n - 3, -0.0);
        reduce(RangePolicy.of(n), Min.into(value, i -> zeros.get(i)), Max.into(single, i -> (float) -zeros.get(i)));
        assertThat(Double.doubleToRawLongBits(value.get())).isEqualTo(Double.doubleToRawLongBits(-0.0));
        assertThat(Float.floatToRawIntBits(single.get())).isZero();
        zeros.set(n / 2, Double.NaN);
        reduce(RangePolicy.of(n), Min.into(value, i -> zeros.get(i)), Max.into(single, i -> (float) zeros.get(i)));
        assertThat(value.get()).isNaN();
        assertThat(single.get()).isNaN();
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 5000, 100_000})
    void a_sum_of_negative_zeros_is_zero_and_nan_spreads(int n) {
        DoubleView x = filled(n, -0.0);
        reduce(RangePolicy.of(n), Sum.into(value, i -> x.get(i)));
        assertThat(Double.doubleToRawLongBits(value.get())).isZero();
        x.set(n - 1, Double.NaN);
        reduce(RangePolicy.of(n), Sum.into(value, i -> x.get(i)));
        assertThat(value.get()).isNaN();
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 5000, 100_000})
    void a_location_is_the_smallest_index_of_the_extreme_value(int n) {
        DoubleView x = filled(n, 1);
        x.set(n - 10, -4);
        x.set(n - 5, -4);
        x.set(n - 20, 9);
        x.set(n - 2, 9);
        reduce(RangePolicy.of(n), MinLoc.into(value, location, i -> x.get(i)));
        assertThat(value.get()).isEqualTo(-4);
        assertThat(location.get()).isEqualTo(n - 10);
        reduce(RangePolicy.of(n), MaxLoc.into(value, location, i -> x.get(i)));
        assertThat(value.get()).isEqualTo(9);
        assertThat(location.get()).isEqualTo(n - 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 100_000})
    void the_first_nan_is_the_extreme_and_zeros_are_told_apart(int n) {
        DoubleView x = filled(n, 0.0);
        x.set(n - 9, -0.0);
        x.set(n - 7, -0.0);
        reduce(RangePolicy.of(n), MinLoc.into(value, location, i -> x.get(i)));
        assertThat(Double.doubleToRawLongBits(value.get())).isEqualTo(Double.doubleToRawLongBits(-0.0));
        assertThat(location.get()).isEqualTo(n - 9);
        x.set(n - 6, Double.NEGATIVE_INFINITY);
        x.set(n - 4, Double.NaN);
        x.set(n - 3, Double.NaN);
        reduce(RangePolicy.of(n), MinLoc.into(value, location, i -> x.get(i)));
        assertThat(value.get()).isNaN();
        assertThat(location.get()).isEqualTo(n - 4);
        reduce(RangePolicy.of(n), MaxLoc.into(single, location, i -> (float) x.get(i)));
        assertThat(single.get()).isNaN();
        assertThat(location.get()).isEqualTo(n - 4);
    }

    @Test
    void an_extreme_that_equals_the_identity_has_a_location() {
        reduce(RangePolicy.of(7, 20), MinLoc.into(value, location, i -> Double.POSITIVE_INFINITY));
        assertThat(value.get()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(location.get()).isEqualTo(7);
        reduce(RangePolicy.of(20), MaxLoc.into(whole, location, i -> Integer.MIN_VALUE));
        assertThat(whole.get()).isEqualTo(Integer.MIN_VALUE);
        assertThat(location.get()).isZero();
    }

    @Test
    void locations_are_found_for_all_types_and_policies() {
        reduce(RangePolicy.of(-5, 5), MaxLoc.into(whole, location, i -> -i * i));
        assertThat(whole.get()).isZero();
        assertThat(location.get()).isZero();
        reduce(LongRangePolicy.of(1L << 33, (1L << 33) + 9000), MinLoc.intoLongRange(wide, location, i -> -i));
        assertThat(wide.get()).isEqualTo(-(1L << 33) - 8999);
        assertThat(location.get()).isEqualTo((1L << 33) + 8999);
        reduce(MDRangePolicy.of(50, 60), MinLoc.into(single, location, (i, j) -> i == 30 && j == 7 ? -1.5f : 0f));
        assertThat(single.get()).isEqualTo(-1.5f);
        assertThat(location.get()).isEqualTo(30 * 60 + 7);
        reduce(
                MDRangePolicy.of(new int[] {1, 1, 1}, new int[] {5, 6, 7}),
                MaxLoc.into(value, location, (i, j, k) -> i == 3 && j == 2 && k == 4 ? 1e308 : -1e308));
        assertThat(value.get()).isEqualTo(1e308);
        assertThat(location.get()).isEqualTo(2 * 30 + 6 + 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 100_000})
    void logical_reductions_give_0_or_1(int n) {
        IntView other = IntView.of("other", MemorySpace.host());
        reduce(RangePolicy.of(n), LogicalAnd.into(whole, i -> i < n), LogicalOr.into(other, i -> i > n));
        assertThat(whole.get()).isEqualTo(1);
        assertThat(other.get()).isZero();
        reduce(RangePolicy.of(n), LogicalAnd.into(whole, i -> i != n - 1), LogicalOr.into(other, i -> i == n - 1));
        assertThat(whole.get()).isZero();
        assertThat(other.get()).isEqualTo(1);
        reduce(MDRangePolicy.of(n, 2), LogicalOr.into(other, (i, j) -> i == n - 1 && j == 1));
        assertThat(other.get()).isEqualTo(1);
        reduce(LongRangePolicy.of(n), LogicalAnd.intoLongRange(whole, i -> i >= 0));
        assertThat(whole.get()).isEqualTo(1);
        reduce(MDRangePolicy.of(n, 2, 2), LogicalAnd.into(whole, (i, j, k) -> i + j + k < n + 1));
        assertThat(whole.get()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 100_000})
    void bitwise_reductions_follow_java(int n) {
        IntView other = IntView.of("other", MemorySpace.host());
        reduce(
                RangePolicy.of(n),
                BitXor.into(whole, i -> 1 << i % 32),
                BitOr.into(wide, i -> 1L << i % 64),
                BitAnd.into(other, i -> ~(i % 8)));
        int xor = 0;
        long or = 0;
        for (int i = 0; i < n; i++) {
            xor ^= 1 << i % 32;
            or |= 1L << i % 64;
        }
        assertThat(whole.get()).isEqualTo(xor);
        assertThat(wide.get()).isEqualTo(or);
        assertThat(other.get()).isEqualTo(~7);
    }

    @Test
    void a_custom_operator_that_tells_its_sides_apart_follows_the_order_of_scans() {
        Random random = new Random(11);
        for (int n : new int[] {0, 1, 33, 2049, 100_000}) {
            double[] values = random.doubles(n).toArray();
            DoubleView x = view(values);
            reduce(RangePolicy.of(n), Custom.into(value, 0, (a, b) -> a * 0.75 + b, i -> x.get(i)));
            assertThat(value.get())
                    .isEqualTo(ScanOrder.last(Arrays.stream(values).boxed().toList(), 0.0, (a, b) -> a * 0.75 + b));
            Long[] wholes =
                    Arrays.stream(values).mapToObj(v -> (long) (v * 1e9)).toArray(Long[]::new);
            reduce(RangePolicy.of(n), Custom.into(wide, 1, (a, b) -> 31 * (a - 1) + b, i -> (long) (x.get(i) * 1e9)));
            assertThat(wide.get()).isEqualTo(ScanOrder.last(List.of(wholes), 1L, (a, b) -> 31 * (a - 1) + b));
            Integer[] small = Arrays.stream(wholes).map(Long::intValue).toArray(Integer[]::new);
            reduce(RangePolicy.of(n), Custom.into(whole, 1, (a, b) -> 31 * (a - 1) + b, i -> (int) (x.get(i) * 1e9)));
            assertThat(whole.get()).isEqualTo(ScanOrder.last(List.of(small), 1, (a, b) -> 31 * (a - 1) + b));
            Float[] singles = Arrays.stream(values).mapToObj(v -> (float) v).toArray(Float[]::new);
            reduce(RangePolicy.of(n), Custom.into(single, 0f, (a, b) -> a * 0.75f + b, i -> (float) x.get(i)));
            assertThat(single.get()).isEqualTo(ScanOrder.last(List.of(singles), 0f, (a, b) -> a * 0.75f + b));
        }
    }

    @Test
    void a_contribution_that_throws_fails_the_run_and_the_next_run_is_right() {
        DoubleView x = filled(5000, 1);
        HostTask task = Tasks.task(
                2,
                root -> root.thenParallelReduce(
                        "sum",
                        RangePolicy.of(5000),
                        Sum.into(value, i -> x.get(i) / (x.get(4321) == 0 ? x.get(-1) : 1))));
        x.set(4321, 0);
        assertThatThrownBy(() -> Tasks.run(task))
                .rootCause()
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("R301: index (-1) is outside of view 'x'");
        x.set(4321, 1);
        Tasks.run(task);
        assertThat(value.get()).isEqualTo(5000);
    }
}
