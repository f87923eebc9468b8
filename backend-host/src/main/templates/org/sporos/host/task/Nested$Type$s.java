[@perType reals; t]
package org.sporos.host.task;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.ReductionOp;

/** The room and the steps of reductions of ${t.type}s inside of a team. Room grows with the largest range and is kept. */
final class Nested${t.Type}s {
    private static final Map<ReductionOp, ${t.Type}Fold> FOLDS = new EnumMap<>(Map.of(
            ReductionOp.SUM, new ${t.Type}Fold(ReductionOp.SUM, 0, null),
            ReductionOp.PROD, new ${t.Type}Fold(ReductionOp.PROD, 1, null),
            ReductionOp.MIN, new ${t.Type}Fold(ReductionOp.MIN, ${t.highest}, null),
            ReductionOp.MAX, new ${t.Type}Fold(ReductionOp.MAX, ${t.lowest}, null)));

    private ${t.type}[] tile = new ${t.type}[0];
    /** The results of tiles of a lone member, or the lanes of all tiles of several. */
    private ${t.type}[] partial = new ${t.type}[0];

    private ${t.type} result;

    private static ${t.Type}Fold fold(ReductionOp op) {
        return Objects.requireNonNull(FOLDS.get(op));
    }

    /** Reduces for a team of one. */
    ${t.type} alone(ReductionOp op, int n, ${t.Type}Contribution.Range contribution) {
        ${t.Type}Fold fold = fold(op);
        if (n <= 0) {
            return fold.identity();
        }
        tile = tile.length == 0 ? new ${t.type}[Order.TILE] : tile;
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

    private ${t.type} evaluate(${t.Type}Fold fold, ${t.Type}Contribution.Range contribution, int begin, int n) {
        // A contribution must not reduce in turn, so the room is its own.
        ${t.type}[] room = tile;
        for (int k = 0; k < n; k++) {
            room[k] = contribution.at(begin + k);
        }
        return fold.tile(room, 0, n);
    }

    private void reserve(int length) {
        if (partial.length < length) {
            partial = new ${t.type}[length];
        }
    }

    /** Computes the lanes that are a member's. Member 0 comes first. */
    void lanes(int rank, int teamSize, ReductionOp op, int n, ${t.Type}Contribution.Range contribution) {
        ${t.Type}Fold fold = fold(op);
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

    private static ${t.type} lane(${t.Type}Fold fold, ${t.Type}Contribution.Range contribution, int begin, int end) {
        ${t.type} value = fold.identity();
        for (long i = begin; i < end; i += Order.LANES) {
            value = fold.apply(value, contribution.at((int) i));
        }
        return value;
    }

    /** Combines the lanes of all members. */
    void combine(ReductionOp op, int n) {
        ${t.Type}Fold fold = fold(op);
        int tiles = (int) Order.tiles(Math.max(0, n));
        for (int t = 0; t < tiles; t++) {
            partial[t] = fold.lanes(partial, t * Order.LANES);
        }
        result = tiles == 0 ? fold.identity() : fold.upper(partial, tiles);
    }

    /** Returns what was combined last. */
    ${t.type} result() {
        return result;
    }
}
[/@perType]
