package org.sporos.algorithm;

import static org.sporos.reduce.Reducers.Sum;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.internal.error.Required;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamMember;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.ByteView;
import org.sporos.view.IntView;

/**
 * The indexes for which a predicate holds, in ascending order, with their number, which stays on the device: the nodes
 * that follow run over {@code RangePolicy.of(count, n)}.
 *
 * <p>The predicate is kernel code and is called once or twice for each index; it must not read the results. Immutable,
 * thread-safe.
 *
 * <p>Source: G. Blelloch, "Prefix sums and their applications", 1990.
 *
 * <pre>{@code
 * IntView alive = IntView.of("alive", space, n);
 * IntView count = IntView.of("count", space);
 * Graph compact = Compaction.of(n, i -> x.get(i) > 0).graph("compact", alive, count, workspace);
 * Graph step = Graph.define("step", steps -> steps
 *         .thenGraph("positive", compact)
 *         .thenParallelFor("scale", RangePolicy.of(count, n), k -> y.set(k, 2 * x.get(alive.get(k)))));
 * }</pre>
 */
public final class Compaction {
    private static final String NAME = "a compaction";

    private final int n;
    private final IndexPredicate predicate;
    private final @Nullable IntView size;

    private Compaction(int n, IndexPredicate predicate, @Nullable IntView size) {
        this.n = n;
        this.predicate = predicate;
        this.size = size;
    }

    /**
     * Returns the compaction of the indexes from 0 to {@code n - 1}.
     *
     * @throws IllegalArgumentException if n is negative
     */
    public static Compaction of(int n, IndexPredicate predicate) {
        Operands.atLeast(0, n, "the number of indexes of a compaction");
        return new Compaction(n, Required.argument(predicate, "the predicate of a compaction"), null);
    }

    /**
     * Returns the same compaction of a number of leading indexes, read from a view at the start of the run. A negative
     * number, or one above that of all indexes, fails the run (R313).
     *
     * @throws IllegalArgumentException if the view has another rank than 0
     */
    public Compaction first(IntView indexes) {
        return new Compaction(n, predicate, Operands.scalar(indexes, "the number of indexes of a compaction"));
    }

    /**
     * Returns a graph that writes the indexes and their number. Elements of {@code kept} beyond that number are
     * unchanged.
     *
     * @param kept the output of the indexes: of rank 1, with one element for each possible index
     * @param count the output of their number: of rank 0
     * @throws IllegalArgumentException if a view has another rank or extent, or two of them share memory
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(String label, IntView kept, IntView count, Workspace workspace) {
        return graph(label, kept, null, count, workspace);
    }

    /**
     * Returns a graph that writes the indexes, their number and the other indexes, also in ascending order.
     *
     * @param others the output of the indexes without the predicate: of rank 1, with one element for each possible
     * index
     */
    public Graph partition(String label, IntView kept, IntView others, IntView count, Workspace workspace) {
        IntView list = Operands.list(others, "the other indexes of a partition", n, "a partition of so many indexes");
        return graph(label, kept, list, count, workspace);
    }

    private Graph graph(String label, IntView kept, @Nullable IntView others, IntView count, Workspace workspace) {
        Operands.list(kept, "the result of a compaction", n, "a compaction of so many indexes");
        Operands.scalar(count, "the count of a compaction");
        Operands.apart(NAME, kept, others, count, size);
        KeptIndexes results = others == null ? new KeptIndexes.Alone(kept) : new KeptIndexes.Parted(kept, others);
        return graph(label, results, count, workspace);
    }

    /** Returns a graph that passes the indexes to a consumer. */
    Graph graph(String label, KeptIndexes results, IntView count, Workspace workspace) {
        Sizes sizes = Sizes.of(n, size, workspace);
        CompactionNodes nodes = workspace.isOfHost()
                ? TiledCompaction.of(n, sizes.count(), workspace)
                : TeamCompaction.of(n, sizes.count(), workspace);
        IndexPredicate test = predicate;
        return Graph.define(label, root -> nodes.addAfter(sizes.begin(root), test, results, count));
    }

