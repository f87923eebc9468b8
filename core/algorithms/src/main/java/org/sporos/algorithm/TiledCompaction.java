package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/**
 * A compaction for few fast threads. Each work item takes one tile of neighbouring indexes and counts those that it
 * keeps; an exclusive scan over the tiles gives the place of the first one of each; then each work item puts the
 * indexes of its tile in order. So the predicate is called twice for an index, where a scan over all indexes would call
 * it three times.
 *
 * @param size the number of indexes
 * @param places one element for each tile, and one for the end
 */
record TiledCompaction(ElementCount size, IntView places) implements CompactionNodes {
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
        before.thenParallelFor("count kept", each, t -> {
                    int begin = t * TILE;
                    int size = Math.min(TILE, n.get() - begin);
                    int kept = 0;
                    for (int k = 0; k < size; k++) {
                        kept += predicate.at(begin + k) ? 1 : 0;
                    }
                    table.set(t, kept);
                })
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
                .thenParallelFor("put kept", each, (RangeBody & DisjointWrites) t -> {
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
