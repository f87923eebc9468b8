package org.sporos.host.task;

import org.sporos.host.code.CodeLoop;

/** A reduction of floats. */
final class FloatReduce implements Reduce, CodeLoop.Results {
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
        float[] room = Buffers.floats();
        long first = source instanceof CodeSource code ? code.tiles(begin, end, shape.size(), this) : begin;
        for (long tile = first; tile < end; tile++) {
            int n = shape.length(tile);
            values[(int) tile] = tile(tile * Order.TILE, n, room);
        }
    }

    private float tile(long first, int n, float[] room) {
        source.fill(first, n, room, 0);
        return fold.tile(room, 0, n);
    }

    @Override
    public void put(int tile, long bits) {
        values[tile] = Float.intBitsToFloat((int) bits);
    }

    @Override
    public void finish() {
        float value = shape.isGathered() ? fold.all(values, shape.size()) : fold.upper(values, (int) shape.tiles());
        result.put(Float.floatToRawIntBits(value));
    }
}
