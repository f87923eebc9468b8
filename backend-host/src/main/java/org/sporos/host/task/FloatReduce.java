package org.sporos.host.task;

/** A reduction of floats. */
final class FloatReduce implements Reduce {
    private final ReduceShape shape;
    private final FloatSource source;
    private final FloatFold fold;
    private final Result result;
    /** The contributions if gathered, else the results of the tiles. */
    private final float[] values;

    FloatReduce(ReduceShape shape, FloatSource source, FloatFold fold, Result result) {
        this.shape = shape;
        this.source = source;
        this.fold = fold;
        this.result = result;
        this.values = new float[shape.room()];
    }

    @Override
    public void gather(long first, int n) {
        source.fill(first, n, values, (int) first);
    }

    @Override
    public void tiles(long begin, long end) {
        float[] room = Buffers.floats();
        for (long tile = begin; tile < end; tile++) {
            int n = shape.length(tile);
            values[(int) tile] = tile(tile * Order.TILE, n, room);
        }
    }

    private float tile(long first, int n, float[] room) {
        if (source instanceof CodeSource code && code.folds(n)) {
            return Float.intBitsToFloat((int) code.tile(first));
        }
        source.fill(first, n, room, 0);
        return fold.tile(room, 0, n);
    }

    @Override
    public void finish() {
        float value = shape.isGathered() ? fold.all(values, shape.size()) : fold.upper(values, (int) shape.tiles());
        result.put(Float.floatToRawIntBits(value));
    }
}