    /**
     * A compaction for few fast threads. Each work item counts the kept indexes of one tile; an exclusive scan over the
     * tiles yields the output offset of each; then each work item writes the indexes of its tile. So the predicate is
     * called twice per index, while a scan over all indexes would call it three times.
     *
     * @param size the number of indexes
     * @param places the output offset of each tile, and the end
     */
    private record TiledCompaction(ElementCount size, IntView places) implements CompactionNodes {
        private static final int TILE = 1 << 13;

        static TiledCompaction of(int n, ElementCount size, Workspace workspace) {
            int tiles = (int) (((long) n + TILE - 1) / TILE);
            return new TiledCompaction(size, workspace.ints("kept in tiles", tiles + 1));
        }

        @Override
        public void addAfter(NodeRef before, IndexPredicate predicate, KeptIndexes results, IntView count) {
            ElementCount n = size;
            IntView table = places;
            int tiles = (int) places.extent(0) - 1;
            RangePolicy each = RangePolicy.of(tiles).withChunk(1);
            NodeRef counted = before.thenParallelFor("count kept", each, t -> {
                int begin = t * TILE;
                int size = Math.min(TILE, n.get() - begin);
                int kept = 0;
                for (int k = 0; k < size; k++) {
                    kept += predicate.at(begin + k) ? 1 : 0;
                }
                table.set(t, kept);
            });
            offsets(counted, table, count).thenParallelFor("put kept", each, (RangeBody & DisjointWrites) t -> {
                int begin = t * TILE;
                int size = Math.min(TILE, n.get() - begin);
                int place = table.get(t);
                for (int k = 0; k < size; k++) {
                    int i = begin + k;
                    if (predicate.at(i)) {
                        results.keep(i, place);
                        place++;
                    } else {
                        results.leave(i, place);
                    }
                }
            });
        }
    }

    /**
     * A compaction for very many threads, with a team per tile of consecutive indexes. Members test the indexes with
     * coalesced accesses, once each, and then pack consecutive results into the bits of an int each. An exclusive scan
     * over the tiles yields the output offset of each. Then each team sorts the indexes of its tile in scratch memory
     * and writes them coalesced.
     *
     * @param size the number of indexes
     * @param answers the packed results, an int for each member of each team
     * @param places the output offset of each tile, and the end
     */
    private record TeamCompaction(ElementCount size, IntView answers, IntView places) implements CompactionNodes {
        /** The indexes of a member. */
        private static final int EACH = 15;

        private static final int TILE = EACH * TeamScan.MEMBERS;

        static TeamCompaction of(int n, ElementCount size, Workspace workspace) {
            int tiles = (int) (((long) n + TILE - 1) / TILE);
            return new TeamCompaction(
                    size,
                    workspace.ints("answers", tiles * TeamScan.MEMBERS),
                    workspace.ints("kept in tiles", tiles + 1));
        }

        @Override
        public void addAfter(NodeRef before, IndexPredicate predicate, KeptIndexes results, IntView count) {
            IntView table = places;
            int tiles = (int) places.extent(0) - 1;
            TeamPolicy teams = TeamPolicy.of(tiles, TeamScan.MEMBERS);
            NodeRef counted = before.thenParallelFor(
                    "count kept", teams.withScratch(TILE + Integer.BYTES * TeamScan.MEMBERS), testing(predicate));
            offsets(counted, table, count)
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

        /**
         * Tests the indexes of a tile. Members beyond the end repeat the last index, which keeps the loads
         * unconditional and pipelined.
         */
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

        /** Sorts the indexes of a member within the tile: first the kept ones, then the others. */
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

    /** Replaces the counts of tiles by their output offsets, and stores the sum. */
    private static NodeRef offsets(NodeRef counted, IntView table, IntView count) {
        int tiles = (int) table.extent(0) - 1;
        return counted.thenParallelScan(
                "places of tiles",
                RangePolicy.of(tiles + 1),
                t -> table.get(t),
                (t, sum) -> {
                    table.set(t, sum);
                    if (t == tiles) {
                        count.set(sum);
                    }
                },
                Scan.exclusiveInt());
    }

    /** The nodes of a compaction. */
    private interface CompactionNodes {

        /** Adds the nodes. */
        void addAfter(NodeRef before, IndexPredicate predicate, KeptIndexes results, IntView count);
    }
}
