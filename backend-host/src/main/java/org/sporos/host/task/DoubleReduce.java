package org.sporos.host.task;

import org.sporos.host.code.CodeLoop;
import org.sporos.policy.ReductionOp;

/** A reduction of doubles. */
final class DoubleReduce implements Reduce, CodeLoop.Results {
    private final ReduceShape shape;
    private final DoubleSource source;
    private final DoubleFold fold;
    private final Result result;
    /** The contributions if gathered, else the results of the tiles. */
    private final double[] values;

    DoubleReduce(ReduceShape shape, DoubleSource source, DoubleFold fold, Result result) {
        this.shape = shape;
        this.source = source;
        this.fold = fold;
        this.result = result;
        this.values = new double[shape.room()];
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
        double[] room = Buffers.doubles();
        long first = source instanceof CodeSource code ? code.tiles(begin, end, shape.size(), this) : begin;
        for (long tile = first; tile < end; tile++) {
            int n = shape.length(tile);
            values[(int) tile] = tile(tile * Order.TILE, n, room);
        }
    }

    private double tile(long first, int n, double[] room) {
        if (source instanceof DoubleSources.Range range && fold.op() == ReductionOp.SUM) {
            int begin = (int) (range.begin() + first);
            if (RangeSum.fits(begin, n)) {
                return RangeSum.tile(range.body(), begin, n, room);
            }
        }
        source.fill(first, n, room, 0);
        return fold.tile(room, 0, n);
    }

    @Override
    public void put(int tile, long bits) {
        values[tile] = Double.longBitsToDouble(bits);
    }

    @Override
    public void finish() {
        double value = shape.isGathered() ? fold.all(values, shape.size()) : fold.upper(values, (int) shape.tiles());
        result.put(Double.doubleToRawLongBits(value));
    }
}
