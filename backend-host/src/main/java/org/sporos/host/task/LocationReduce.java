package org.sporos.host.task;

import java.util.function.LongUnaryOperator;

/** A reduction to a value and where it is, over the keys of values. The smallest position wins a tie. */
final class LocationReduce implements Reduce {
    private final ReduceShape shape;
    private final LongSource source;
    private final Keys keys;
    private final long identity;
    private final LongUnaryOperator locations;
    private final Result value;
    private final Result location;
    /** The keys of the contributions if gathered, else the best keys of the tiles. */
    private final long[] best;
    /** The positions of the best keys of the tiles. */
    private final long[] positions;

    /**
     * @param identity the raw bits of the value of an empty range
     * @param locations the location of each position
     */
    LocationReduce(
            ReduceShape shape,
            LongSource source,
            Keys keys,
            long identity,
            LongUnaryOperator locations,
            Result value,
            Result location) {
        this.shape = shape;
        this.source = source;
        this.keys = keys;
        this.identity = identity;
        this.locations = locations;
        this.value = value;
        this.location = location;
        this.best = new long[shape.room()];
        this.positions = new long[shape.isGathered() ? 0 : shape.room()];
    }

    @Override
    public void gather(long first, int n) {
        source.fill(first, n, best, (int) first);
    }

    @Override
    public void tiles(long begin, long end) {
        long[] room = Buffers.longs();
        for (long tile = begin; tile < end; tile++) {
            int n = shape.length(tile);
            source.fill(tile * Order.TILE, n, room, 0);
            int at = first(room, n);
            best[(int) tile] = room[at];
            positions[(int) tile] = tile * Order.TILE + at;
        }
    }

    @Override
    public void finish() {
        if (shape.size() == 0) {
            value.put(identity);
            location.put(-1);
            return;
        }
        int at = first(best, (int) (shape.isGathered() ? shape.size() : shape.tiles()));
        value.put(keys.bits(best[at]));
        location.put(locations.applyAsLong(shape.isGathered() ? at : positions[at]));
    }

    /** Returns where the smallest key is first. */
    private static int first(long[] keys, int n) {
        int at = 0;
        for (int k = 1; k < n; k++) {
            if (keys[k] < keys[at]) {
                at = k;
            }
        }
        return at;
    }
}
