[@perType accumulators; t]
package org.sporos.host.task;

import org.sporos.host.jit.TileResults;
[#if t.rangeSum]
import org.sporos.policy.ReductionOp;
[/#if]

[#if t.real]
/** A reduction of ${t.type}s. */
[#else]
/** A reduction of longs, or of ints as longs. */
[/#if]
final class ${t.Type}Reduce implements Reduce, TileResults {
    private final ReduceShape shape;
    private final ${t.Type}Source source;
    private final ${t.Type}Fold fold;
    private final Result result;
    /** The contributions if gathered, else the results of the tiles. */
    private final ${t.type}[] values;

    ${t.Type}Reduce(ReduceShape shape, ${t.Type}Source source, ${t.Type}Fold fold, Result result) {
        this.shape = shape;
        this.source = source;
        this.fold = fold;
        this.result = result;
        this.values = new ${t.type}[shape.room()];
    }

    /** Returns the array for the results of tiles; unused if gathered. */
    Object values() {
        return values;
    }

    @Override
    public void gather(long first, int n) {
        source.fill(first, n, values, (int) first);
    }

    @Override
    public void tiles(long begin, long end) {
        ${t.type}[] room = Buffers.${t.type}s();
        long first = source instanceof CodeSource code ? code.tiles(begin, end, shape.size(), this) : begin;
        for (long tile = first; tile < end; tile++) {
            int n = shape.length(tile);
            values[(int) tile] = tile(tile * Order.TILE, n, room);
        }
    }

    private ${t.type} tile(long first, int n, ${t.type}[] room) {
[#if t.rangeSum]
        if (source instanceof ${t.Type}Sources.Range range && fold.op() == ReductionOp.SUM) {
            int begin = (int) (range.run().begin() + first);
            if (RangeSum.fits(begin, n)) {
                return RangeSum.tile(range.body(), begin, n, room);
            }
        }
[/#if]
        source.fill(first, n, room, 0);
        return fold.tile(room, 0, n);
    }

    @Override
    public void put(int tile, long bits) {
        values[tile] = ${apply(t.fromBits, "bits")};
    }

    @Override
    public Object room() {
        return Buffers.${t.type}s();
    }

    @Override
    public void fold(int tile, Object room) {
        values[tile] = fold.tile((${t.type}[]) room, 0, Order.TILE);
    }

    @Override
    public void finish() {
        long size = shape.size();
        boolean isFlat = shape.isGathered() || size == 0;
        ${t.type} value = isFlat ? fold.all(values, size) : fold.upper(values, (int) shape.tiles());
        result.put(${apply(t.toBits, "value")});
    }
}
[/@perType]
