package org.sporos.host.task;

import org.sporos.host.code.CodeLoop;

/** A reduction of longs, or of ints as longs. */
final class LongReduce implements Reduce, CodeLoop.Results {
    private final ReduceShape shape;
    private final LongSource source;
    private final LongFold fold;
    private final Result result;
    /** The contributions if gathered, else the results of the tiles. */
    private final long[] values;

    LongReduce(ReduceShape shape, LongSource source, LongFold fold, Result result) {
        this.shape = shape;
        this.source = source;
        this.fold = fold;
        this.result = result;
        this.values = new long[shape.room()];
    }

    /** Returns the array that takes the results of tiles, unless it gathers. */
    Object values() {
        return values;
    }

    @Override
    public void gather(long first, int n) {
        source.fill(first, n, values, (int) first);
    }

    @Override
    public void tiles(long begin, long end) {
        long[] room = Buffers.longs();
        long first = source instanceof CodeSource code ? code.tiles(begin, end, shape.size(), this) : begin;
        for (long tile = first; tile < end; tile++) {
            int n = shape.length(tile);
            values[(int) tile] = tile(tile * Order.TILE, n, room);
        }
    }

    private long tile(long first, int n, long[] room) {
        source.fill(first, n, room, 0);
        return fold.tile(room, 0, n);
    }

    @Override
    public void put(int tile, long bits) {
        values[tile] = bits;
    }

    @Override
    public void finish() {
        long value = shape.isGathered() ? fold.all(values, shape.size()) : fold.upper(values, (int) shape.tiles());
        result.put(value);
    }
}
