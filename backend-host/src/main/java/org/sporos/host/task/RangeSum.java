package org.sporos.host.task;

import java.util.Arrays;
import org.sporos.host.natives.ItemFailure;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.ReductionOp;

/**
 * Sums of doubles over a range of ints without a buffer of contributions: eight lanes at a time stay in local
 * variables, so that loads and additions overlap. (All 32 lanes at a time would be faster still, but compilers take
 * seconds for that, or give up.) The bits are those of {@link DoubleFold}.
 */
final class RangeSum {
    /** The number of indexes that each group of eight lanes traverses: its inputs stay in the L1 cache. */
    private static final int SECTION = 512;

    private static final DoubleFold SUM = new DoubleFold(ReductionOp.SUM, 0, null);

    private RangeSum() {}

    /** Returns whether loops may step past the end of the indexes without overflow. */
    static boolean fits(int first, int n) {
        return first <= Integer.MAX_VALUE - n - Order.LANES;
    }

    /**
     * Returns the sum of the contributions of n indexes, at most a tile. Requires {@link #fits}.
     *
     * @param lanes a buffer for the lanes
     */
    static double tile(DoubleContribution.Range body, int first, int n, double[] lanes) {
        Arrays.fill(lanes, 0, Order.LANES, 0);
        int whole = n / Order.LANES * Order.LANES;
        for (int at = 0; at < whole; at += SECTION) {
            int begin = first + at;
            int end = begin + Math.min(SECTION, whole - at);
            for (int lane = 0; lane < Order.LANES; lane += 8) {
                rows(body, begin + lane, end, lanes, lane);
            }
        }
        rest(body, first + whole, n - whole, lanes);
        return SUM.lanes(lanes, 0);
    }

    /** Adds the contributions after the last whole row. */
    private static void rest(DoubleContribution.Range body, int begin, int n, double[] lanes) {
        int lane = 0;
        try {
            for (; lane < n; lane++) {
                lanes[lane] += body.at(begin + lane);
            }
        } catch (RuntimeException e) {
            throw ItemFailure.of(e, begin + lane);
        }
    }

    /** Adds every 32nd contribution to each of eight lanes. */
    private static void rows(DoubleContribution.Range body, int begin, int end, double[] lanes, int lane) {
        double v0 = lanes[lane];
        double v1 = lanes[lane + 1];
        double v2 = lanes[lane + 2];
        double v3 = lanes[lane + 3];
        double v4 = lanes[lane + 4];
        double v5 = lanes[lane + 5];
        double v6 = lanes[lane + 6];
        double v7 = lanes[lane + 7];
        int now = begin;
        try {
            for (int i = begin; i < end; i += Order.LANES) {
                v0 += body.at(now = i);
                v1 += body.at(now = i + 1);
                v2 += body.at(now = i + 2);
                v3 += body.at(now = i + 3);
                v4 += body.at(now = i + 4);
                v5 += body.at(now = i + 5);
                v6 += body.at(now = i + 6);
                v7 += body.at(now = i + 7);
            }
        } catch (RuntimeException e) {
            throw ItemFailure.of(e, now);
        }
        lanes[lane] = v0;
        lanes[lane + 1] = v1;
        lanes[lane + 2] = v2;
        lanes[lane + 3] = v3;
        lanes[lane + 4] = v4;
        lanes[lane + 5] = v5;
        lanes[lane + 6] = v6;
        lanes[lane + 7] = v7;
    }
}
