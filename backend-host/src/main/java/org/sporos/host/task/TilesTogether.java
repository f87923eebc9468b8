package org.sporos.host.task;

import org.sporos.host.code.TieredLoop;
import org.sporos.host.code.TileWork;
import org.sporos.host.cpp.NativeLoop;

/**
 * The tiles of several reductions of one node: all results of a tile in one loop where C++ does it, else the tiles of
 * one result after those of another.
 */
final class TilesTogether implements TileWork {
    private final TieredLoop code;
    private final ReduceShape shape;
    private final Reduce[] parts;

    /**
     * @param code the C++ code, once it is there
     * @param parts the reductions, each with code of its own
     */
    TilesTogether(TieredLoop code, ReduceShape shape, Reduce... parts) {
        this.code = code;
        this.shape = shape;
        this.parts = parts;
    }

    TieredLoop code() {
        return code;
    }

    /** Evaluates and folds tiles {@code [begin, end)}. */
    void run(long begin, long end) {
        if (begin < end) {
            code.pass(this, (int) begin, (int) (end - begin));
        }
    }

    /** Only the last tile of a range is shorter than others. */
    @Override
    public boolean pass(NativeLoop cpp, int tile, int count) {
        int last = tile + count - 1;
        int length = shape.length(last);
        int full = length < Order.TILE ? count - 1 : count;
        return (full == 0 || cpp.tiles(first(tile), full, tile))
                && (full == count || cpp.tile(first(last), length, last));
    }

    private long first(int tile) {
        return shape.range().begin() + (long) tile * Order.TILE;
    }

    @Override
    public void pass(int tile, int count) {
        for (Reduce part : parts) {
            part.tiles(tile, (long) tile + count);
        }
    }
}
