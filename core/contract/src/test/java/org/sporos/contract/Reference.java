package org.sporos.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sporos.reference.ScanOrder;

/**
 * The orders of reductions and scans, written down plainly. Reductions: tiles of 2048, in a tile 32 lanes that take
 * every 32nd element, lanes folded by halves, and the same again over the results of the tiles. Scans, and reductions
 * by operators of users: rows of 32 by halves, and chains of 64 units. Shares no code with the library.
 */
final class Reference {
    private static final int TILE = 2048;
    private static final int LANES = 32;
    private static final int ROW = 32;
    private static final int CHAIN = 64;

    private Reference() {}

    /** Returns a reduction by an operator of a user, which has the order of scans. */
    static double inOrder(int n, double identity, DoubleBinaryOperator op, IntToDoubleFunction contribution) {
        List<Double> all =
                IntStream.range(0, n).mapToObj(contribution::applyAsDouble).toList();
        return ScanOrder.last(all, identity, op::applyAsDouble);
    }

    static double reduce(int n, double identity, DoubleBinaryOperator op, IntToDoubleFunction contribution) {
        double[] level = new double[n];
        for (int i = 0; i < n; i++) {
            level[i] = contribution.applyAsDouble(i);
        }
        if (n == 0) {
            return identity;
        }
        do {
            level = tiles(level, identity, op);
        } while (level.length > 1);
        return level[0];
    }

    private static double[] tiles(double[] values, double identity, DoubleBinaryOperator op) {
        double[] results = new double[(values.length + TILE - 1) / TILE];
        for (int tile = 0; tile < results.length; tile++) {
            results[tile] = tile(values, tile * TILE, Math.min(values.length, (tile + 1) * TILE), identity, op);
        }
        return results;
    }

    private static double tile(double[] values, int begin, int end, double identity, DoubleBinaryOperator op) {
        double[] lane = new double[LANES];
        for (int l = 0; l < LANES; l++) {
            lane[l] = identity;
            for (int i = begin + l; i < end; i += LANES) {
                lane[l] = op.applyAsDouble(lane[l], values[i]);
            }
        }
        for (int half = LANES / 2; half >= 1; half /= 2) {
            for (int l = 0; l < half; l++) {
                lane[l] = op.applyAsDouble(lane[l], lane[l + half]);
            }
        }
        return lane[0];
    }

    /** Returns the reduction by an operator of the user's: the last of the inclusive sums. */
    static <T> T ascending(int n, T identity, BinaryOperator<T> op, IntFunction<T> contribution) {
        return n == 0 ? identity : scan(n, identity, op, contribution).get(n - 1);
    }

    /** Returns the inclusive sums. */
    static <T> List<T> scan(int n, T identity, BinaryOperator<T> op, IntFunction<T> contribution) {
        List<T> sums = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            sums.add(contribution.apply(i));
        }
        for (int s = 1; s < ROW; s *= 2) {
            for (int i = 0; i < n; i++) {
                if ((i & s) != 0) {
                    sums.set(i, op.apply(sums.get((i & -(2 * s)) + s - 1), sums.get(i)));
                }
            }
        }
        for (long unit = ROW; unit == ROW || unit < n; unit *= CHAIN) {
            T running = identity;
            for (int i = 0; i < n; i++) {
                if (i % (unit * CHAIN) == 0) {
                    running = identity;
                }
                sums.set(i, op.apply(running, sums.get(i)));
                if (i % unit == unit - 1) {
                    running = sums.get(i);
                }
            }
        }
        return sums;
    }
}
