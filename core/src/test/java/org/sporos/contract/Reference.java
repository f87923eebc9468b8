package org.sporos.contract;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sporos.kernel.zoo.ScanOrder;

/**
 * The order of reductions by built-in operators, written down plainly: tiles of 2048, in a tile 32 lanes that take
 * every 32nd element, lanes folded by halves, and the same again over the results of the tiles. Shares no code with the
 * library.
 */
final class Reference {
    private static final int TILE = 2048;
    private static final int LANES = 32;

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
}
