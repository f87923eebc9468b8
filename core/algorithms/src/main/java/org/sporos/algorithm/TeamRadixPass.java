package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamMember;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.IntView;

/**
 * A pass for GPUs: one team per tile. Members read keys coalesced, count digits by atomic additions in scratch memory,
 * and sort the tile there by two half digits, so that writes of keys with equal digits are coalesced.
 *
 * <p>Conditions that always hold, such as {@code destination < n}, let the compiler prove indexes in bounds.
 *
 * @param count the number of keys
 * @param tiles the number of tiles
 * @param offsets one element per digit and tile, row-major by digit
 */
record TeamRadixPass(ElementCount count, int tiles, IntView offsets) implements RadixPass {
    /** The 64-bit keys per member, limited by scratch memory. */
    private static final int WIDE_ITEMS = 11;

    /** Returns the keys of a tile. */
    static int tile(boolean isWide) {
        return each(isWide) * TeamScan.MEMBERS;
    }

    private static int each(boolean isWide) {
        return isWide ? WIDE_ITEMS : TileSort.MOST_ITEMS;
    }

    @Override
    public NodeRef after(NodeRef before, RadixKeys keys, RadixPayload payload, int shift, int digits) {
        IntView table = offsets;
        int mask = digits - 1;
        return before.thenParallelFor(
                        "count digits",
                        TeamPolicy.of(tiles, TeamScan.MEMBERS).withScratch(Integer.BYTES * TileSort.DIGITS),
                        counting(keys, shift, mask))
                .thenParallelScan(
                        "offsets of digits",
                        RangePolicy.of(tiles * digits),
                        k -> table.get(k),
                        (k, sum) -> table.set(k, sum),
                        Scan.exclusiveInt())
                .thenParallelFor(
                        "move",
                        TeamPolicy.of(tiles, TeamScan.MEMBERS).withScratch(scratchBytes(keys.isWide())),
                        moving(keys, payload, shift, mask));
    }

    private static int scratchBytes(boolean isWide) {
        int staged = isWide ? Long.BYTES : Integer.BYTES;
        return tile(isWide) * (Integer.BYTES + staged) + Integer.BYTES * (TileSort.COUNTS + TeamScan.SCRATCH);
    }

    private TeamBody counting(RadixKeys keys, int shift, int mask) {
        ElementCount count = this.count;
        IntView table = offsets;
        int row = tiles;
        return team -> {
            IntView counts = team.scratchInt(TileSort.DIGITS);
            int t = team.teamRank();
            counts.set(t, 0);
            team.barrier();
            int each = each(keys.isWide());
            int begin = team.leagueRank() * each * TeamScan.MEMBERS;
            int n = count.get();
            int[] digits = new int[TileSort.MOST_ITEMS];
            for (int k = 0; k < each; k++) {
                digits[k] = digitOf(keys, begin + k * TeamScan.MEMBERS + t, n, shift, mask, -1);
            }
            for (int k = 0; k < each; k++) {
                if (digits[k] >= 0) {
                    counts.atomicAdd(digits[k] & TileSort.DIGITS - 1, 1);
                }
            }
            team.barrier();
            if (t <= mask) {
                table.set(t * row + team.leagueRank(), counts.get(t));
            }
        };
    }

    /** Returns the digit of a key, or {@code none} out of bounds. */
    private static int digitOf(RadixKeys keys, int at, int n, int shift, int mask, int none) {
        int digit = keys.digit(TileMoves.inside(at, n), shift, mask);
        return at >= 0 && at < n ? digit : none;
    }

    private TeamBody moving(RadixKeys keys, RadixPayload payload, int shift, int mask) {
        ElementCount count = this.count;
        IntView table = offsets;
        int row = tiles;
        return (TeamBody & DisjointWrites) team -> {
            int each = each(keys.isWide());
            int size = each * TeamScan.MEMBERS;
            IntView items = team.scratchInt(size);
            IntView counts = team.scratchInt(TileSort.COUNTS);
            IntView sums = team.scratchInt(TeamScan.SCRATCH);
            int t = team.teamRank();
            int begin = team.leagueRank() * size;
            int n = count.get();
            TeamScan.clear(team, sums);
            long[] kept = new long[TileSort.MOST_ITEMS];
            for (int k = 0; k < each; k++) {
                int i = k * TeamScan.MEMBERS + t;
                int at = begin + i;
                int near = TileMoves.inside(at, n);
                kept[k] = keys.bits(near);
                items.set(i, TileSort.item(at >= 0 && at < n ? keys.digit(near, shift, mask) : mask, i));
            }
            team.barrier();
            TileSort.byHalf(team, items, each, counts, sums, 0);
            TileSort.byHalf(team, items, each, counts, sums, 1);
            // The counts are dead now, and are reused for the bases of digits.
            findBases(team, items, each, counts, table, row, mask);
            if (keys.isWide()) {
                StagedKeys staged = new StagedKeys.Wide(team.scratchLong(size));
                TileMoves.move(team, keys, payload, kept, items, each, counts, staged, n);
            } else {
                StagedKeys staged = new StagedKeys.Narrow(team.scratchInt(size));
                TileMoves.move(team, keys, payload, kept, items, each, counts, staged, n);
            }
        };
    }

    /** Finds the base of each digit: the destination of its keys minus their index in the sorted tile. */
    private static void findBases(
            TeamMember team, IntView items, int each, IntView bases, IntView table, int row, int mask) {
        for (int k = 0; k < each; k++) {
            int i = k * TeamScan.MEMBERS + team.teamRank();
            int digit = TileSort.digit(items.get(i));
            if (i == 0 || digit != TileSort.digit(items.get(Math.max(i - 1, 0)))) {
                bases.set(digit, table.get((digit & mask) * row + team.leagueRank()) - i);
            }
        }
    }
}
