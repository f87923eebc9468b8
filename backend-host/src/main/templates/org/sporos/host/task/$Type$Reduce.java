//#if accumulator
package org.sporos.host.task;

import org.sporos.host.code.TileResults;
//#if rangeSum
import org.sporos.policy.ReductionOp;
//#end

//#if real
/** A reduction of $type$s. */
//#else
/** A reduction of longs, or of ints as longs. */
//#end
final class $Type$Reduce implements Reduce, TileResults {
    private final ReduceShape shape;
    private final $Type$Source source;
    private final $Type$Fold fold;
    private final Result result;
    /** The contributions if gathered, else the results of the tiles. */
    private final $type$[] values;

    $Type$Reduce(ReduceShape shape, $Type$Source source, $Type$Fold fold, Result result) {
        this.shape = shape;
        this.source = source;
        this.fold = fold;
        this.result = result;
        this.values = new $type$[shape.room()];
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
        $type$[] room = Buffers.$type$s();
        long first = source instanceof CodeSource code ? code.tiles(begin, end, shape.size(), this) : begin;
        for (long tile = first; tile < end; tile++) {
            int n = shape.length(tile);
            values[(int) tile] = tile(tile * Order.TILE, n, room);
        }
    }

    private $type$ tile(long first, int n, $type$[] room) {
//#if rangeSum
        if (source instanceof $Type$Sources.Range range && fold.op() == ReductionOp.SUM) {
            int begin = (int) (range.begin() + first);
            if (RangeSum.fits(begin, n)) {
                return RangeSum.tile(range.body(), begin, n, room);
            }
        }
//#end
        source.fill(first, n, room, 0);
        return fold.tile(room, 0, n);
    }

    @Override
    public void put(int tile, long bits) {
        values[tile] = $fromBits$(bits);
    }

    @Override
    public Object room() {
        return Buffers.$type$s();
    }

    @Override
    public void fold(int tile, Object room) {
        values[tile] = fold.tile(($type$[]) room, 0, Order.TILE);
    }

    @Override
    public void finish() {
        long size = shape.size();
        $type$ value = shape.isGathered() || size == 0 ? fold.all(values, size) : fold.upper(values, (int) shape.tiles());
        result.put($toBits$(value));
    }
}
//#end
