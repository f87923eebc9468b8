[@perType reductions; t]
package org.sporos.host.task;

import java.util.EnumMap;
import java.util.Map;
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.ReductionOp;
import org.sporos.internal.error.RunRefusal;

[#if t.real]
/**
 * The reductions of ${t.type}s inside a team, in the order of reductions for every team size: member r computes the
 * lanes r, r + team size, ... of each tile, and member 0 combines them after all members have arrived. The buffers grow
 * with the largest range and are kept.
 */
[#else]
/**
 * The reductions of ${t.type}s inside a team: each member reduces a share, in any order, since all orders give the same
 * bits. Member 0 combines them after all members have arrived.
 */
[/#if]
final class Nested${t.Type}s {
    private static final Map<ReductionOp, Call> CALLS = new EnumMap<>(ReductionOp.class);

    static {
        add(ReductionOp.SUM, 0);
        add(ReductionOp.PROD, 1);
        add(ReductionOp.MIN, ${t.highest});
        add(ReductionOp.MAX, ${t.lowest});
[#if !t.real]
        add(ReductionOp.BIT_AND, -1);
        add(ReductionOp.BIT_OR, 0);
        add(ReductionOp.BIT_XOR, 0);
[/#if]
    }

    private final Team team;
[#if t.real]
    private ${t.type}[] tile = new ${t.type}[0];
    /** The results of tiles of a lone member, or the lanes of all tiles of several. */
    private ${t.type}[] partial = new ${t.type}[0];
[#else]
    private final ${t.type}[] shares;
[/#if]

    private ${t.type} result;

    Nested${t.Type}s(Team team) {
        this.team = team;
[#if !t.real]
        this.shares = new ${t.type}[team.size()];
[/#if]
    }

    /**
     * Returns the reduction by an operator.
     *
     * @throws IllegalArgumentException with the code R308 if teams do not support it
     */
    static Call call(ReductionOp op) {
        Call call = CALLS.get(op);
        if (call == null) {
            throw RunRefusal.ofArgument(
                    "R308", "a team cannot reduce ${t.type}s with " + op + "; use one of " + CALLS.keySet());
        }
        return call;
    }

    /** Returns the reduction of all contributions; called by all members, with the same result. */
    ${t.type} reduce(int rank, ReductionOp op, int n, ${t.Type}Contribution.Range contribution) {
        Call call = call(op);
[#if t.real]
        if (team.size() == 1) {
            return alone(call.fold, n, contribution);
        }
[/#if]
        team.check(rank, call, n);
        contribute(rank, call[#if t.real].fold[/#if], n, contribution);
        team.meet(rank, call, n);
        if (rank == 0) {
            combine(call[#if t.real].fold, n[/#if]);
        }
        return result;
    }
[#if t.real]

    private ${t.type} alone(${t.Type}Fold fold, int n, ${t.Type}Contribution.Range contribution) {
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
        // Contributions must not reduce in turn, so the buffer is not shared.
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

    /** Computes the lanes of a member. Member 0 runs first. */
    private void contribute(int rank, ${t.Type}Fold fold, int n, ${t.Type}Contribution.Range contribution) {
        int tiles = (int) Order.tiles(Math.max(0, n));
        reserve(Math.max(1, tiles) * Order.LANES);
        for (int t = 0; t < tiles; t++) {
            int begin = t * Order.TILE;
            int end = begin + Math.min(Order.TILE, n - begin);
            for (int lane = rank; lane < Order.LANES; lane += team.size()) {
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

    private void combine(${t.Type}Fold fold, int n) {
        int tiles = (int) Order.tiles(Math.max(0, n));
        for (int t = 0; t < tiles; t++) {
            partial[t] = fold.lanes(partial, t * Order.LANES);
        }
        result = tiles == 0 ? fold.identity() : fold.upper(partial, tiles);
    }
[#else]

    /** Reduces the share of a member: indexes rank, rank + team size, ... */
    private void contribute(int rank, Call call, int n, ${t.Type}Contribution.Range contribution) {
        ${t.type} value = call.identity;
        for (long i = rank; i < n; i += shares.length) {
            value = call.apply(value, contribution.at((int) i));
        }
        shares[rank] = value;
    }

    private void combine(Call call) {
        ${t.type} value = call.identity;
        for (${t.type} share : shares) {
            value = call.apply(value, share);
        }
        result = value;
    }
[/#if]

    private static void add(ReductionOp op, ${t.type} identity) {
        CALLS.put(op, new Call(op, [#if t.real]new ${t.Type}Fold(op, identity, null)[#else]identity[/#if]));
    }

    /** A reduction by one operator. There is one instance of each. */
    record Call(ReductionOp op, [#if t.real]${t.Type}Fold fold[#else]${t.type} identity[/#if]) {
[#if t.real]
        ${t.type} identity() {
            return fold.identity();
        }

        ${t.type} apply(${t.type} left, ${t.type} right) {
            return fold.apply(left, right);
        }
[#else]
        ${t.type} apply(${t.type} left, ${t.type} right) {
            return switch (op) {
                case SUM -> left + right;
                case PROD -> left * right;
                case MIN -> Math.min(left, right);
                case MAX -> Math.max(left, right);
                case BIT_AND -> left & right;
                case BIT_OR -> left | right;
                default -> left ^ right;
            };
        }
[/#if]

        /** Returns a description such as {@code a double SUM}. */
        @Override
        public String toString() {
            return "${t.a} ${t.type} " + op;
        }
    }
}
[/@perType]
