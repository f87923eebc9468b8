package org.sporos.host.task;

import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;

/** The decomposition of a reduction over a policy: its mode of {@link Reduce}, and its chunks. */
record ReduceShape(RunRange range, boolean isGathered, Chunks chunks) {
    /** Above so many teams, room for a value of each would be too much. */
    private static final int MOST_TEAMS = 1 << 22;

    /**
     * Returns the shape for a policy. Few tiles cannot keep all threads busy, and teams are much work each: these are
     * gathered. The check of graphs has refused more contributions than fit.
     */
    static ReduceShape of(Policy policy, TaskContext context) {
        RunRange range = RunRange.of(policy);
        long size = range.most();
        long tiles = Order.tiles(size);
        if (policy instanceof TeamPolicy && size <= MOST_TEAMS) {
            return new ReduceShape(range, true, Chunks.ofUnits(size, 1, context));
        }
        if (tiles < 2L * context.threads()) {
            return new ReduceShape(range, true, Chunks.of(size, Chunks.wanted(policy), 1, context));
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

    /** Returns how many of the positions or tiles that chunks are cut from there are in this run. */
    long units() {
        return isGathered ? size() : tiles();
    }

    /** Returns the number of positions of a tile of this run. */
    int length(long tile) {
        return (int) Math.min(Order.TILE, size() - tile * Order.TILE);
    }

    /** Returns the length of an array for what a reduction keeps: contributions, or results of tiles. */
    int room() {
        return Order.room(isGathered ? range.most() : Order.tiles(range.most()));
    }
}
