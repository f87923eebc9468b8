package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
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
}
