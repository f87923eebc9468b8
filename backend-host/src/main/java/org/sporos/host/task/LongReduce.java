package org.sporos.host.task;

/** A reduction of longs, or of ints as longs. */
final class LongReduce implements Reduce {
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

    @Override
    public void gather(long first, int n) {
        source.fill(first, n, values, (int) first);
    }

    @Override
    public void tiles(long begin, long end) {
        long[] room = Buffers.longs();
        for (long tile = begin; tile < end; tile++) {
            int n = shape.length(tile);
            values[(int) tile] = tile(tile * Order.TILE, n, room);
        }
    }

    private long tile(long first, int n, long[] room) {
        if (source instanceof CodeSource code && code.folds(n)) {
            return code.tile(first);
        }
        source.fill(first, n, room, 0);
        return fold.tile(room, 0, n);
    }

    @Override
    public void finish() {
        long value = shape.isGathered() ? fold.all(values, shape.size()) : fold.upper(values, (int) shape.tiles());
        result.put(value);
    }
}
