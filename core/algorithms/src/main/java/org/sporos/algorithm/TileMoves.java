package org.sporos.algorithm;

import org.sporos.policy.TeamMember;
import org.sporos.view.IntView;

/**
 * Moves a sorted tile by a team: kernel code. Keys are exchanged through scratch memory, so that members write
 * coalesced.
 */
final class TileMoves {
    private TileMoves() {}

    /** Returns an index clamped to existing keys, so that all members load without branches and loads overlap. */
    static int inside(int at, int n) {
        return Math.max(0, Math.min(at, n - 1));
    }

    /** Moves keys and their payload: collective. */
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
            int destination = bases.get(TileSort.digit(item)) + i;
            if (i < n - begin && destination >= 0 && destination < n) {
                keys.put(destination, staged.get(index));
                payload.move(inside(begin + index, n), destination);
            }
        }
    }
}
