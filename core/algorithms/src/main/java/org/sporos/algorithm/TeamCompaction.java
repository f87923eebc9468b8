package org.sporos.algorithm;

import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamMember;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.ByteView;
import org.sporos.view.IntView;

/**
 * A compaction for very many threads. A team takes one tile of neighbouring indexes. Neighbouring members test
 * neighbouring indexes, once each, and then take answers that are neighbours, which they keep as the bits of an int
 * each. An exclusive scan over the tiles gives the place of the first index of each. Then each team puts the indexes
 * of its tile in order in scratch memory and writes them, neighbours by neighbours.
 *
 * @param size the number of indexes
 * @param answers an int for each member of each team
 * @param places one element for each tile, and one for the end
 */
record TeamCompaction(ElementCount size, IntView answers, IntView places) implements CompactionNodes {
    /** The indexes of a member. */
    private static final int EACH = 15;

    private static final int TILE = EACH * TeamScan.MEMBERS;

    static TeamCompaction of(int n, ElementCount size, Workspace workspace) {
        int tiles = (int) (((long) n + TILE - 1) / TILE);
        return new TeamCompaction(
                size, workspace.ints("answers", tiles * TeamScan.MEMBERS), workspace.ints("kept in tiles", tiles + 1));
    }

    @Override
    public void addAfter(NodeRef before, IndexPredicate predicate, KeptIndexes results, IntView count) {
        IntView table = places;
        int tiles = (int) places.extent(0) - 1;
        TeamPolicy teams = TeamPolicy.of(tiles, TeamScan.MEMBERS);
        before.thenParallelFor(
                        "count kept", teams.withScratch(TILE + Integer.BYTES * TeamScan.MEMBERS), testing(predicate))
                .thenParallelScan(
                        "places of tiles",
                        RangePolicy.of(tiles + 1),
                        t -> table.get(t),
                        (t, sum) -> {
                            table.set(t, sum);
                            if (t == tiles) {
                                count.set(sum);
                            }
                        },
                        Scan.exclusiveInt())
                .thenParallelFor(
                        "put kept", teams.withScratch(Integer.BYTES * (TILE + TeamScan.SCRATCH)), putting(results));
    }

    private TeamBody testing(IndexPredicate predicate) {
        ElementCount n = size;
        IntView table = places;
        IntView bits = answers;
        return team -> {
            ByteView answer = team.scratchByte(TILE);
            IntView counts = team.scratchInt(TeamScan.MEMBERS);
            int t = team.teamRank();
            test(team, predicate, answer, n.get());
            team.barrier();
            int mine = 0;
            for (int k = 0; k < EACH; k++) {
                mine |= answer.get(t * EACH + k) << k;
            }
            bits.set(team.leagueRank() * TeamScan.MEMBERS + t, mine);
            counts.set(t, Integer.bitCount(mine));
            team.barrier();
            int sum = team.parallelReduceInt(Sum, TeamScan.MEMBERS, k -> counts.get(k));
            if (t == 0) {
                table.set(team.leagueRank(), sum);
            }
        };
    }

    /** Tests the indexes of a tile. Those behind the last one repeat it, so that many reads are under way. */
    private static void test(TeamMember team, IndexPredicate predicate, ByteView answer, int n) {
        for (int k = 0; k < EACH; k++) {
            int at = k * TeamScan.MEMBERS + team.teamRank();
            answer.set(at, (byte) 0);
        }
        if (n > 0) {
            for (int k = 0; k < EACH; k++) {
                int at = k * TeamScan.MEMBERS + team.teamRank();
                int i = team.leagueRank() * TILE + at;
                boolean isKept = predicate.at(TileMoves.inside(i, n)) & i >= 0 & i < n;
                answer.set(at, (byte) (isKept ? 1 : 0));
            }
        }
    }

    private TeamBody putting(KeptIndexes results) {
        ElementCount n = size;
        IntView table = places;
        IntView bits = answers;
        return (TeamBody & DisjointWrites) team -> {
            IntView ordered = team.scratchInt(TILE);
            IntView sums = team.scratchInt(TeamScan.SCRATCH);
            int t = team.teamRank();
            int begin = team.leagueRank() * TILE;
            int size = Math.min(TILE, n.get() - begin);
            TeamScan.clear(team, sums);
            team.barrier();
            int mine = bits.get(team.leagueRank() * TeamScan.MEMBERS + t);
            int place = TeamScan.exclusive(team, sums, Integer.bitCount(mine));
            int kept = TeamScan.total(sums);
            order(team, ordered, mine, place, kept);
            team.barrier();
            int first = table.get(team.leagueRank());
            for (int k = 0; k < EACH; k++) {
                int at = k * TeamScan.MEMBERS + t;
                int i = begin + ordered.get(at);
                if (at < kept) {
                    results.keep(i, first + at);
                } else if (at < size) {
                    results.leave(i, first + ordered.get(at) - (at - kept));
                }
            }
        };
    }

    /** Puts the indexes in the tile that a member has into their order: first the kept ones, then the others. */
    private static void order(TeamMember team, IntView ordered, int answers, int place, int kept) {
        int t = team.teamRank();
        int before = place;
        for (int k = 0; k < EACH; k++) {
            int i = t * EACH + k;
            boolean isKept = (answers >>> k & 1) != 0;
            int at = isKept ? before : kept + i - before;
            ordered.set(Math.max(0, Math.min(at, TILE - 1)), i);
            before += isKept ? 1 : 0;
        }
    }
}
