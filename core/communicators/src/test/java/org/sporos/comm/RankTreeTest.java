package org.sporos.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

final class RankTreeTest {

    /** Returns the sum in the order of reductions, written down once more in its own words. */
    private static double sum(double[] values) {
        if (values.length == 1) {
            return values[0];
        }
        double[] tiles = new double[(values.length + 2047) / 2048];
        for (int tile = 0; tile < tiles.length; tile++) {
            double[] lanes = new double[32];
            for (int i = 2048 * tile; i < Math.min(values.length, 2048 * (tile + 1)); i++) {
                lanes[i % 32] = lanes[i % 32] + values[i];
            }
            for (int s = 16; s > 0; s /= 2) {
                for (int l = 0; l < s; l++) {
                    lanes[l] = lanes[l] + lanes[l + s];
                }
            }
            tiles[tile] = lanes[0];
        }
        return sum(tiles);
    }

    @Test
    void values_of_ranks_are_combined_in_the_order_of_all_reductions() {
        RankTree tree = RankTree.of(ReductionOp.SUM, ElementType.DOUBLE);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int n : new int[] {2, 3, 4, 31, 32, 33, 64, 100, 2048, 2049, 5000}) {
            double[] values = random.doubles(n, -1e9, 1e9).toArray();
            long[] bits =
                    Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
            assertThat(Double.longBitsToDouble(tree.combine(bits, n)))
                    .as("%d values, seed %d", n, seed)
                    .isEqualTo(sum(values));
        }
    }

    @Test
    void zeros_and_infinities_are_combined_in_that_order_too() {
        RankTree tree = RankTree.of(ReductionOp.SUM, ElementType.DOUBLE);
        double[] special = {-0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1, -1e300, 1e300};
        Random random = new Random(7);
        for (int n = 1; n < 70; n++) {
            double[] values = random.ints(n, 0, special.length)
                    .mapToDouble(k -> special[k])
                    .toArray();
            double expected = n == 1 ? 0.0 + values[0] : sum(values);
            long[] bits =
                    Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
            assertThat(Double.doubleToLongBits(Double.longBitsToDouble(tree.combine(bits, n))))
                    .as("%s", Arrays.toString(values))
                    .isEqualTo(Double.doubleToLongBits(expected));
        }
        assertThat(combined(ReductionOp.SUM, ElementType.DOUBLE, Double.doubleToRawLongBits(-0.0)))
                .isZero();
    }

    private static long combined(ReductionOp op, ElementType type, long... values) {
        return RankTree.of(op, type).combine(values, values.length);
    }

    @Test
    void extremes_follow_those_of_math() {
        long nan = Double.doubleToRawLongBits(Double.NaN);
        long minusZero = Double.doubleToRawLongBits(-0.0);
        assertThat(Double.longBitsToDouble(combined(ReductionOp.MAX, ElementType.DOUBLE, 0, nan, 0)))
                .isNaN();
        assertThat(combined(ReductionOp.MIN, ElementType.DOUBLE, 0, minusZero)).isEqualTo(minusZero);
        long half = Float.floatToRawIntBits(0.5f);
        assertThat(combined(ReductionOp.MIN, ElementType.FLOAT, half, Float.floatToRawIntBits(2)))
                .isEqualTo(half);
        assertThat(Float.intBitsToFloat((int) combined(ReductionOp.PROD, ElementType.FLOAT, half, half)))
                .isEqualTo(0.25f);
    }

    @Test
    void integers_wrap_and_bits_are_combined() {
        assertThat((int) combined(ReductionOp.SUM, ElementType.INT, Integer.MAX_VALUE, 1))
                .isEqualTo(Integer.MIN_VALUE);
        assertThat((int) combined(ReductionOp.MAX, ElementType.INT, -5, -3)).isEqualTo(-3);
        assertThat(combined(ReductionOp.PROD, ElementType.LONG, Long.MAX_VALUE, 2))
                .isEqualTo(-2);
        assertThat(combined(ReductionOp.BIT_AND, ElementType.LONG, 6, 3)).isEqualTo(2);
        assertThat(combined(ReductionOp.BIT_OR, ElementType.LONG, 6, 3)).isEqualTo(7);
        assertThat(combined(ReductionOp.BIT_XOR, ElementType.LONG, 6, 3)).isEqualTo(5);
        assertThat(combined(
                        ReductionOp.SUM,
                        ElementType.LONG,
                        LongStream.rangeClosed(1, 3000).toArray()))
                .isEqualTo(4_501_500);
    }

    @Test
    void operators_without_a_meaning_for_a_type_have_no_tree() {
        assertThat(RankTree.of(ReductionOp.BIT_OR, ElementType.DOUBLE)).isNull();
        assertThat(RankTree.of(ReductionOp.BIT_OR, ElementType.FLOAT)).isNull();
        assertThat(RankTree.of(ReductionOp.CUSTOM, ElementType.LONG)).isNull();
    }
}
