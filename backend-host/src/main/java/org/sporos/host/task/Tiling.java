package org.sporos.host.task;

import java.util.Arrays;
import org.sporos.policy.MDRangePolicy;

/**
 * A box of indexes cut into tiles, which are numbered row by row. Tiles at the far sides may be smaller. Dimensions
 * that the box does not have are {@code [0, 1)}. Immutable.
 */
final class Tiling {
    /** The fewest indexes of the last dimension, which runs fastest, that are worth a tile of their own. */
    private static final int SHORTEST_ROW = 64;

    /** The dimensions that loops over boxes have. */
    private static final int RANK = 4;

    private final int rank;
    private final int[] begin;
    private final int[] end;
    private final long[] tile;
    private final long[] count;

    Tiling(MDRangePolicy box, TaskContext context) {
        rank = box.rank();
        begin = new int[RANK];
        end = new int[RANK];
        tile = new long[RANK];
        count = new long[RANK];
        Arrays.fill(end, 1);
        Arrays.fill(tile, 1);
        Arrays.fill(count, 1);
        long wanted = Math.max(1, Math.min(Chunks.parts(context), box.size() / RangeTask.LEAST));
        for (int d = 0; d < rank; d++) {
            begin[d] = box.begin(d);
            end[d] = box.end(d);
            tile[d] = box.tile(d) > 0 ? box.tile(d) : suitable(box.extent(d), wanted, d == rank - 1);
            count[d] = Order.ceil(box.extent(d), tile[d]);
            wanted = Order.ceil(wanted, Math.max(1, count[d]));
        }
    }

    /** Returns an extent that gives about as many tiles along a dimension as wanted. */
    private static long suitable(long extent, long wanted, boolean last) {
        long most = last ? Math.max(1, extent / SHORTEST_ROW) : Math.max(1, extent);
        return Math.max(1, Order.ceil(extent, Math.min(wanted, most)));
    }

    /** Returns the number of tiles. */
    long size() {
        long size = 1;
        for (long n : count) {
            size *= n;
        }
        return size;
    }

    /**
     * Returns whether tiles follow each other along the first dimension alone, and are as wide as the box along the
     * others.
     */
    boolean isCutOnce() {
        return size() > 0 && size() == count[0];
    }

    /** Returns where the tile of that number begins along a dimension. */
    int begin(long number, int dimension) {
        return (int) (begin[dimension] + position(number, dimension) * tile[dimension]);
    }

    /** Returns where the tile of that number ends along a dimension. */
    int end(long number, int dimension) {
        return (int) Math.min(end[dimension], begin[dimension] + (position(number, dimension) + 1) * tile[dimension]);
    }

    /** Returns where the box begins along a dimension. */
    int begin(int dimension) {
        return begin[dimension];
    }

    /** Returns where the box ends along a dimension. */
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
