package org.sporos.algorithm;

import org.sporos.policy.TeamMember;
import org.sporos.view.IntView;

/**
 * The moves of a sorted tile by a team: kernel code. Each member has some keys, as they lay in the tile. They go
 * through scratch memory, so that neighbouring members write neighbouring keys.
 */
final class TileMoves {
    private TileMoves() {}

    /**
     * Returns the index of a key that exists: the nearest one, so that all members read without a branch, and many
     * reads are under way.
     */
    static int inside(int at, int n) {
        return Math.max(0, Math.min(at, n - 1));
    }

    /** Moves keys, and what belongs to them: collective. */
    static void move(
            TeamMember team,
            RadixKeys keys,
            RadixPayload payload,
            long[] kept,
            IntView items,
            int each,
            IntView bases,
            StagedKeys staged,
            int n) {
        int size = each * TeamScan.MEMBERS;
        int begin = team.leagueRank() * size;
        for (int k = 0; k < each; k++) {
            staged.set(k * TeamScan.MEMBERS + team.teamRank(), kept[k]);
        }
        team.barrier();
        for (int k = 0; k < each; k++) {
            int i = k * TeamScan.MEMBERS + team.teamRank();
            int item = items.get(i);
            int index = TileSort.index(item, size);
            int place = bases.get(TileSort.digit(item)) + i;
            if (i < n - begin && place >= 0 && place < n) {
                keys.put(place, staged.get(index));
                payload.move(inside(begin + index, n), place);
            }
        }
    }
}
