package org.sporos.host.task;

import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;

/** The decomposition of a reduction over a policy: its mode of {@link Reduce}, and its chunks. */
record ReduceShape(RunRange range, boolean isGathered, Chunks chunks) {
    /** The most teams with a buffered value each. */
    private static final int MOST_TEAMS = 1 << 22;

    /**
     * Returns the shape for a policy. Gathered are few tiles, which cannot keep all threads busy, and teams, which are
     * much work each. The number of contributions was checked by the graph.
     *
     * @param isLong whether a contribution may take long
     */
    static ReduceShape of(Policy policy, boolean isLong, TaskContext context) {
        RunRange range = RunRange.of(policy);
        long size = range.most();
        long tiles = Order.tiles(size);
        if (policy instanceof TeamPolicy && size <= MOST_TEAMS) {
            return new ReduceShape(range, true, Chunks.ofUnits(size, 1, context));
        }
        if (tiles < 2L * context.threads()) {
            return new ReduceShape(range, true, Chunks.ofRange(size, Chunks.wanted(policy), isLong, context));
        }
        return new ReduceShape(range, false, Chunks.ofTiles(tiles, Chunks.wanted(policy), context));
    }

    /** Returns the number of contributions of this run. */
    long size() {
        return range.size();
    }

    /** Returns the number of tiles of this run. */
    long tiles() {
        return Order.tiles(size());
    }

    /** Returns the number of units of this run that chunks are cut from: positions or tiles. */
    long units() {
        return isGathered ? size() : tiles();
    }

    /** Returns the number of positions of a tile of this run. */
    int length(long tile) {
        return (int) Math.min(Order.TILE, size() - tile * Order.TILE);
    }

    /** Returns the length of the value array: contributions, or results of tiles. */
    int room() {
        return Order.room(isGathered ? range.most() : Order.tiles(range.most()));
    }
}
