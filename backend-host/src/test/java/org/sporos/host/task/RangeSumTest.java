package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.host.natives.ItemFailure;
import org.sporos.policy.DoubleContribution;

/** Sums of a tile at the ends of the ints, and the calls that they make. */
class RangeSumTest {
    private static final double[] LANES = new double[Order.TILE];

    private static double tile(DoubleContribution.Range body, int first, int n) {
        return RangeSum.tile(body, first, n, LANES);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 33, 511, 512, 513, 543, 545, 2047, 2048})
    void each_index_contributes_once_and_the_bits_are_those_of_the_reference(int n) {
        double[] values = Reference.wild(n, new Random(n));
        long expected = Double.doubleToRawLongBits(Reference.reduce(values, 0, Double::sum));
        for (int first : new int[] {Integer.MIN_VALUE, -n, 0, Integer.MAX_VALUE - n - Order.LANES}) {
            assertThat(RangeSum.fits(first, n)).isTrue();
            int[] calls = new int[n];
            DoubleContribution.Range body = i -> {
                calls[i - first]++;
                return values[i - first];
            };
            assertThat(Double.doubleToRawLongBits(tile(body, first, n)))
                    .as("from %s", first)
                    .isEqualTo(expected);
            assertThat(calls).containsOnly(1);
        }
    }

    /** A loop over rows would step over the largest int and go on at the least. */
    @Test
    void a_range_close_to_the_largest_int_does_not_fit() {
        int n = Order.TILE;
        assertThat(RangeSum.fits(Integer.MAX_VALUE - n - Order.LANES + 1, n)).isFalse();
        assertThat(RangeSum.fits(Integer.MAX_VALUE - n, n)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31, 511, 512, 1535, 2016, 2040})
    void a_failure_has_the_index_of_its_call(int failing) {
        int first = 1_000_000;
        ArithmeticException cause = new ArithmeticException("of a test");
        DoubleContribution.Range body = i -> {
            if (i == first + failing) {
                throw cause;
            }
            return 1;
        };
        assertThatThrownBy(() -> tile(body, first, 2041))
                .isInstanceOfSatisfying(
                        ItemFailure.class, thrown -> assertThat(thrown.first()).isEqualTo(first + failing))
                .hasCause(cause);
    }
}
