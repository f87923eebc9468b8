package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

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

    @Test
    void a_sum_differs_from_that_of_another_order() {
        double[] values = Reference.wild(100_000, random);
        double plain = Arrays.stream(values).reduce(0, Double::sum);
        assertThat(Reference.reduce(values, 0, Double::sum)).isNotEqualTo(plain);
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
        for (int n : new int[] {0, 1, 33, 2049, 100_000, 2048 * 2048 + 5}) {
            double[] values = random.doubles(n, 0.5, 1.5).toArray();
            DoubleView x = view(values);
            check(n, Prod.into(sum, i -> x.get(i)), Reference.reduce(values, 1, (a, b) -> a * b));
            check(n, Min.into(sum, i -> x.get(i)), Reference.reduce(values, Double.POSITIVE_INFINITY, Math::min));
            check(n, Max.into(sum, i -> x.get(i)), Reference.reduce(values, Double.NEGATIVE_INFINITY, Math::max));
        }
    }

    private void check(int n, Reduction reduction, double expected) {
        Tasks.run(3, root -> root.thenParallelReduce("reduce", RangePolicy.of(n), reduction));
        assertSameBits(sum.get(), expected, reduction + ", n = " + n);
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
}
