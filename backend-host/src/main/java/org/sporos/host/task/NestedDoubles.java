package org.sporos.host.task;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.ReductionOp;

/** The room and the steps of reductions of doubles inside of a team. Room grows with the largest range and is kept. */
final class NestedDoubles {
    private static final Map<ReductionOp, DoubleFold> FOLDS = new EnumMap<>(Map.of(
            ReductionOp.SUM, new DoubleFold(ReductionOp.SUM, 0, null),
            ReductionOp.PROD, new DoubleFold(ReductionOp.PROD, 1, null),
            ReductionOp.MIN, new DoubleFold(ReductionOp.MIN, Double.POSITIVE_INFINITY, null),
            ReductionOp.MAX, new DoubleFold(ReductionOp.MAX, Double.NEGATIVE_INFINITY, null)));

    private double[] tile = new double[0];
    /** The results of tiles of a lone member, or the lanes of all tiles of several. */
    private double[] partial = new double[0];

    private double result;

    private static DoubleFold fold(ReductionOp op) {
        return Objects.requireNonNull(FOLDS.get(op));
    }

    /** Reduces for a team of one. */
    double alone(ReductionOp op, int n, DoubleContribution.Range contribution) {
        DoubleFold fold = fold(op);
        if (n <= 0) {
            return fold.identity();
        }
        tile = tile.length == 0 ? new double[Order.TILE] : tile;
        if (n <= Order.TILE) {
            return evaluate(fold, contribution, 0, n);
        }
        int tiles = (int) Order.tiles(n);
        reserve(Order.room(tiles));
        for (int t = 0; t < tiles; t++) {
            int begin = t * Order.TILE;
            partial[t] = evaluate(fold, contribution, begin, Math.min(Order.TILE, n - begin));
        }
        return fold.upper(partial, tiles);
    }

    private double evaluate(DoubleFold fold, DoubleContribution.Range contribution, int begin, int n) {
        // A contribution must not reduce in turn, so the room is its own.
        double[] room = tile;
        for (int k = 0; k < n; k++) {
            room[k] = contribution.at(begin + k);
        }
        return fold.tile(room, 0, n);
    }

    private void reserve(int length) {
        if (partial.length < length) {
            partial = new double[length];
        }
    }

    /** Computes the lanes that are a member's. Member 0 comes first. */
    void lanes(int rank, int teamSize, ReductionOp op, int n, DoubleContribution.Range contribution) {
        DoubleFold fold = fold(op);
        int tiles = (int) Order.tiles(Math.max(0, n));
        reserve(Math.max(1, tiles) * Order.LANES);
        for (int t = 0; t < tiles; t++) {
            int begin = t * Order.TILE;
            int end = begin + Math.min(Order.TILE, n - begin);
            for (int lane = rank; lane < Order.LANES; lane += teamSize) {
                partial[t * Order.LANES + lane] = lane(fold, contribution, begin + lane, end);
            }
        }
    }

    private static double lane(DoubleFold fold, DoubleContribution.Range contribution, int begin, int end) {
        double value = fold.identity();
        for (long i = begin; i < end; i += Order.LANES) {
            value = fold.apply(value, contribution.at((int) i));
        }
        return value;
    }

    /** Combines the lanes of all members. */
    void combine(ReductionOp op, int n) {
        DoubleFold fold = fold(op);
        int tiles = (int) Order.tiles(Math.max(0, n));
        for (int t = 0; t < tiles; t++) {
            partial[t] = fold.lanes(partial, t * Order.LANES);
        }
        result = tiles == 0 ? fold.identity() : fold.upper(partial, tiles);
    }

    /** Returns what was combined last. */
    double result() {
        return result;
    }
}
