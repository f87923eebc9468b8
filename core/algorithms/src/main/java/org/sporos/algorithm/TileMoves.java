package org.sporos.algorithm;

import org.sporos.policy.TeamMember;
import org.sporos.view.IntView;

/**
 * Moves a ranked tile by a team: kernel code. Keys and their payload are exchanged through scratch memory, so that
 * members write coalesced.
 */
final class TileMoves {
    private TileMoves() {}

    /** Returns an index clamped to existing keys, so that all members load without branches and loads overlap. */
    static int inside(int at, int n) {
        return Math.max(0, Math.min(at, n - 1));
    }

    /** Returns the ints of scratch memory for keys. */
    static int words(boolean isWide) {
        return Math.max(TileRanks.WORDS, isWide ? 2 * TileRanks.SIZE : TileRanks.SIZE);
    }

    /**
     * Moves keys and their payload: collective.
     *
     * @param bases for each digit the destination of its keys minus their rank in the tile
     */
    static void move(
            TeamMember team,
            Digits digits,
            RadixPayload payload,
            long[] kept,
            int[] items,
            IntView words,
            IntView bases,
            int n) {
        RadixKeys keys = digits.keys();
        int t = team.teamRank();
        int begin = team.leagueRank() * TileRanks.SIZE;
        for (int k = 0; k < TileRanks.ITEMS; k++) {
            int rank = TileRanks.rank(items[k]);
            words.set(rank, (int) kept[k]);
            if (keys.isWide()) {
                words.set(TileRanks.SIZE + rank, (int) (kept[k] >>> Integer.SIZE));
            }
        }
        team.barrier();
        int[] destinations = new int[TileRanks.ITEMS];
        for (int k = 0; k < TileRanks.ITEMS; k++) {
            int i = k * TeamScan.MEMBERS + t;
            long bits = words.get(i);
            if (keys.isWide()) {
                bits = bits & 0xFFFF_FFFFL | (long) words.get(TileRanks.SIZE + i) << Integer.SIZE;
            }
            int destination = i < n - begin ? bases.get(digits.of(bits)) + i : -1;
            if (destination >= 0 && destination < n) {
                keys.put(destination, bits);
            }
            destinations[k] = destination;
        }
        if (payload.isPresent()) {
            team.barrier();
            for (int k = 0; k < TileRanks.ITEMS; k++) {
                int value = payload.get(inside(begin + TileRanks.index(t, k), n));
                words.set(TileRanks.rank(items[k]), value);
            }
            team.barrier();
            for (int k = 0; k < TileRanks.ITEMS; k++) {
                int destination = destinations[k];
                if (destination >= 0 && destination < n) {
                    payload.put(destination, words.get(k * TeamScan.MEMBERS + t));
                }
            }
        }
    }
}
