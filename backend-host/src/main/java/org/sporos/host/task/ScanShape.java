package org.sporos.host.task;

import org.sporos.policy.Policy;

/**
 * The decomposition of a scan over a range.
 *
 * @param chunks chunks of tiles
 */
record ScanShape(RunRange range, boolean isInclusive, Chunks chunks) {
    /** The most tiles per call, whose indexes are counted by an int. */
    static final int MOST_AT_ONCE = 1 << 18;

    /** Returns the shape for a range of ints or longs. The number of contributions was checked by the graph. */
    static ScanShape of(Policy policy, boolean inclusive, TaskContext context) {
        RunRange all = RunRange.of(policy);
        long tiles = Order.tiles(all.most());
        long wanted = Chunks.wanted(policy);
        // The two passes of a parallel scan on two threads are no faster than a single pass on one.
        Chunks chunks = context.threads() <= 2 && wanted == 0
                ? Chunks.ofUnits(tiles, Math.max(1, tiles), context)
                : Chunks.ofTiles(tiles, wanted, context);
        return new ScanShape(all, inclusive, chunks);
    }

    /** Returns the first index of this run. */
    long begin() {
        return range.begin();
    }

    /** Returns the number of tiles of the largest range. */
    int mostTiles() {
        return (int) Order.tiles(range.most());
    }

    /** Returns the number of tiles of this run. */
    int tiles() {
        return (int) Order.tiles(range.size());
    }

    /** Returns the first index of a tile. */
    long first(int tile) {
        return range.begin() + (long) tile * Order.TILE;
    }

    /** Returns the number of indexes of consecutive tiles, at most {@link #MOST_AT_ONCE}. */
    int length(int tile, int count) {
        return (int) Math.min((long) count * Order.TILE, range.size() - (long) tile * Order.TILE);
    }

    /** Returns the chunk that a tile belongs to. */
    int chunk(int tile) {
        return (int) (tile / chunks.length());
    }

    /** Returns whether a tile is the first one of a chunk. */
    boolean beginsChunk(int tile) {
        return tile % chunks.length() == 0;
    }

    /** Returns the number of indexes of a tile. */
    int length(int tile) {
        return (int) Math.min(Order.TILE, range.size() - (long) tile * Order.TILE);
    }

    /** Returns whether one thread scans all tiles in a single pass. */
    boolean isSinglePass() {
        return chunks.count() == 1;
    }

    /** Returns the number of levels of groups above the tiles. */
    int levels() {
        int levels = 0;
        while (units(levels) > 1) {
            levels++;
        }
        return levels;
    }

    /** Returns the number of units of a level: tiles, groups of tiles, groups of groups, and so on. */
    int units(int level) {
        return (int) Order.ceil(mostTiles(), 1L << level * Order.GROUP_BITS);
    }
}
