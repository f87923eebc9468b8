package org.sporos.host.task;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sporos.host.jit.TieredLoop;
import org.sporos.policy.MDRangePolicy;

/** A loop over a box of indexes, tile by tile. */
final class BoxTask extends LoopTask {
    private final Tiling tiling;
    private final int rank;
    private final RunRange range;
    /** True if the library has chosen all tiles. Tiles of the user are kept, as they may suit a cache. */
    private final boolean whole;

    /** @param isLong whether an index may take long */
    BoxTask(MDRangePolicy policy, TieredLoop code, boolean isLong, TaskContext context) {
        this(policy, code, new Tiling(policy, isLong, context), context);
    }

    private BoxTask(MDRangePolicy policy, TieredLoop code, Tiling tiling, TaskContext context) {
        super(code, Chunks.ofUnits(tiling.size(), 1, context));
        this.tiling = tiling;
        this.rank = policy.rank();
        this.range = RunRange.of(policy);
        this.whole = IntStream.range(0, rank).allMatch(d -> policy.tile(d) == 0);
    }

    @Override
    public void run(int phase, int chunk) {
        for (long tile = chunks.begin(chunk); tile < chunks.end(chunk); tile++) {
            run(tile, tile);
        }
    }

    @Override
    public void run(int phase, int first, int count) {
        if (whole && tiling.isCutOnce()) {
            run(chunks.begin(first), chunks.end(first + count - 1) - 1);
        } else {
            super.run(phase, first, count);
        }
    }

    /** Runs the indexes from the begin of one tile to the end of another. */
    private void run(long from, long to) {
        if (range.isDynamic()) {
            live(from, to);
            return;
        }
        code.run(
                tiling.begin(from, 0),
                tiling.end(to, 0),
                tiling.begin(from, 1),
                tiling.end(to, 1),
                tiling.begin(from, 2),
                tiling.end(to, 2),
                tiling.begin(from, 3),
                tiling.end(to, 3));
    }

    /** Intersects the tiles, which are those of the largest box, with the box of the run. */
    private void live(long from, long to) {
        if (range.size() == 0) {
            return;
        }
        int i = begin(from, 0);
        int iEnd = end(to, 0);
        int j = begin(from, 1);
        int jEnd = end(to, 1);
        int k = begin(from, 2);
        int kEnd = end(to, 2);
        int l = begin(from, 3);
        int lEnd = end(to, 3);
        if (i < iEnd && j < jEnd && k < kEnd && l < lEnd) {
            code.run(i, iEnd, j, jEnd, k, kEnd, l, lEnd);
        }
    }

    private int begin(long tile, int d) {
        int begin = tiling.begin(tile, d);
        return d < rank ? (int) Math.max(begin, range.live().get(d).beginNow()) : begin;
    }

    private int end(long tile, int d) {
        int end = tiling.end(tile, d);
        return d < rank ? (int) Math.min(end, range.live().get(d).endNow()) : end;
    }

    @Override
    public void runAll(int phase) {
        if (whole && !range.isDynamic()) {
            code.run(
                    tiling.begin(0),
                    tiling.end(0),
                    tiling.begin(1),
                    tiling.end(1),
                    tiling.begin(2),
                    tiling.end(2),
                    tiling.begin(3),
                    tiling.end(3));
        } else {
            super.runAll(phase);
        }
    }

    /**
     * A box of indexes cut into tiles, numbered in row-major order. Tiles at the far sides may be smaller. Missing
     * dimensions are {@code [0, 1)}. Immutable.
     */
    private static final class Tiling {
        /** The rank of loops over boxes. */
        private static final int RANK = 4;

        private final int rank;
        private final int[] begin;
        private final int[] end;
        private final long[] tile;
        private final long[] count;

        Tiling(MDRangePolicy box, boolean isLong, TaskContext context) {
            rank = box.rank();
            begin = new int[RANK];
            end = new int[RANK];
            tile = new long[RANK];
            count = new long[RANK];
            Arrays.fill(end, 1);
            Arrays.fill(tile, 1);
            Arrays.fill(count, 1);
            long wanted = Chunks.tiles(box.size(), isLong, context);
            for (int d = 0; d < rank; d++) {
                begin[d] = box.begin(d);
                end[d] = box.end(d);
                tile[d] = box.tile(d) > 0 ? box.tile(d) : suitable(box.extent(d), wanted);
                count[d] = Order.ceil(box.extent(d), tile[d]);
                wanted = Order.ceil(wanted, Math.max(1, count[d]));
            }
        }

        /** Returns the extent for about the wanted number of tiles along a dimension. */
        private static long suitable(long extent, long wanted) {
            return Math.max(1, Order.ceil(extent, wanted));
        }

        /** Returns the number of tiles. */
        long size() {
            long size = 1;
            for (long n : count) {
                size *= n;
            }
            return size;
        }

        /** Returns whether only the first dimension is cut. */
        boolean isCutOnce() {
            return size() > 0 && size() == count[0];
        }

        /** Returns the first index of a tile along a dimension. */
        int begin(long number, int dimension) {
            return (int) (begin[dimension] + position(number, dimension) * tile[dimension]);
        }

        /** Returns the end of a tile along a dimension, exclusive. */
        int end(long number, int dimension) {
            return (int)
                    Math.min(end[dimension], begin[dimension] + (position(number, dimension) + 1) * tile[dimension]);
        }

        /** Returns the first index of the box along a dimension. */
        int begin(int dimension) {
            return begin[dimension];
        }

        /** Returns the end of the box along a dimension, exclusive. */
        int end(int dimension) {
            return end[dimension];
        }

        private long position(long number, int dimension) {
            if (count[dimension] == 1) {
                return 0;
            }
            long rest = number;
            for (int d = rank - 1; d > dimension; d--) {
                rest /= count[d];
            }
            return rest % count[dimension];
        }
    }
}
