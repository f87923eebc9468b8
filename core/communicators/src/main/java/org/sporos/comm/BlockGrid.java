package org.sporos.comm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A partition of a grid of cells into blocks, one for each rank, row by row. Immutable. */
final class BlockGrid {
    private final int[] extents;
    private final int[] blocks;

    private BlockGrid(int[] extents, int[] blocks) {
        this.extents = extents;
        this.blocks = blocks;
    }

    /** Returns the partition with the least surface, or null if no partition has blocks of a minimum extent. */
    static @Nullable BlockGrid of(int ranks, int least, int... extents) {
        int[] best = new int[extents.length];
        search(new int[extents.length], 0, ranks, least, extents, best, new double[] {Double.MAX_VALUE});
        return best[0] == 0 ? null : new BlockGrid(extents.clone(), best);
    }

    private static void search(int[] blocks, int d, int left, int least, int[] extents, int[] best, double[] surface) {
        if (d == extents.length - 1) {
            blocks[d] = left;
            if (extents[d] / left >= least && surface(blocks, extents) < surface[0]) {
                surface[0] = surface(blocks, extents);
                System.arraycopy(blocks, 0, best, 0, blocks.length);
            }
            return;
        }
        // Cuts of the first dimensions are tried first: their faces are contiguous in memory.
        for (int count = left; count > 0; count--) {
            if (left % count == 0 && extents[d] / count >= least) {
                blocks[d] = count;
                search(blocks, d + 1, left / count, least, extents, best, surface);
            }
        }
    }

    private static double surface(int[] blocks, int[] extents) {
        double surface = 0;
        for (int d = 0; d < blocks.length; d++) {
            double face = Math.min(blocks[d] - 1, 2);
            for (int other = 0; other < blocks.length; other++) {
                face *= other == d ? 1 : (double) extents[other] / blocks[other];
            }
            surface += face;
        }
        return surface;
    }

    int dimensions() {
        return extents.length;
    }

    int extent(int d) {
        return extents[d];
    }

    int[] blocks() {
        return blocks.clone();
    }

    /** Returns the coordinates of a rank's block. */
    int[] place(int rank) {
        int[] place = new int[blocks.length];
        int left = rank;
        for (int d = blocks.length - 1; d >= 0; d--) {
            place[d] = left % blocks[d];
            left /= blocks[d];
        }
        return place;
    }

    /** Returns the rank of a neighbouring block, or -1. */
    int next(int rank, int[] direction, boolean[] periodic) {
        int[] place = place(rank);
        int next = 0;
        for (int d = 0; d < blocks.length; d++) {
            int at = place[d] + direction[d];
            if (!periodic[d] && (at < 0 || at >= blocks[d])) {
                return -1;
            }
            next = next * blocks[d] + Math.floorMod(at, blocks[d]);
        }
        return next;
    }

    int begin(int rank, int d) {
        return (int) ((long) extents[d] * place(rank)[d] / blocks[d]);
    }

    int end(int rank, int d) {
        return (int) ((long) extents[d] * (place(rank)[d] + 1) / blocks[d]);
    }

    @Override
    public String toString() {
        return Arrays.toString(extents) + " cells in " + Arrays.toString(blocks) + " blocks";
    }
}
