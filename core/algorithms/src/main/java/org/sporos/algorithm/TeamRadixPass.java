package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.IntView;

/**
 * A pass for GPUs: one team per tile. Members read keys coalesced, count digits by atomic additions in scratch memory,
 * and exchange the keys of a tile there in the order of their digits, so that writes of keys with equal digits are
 * coalesced.
 *
 * <p>Conditions that always hold, such as {@code destination < n}, let the compiler prove indexes in bounds.
 *
 * @param n the number of keys
 */
record TeamRadixPass(ElementCount n, int tiles, IntView table) implements RadixPass {

    @Override
    public NodeRef count(NodeRef before, Digits digits) {
        TeamPolicy teams = TeamPolicy.of(tiles, TeamScan.MEMBERS).withScratch(Integer.BYTES * TileRanks.DIGITS);
        return before.thenParallelFor("count digits", teams, counting(digits));
    }

    @Override
    public NodeRef move(NodeRef before, Digits digits, RadixPayload payload) {
        TeamPolicy teams = TeamPolicy.of(tiles, TeamScan.MEMBERS)
                .withScratch(scratchBytes(digits.keys().isWide()));
        return before.thenParallelFor("move", teams, moving(digits, payload));
    }

    private static int scratchBytes(boolean isWide) {
        return Integer.BYTES * (TileMoves.words(isWide) + 2 * TileRanks.DIGITS + TeamScan.SCRATCH);
    }

    private TeamBody counting(Digits digits) {
        ElementCount size = n;
        IntView counts = table;
        int row = tiles;
        return team -> {
            IntView mine = team.scratchInt(TileRanks.DIGITS);
            int t = team.teamRank();
            mine.set(t, 0);
            team.barrier();
            int begin = team.leagueRank() * TileRanks.SIZE;
            int n = size.get();
            int[] found = new int[TileRanks.ITEMS];
            for (int k = 0; k < TileRanks.ITEMS; k++) {
                int at = begin + k * TeamScan.MEMBERS + t;
                int digit = digits.at(TileMoves.inside(at, n));
                found[k] = at >= 0 && at < n ? digit : -1;
            }
            for (int k = 0; k < TileRanks.ITEMS; k++) {
                if (found[k] >= 0) {
                    mine.atomicAdd(found[k] & TileRanks.DIGITS - 1, 1);
                }
            }
            team.barrier();
            if (t <= digits.mask()) {
                counts.set(t * row + team.leagueRank(), mine.get(t));
            }
        };
    }

    private TeamBody moving(Digits digits, RadixPayload payload) {
        ElementCount size = n;
        IntView offsets = table;
        int row = tiles;
        return (TeamBody & DisjointWrites) team -> {
            IntView words = team.scratchInt(TileMoves.words(digits.keys().isWide()));
            IntView first = team.scratchInt(TileRanks.DIGITS);
            IntView bases = team.scratchInt(TileRanks.DIGITS);
            IntView sums = team.scratchInt(TeamScan.SCRATCH);
            int t = team.teamRank();
            int begin = team.leagueRank() * TileRanks.SIZE;
            int n = size.get();
            TileRanks.clear(team, words);
            TeamScan.clear(team, sums);
            long[] kept = new long[TileRanks.ITEMS];
            int[] items = new int[TileRanks.ITEMS];
            for (int k = 0; k < TileRanks.ITEMS; k++) {
                int at = begin + TileRanks.index(t, k);
                kept[k] = digits.keys().bits(TileMoves.inside(at, n));
                // Items out of bounds are last: the last of the largest digit.
                items[k] = TileRanks.item(at >= 0 && at < n ? digits.of(kept[k]) : digits.mask());
            }
            int offset = offsets.get((t & digits.mask()) * row + team.leagueRank());
            team.barrier();
            TileRanks.inGroups(team, words, items);
            TileRanks.inTile(team, words, first, sums, items);
            bases.set(t, offset - first.get(t));
            TileMoves.move(team, digits, payload, kept, items, words, bases, n);
        };
    }
}
