package org.sporos.policy;

import java.util.Arrays;

/**
 * A box of int indexes of rank 2 or 3, one call of the body per index tuple. The last index runs fastest, as it does in
 * a view of the layout RIGHT. Immutable.
 *
 * <pre>{@code
 * root.thenParallelFor("smooth", MDRangePolicy.of(new int[] {1, 1}, new int[] {rows - 1, columns - 1}), (i, j) ->
 *         v.set(i, j, 0.25 * (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1))));
 * }</pre>
 */
public final class MDRangePolicy implements Policy {
    private final int[] begin;
    private final int[] end;
    private final int[] tile;

    private MDRangePolicy(int[] begin, int[] end, int[] tile) {
        this.begin = begin;
        this.end = end;
        this.tile = tile;
    }

    /**
     * Returns the box {@code [0, n0) x [0, n1)}.
     *
     * @throws IllegalArgumentException if an extent is negative
     */
    public static MDRangePolicy of(int n0, int n1) {
        return of(new int[2], new int[] {n0, n1});
    }

    /**
     * Returns the box {@code [0, n0) x [0, n1) x [0, n2)}.
     *
     * @throws IllegalArgumentException if an extent is negative
     */
    public static MDRangePolicy of(int n0, int n1, int n2) {
        return of(new int[3], new int[] {n0, n1, n2});
    }

    /**
     * Returns the box of the index tuples from begin, inclusive, to end, exclusive.
     *
     * @param begin 2 or 3 first indexes
     * @param end as many indexes after the last
     * @throws IllegalArgumentException if the lengths differ or are not 2 or 3, an end is before its begin, or the box
     *     has more than 2^63 - 1 tuples
     */
    public static MDRangePolicy of(int[] begin, int[] end) {
        if (begin.length != end.length || begin.length < 2 || begin.length > 3) {
            throw Policies.invalid("MDRangePolicy of " + begin.length + " begins and " + end.length
                    + " ends; give 2 or 3 of both, or use RangePolicy for one index");
        }
        long size = 1;
        for (int d = 0; d < begin.length; d++) {
            Policies.checkRange("MDRangePolicy, dimension " + d + ",", begin[d], end[d]);
            long extent = (long) end[d] - begin[d];
            if (extent != 0 && size > Long.MAX_VALUE / extent) {
                throw Policies.invalid("MDRangePolicy has more index tuples than a long can count");
            }
            size *= extent;
        }
        return new MDRangePolicy(begin.clone(), end.clone(), new int[begin.length]);
    }

    /**
     * Returns the same box cut into tiles of those extents: the GPU block, and the piece that a host thread walks at a
     * time. 0 in a dimension leaves it to the library.
     *
     * @throws IllegalArgumentException if there are not as many extents as dimensions, or one is negative, or the tile
     *     has more than 1024 tuples
     */
    public MDRangePolicy withTile(int... extents) {
        long threads = 1;
        for (int extent : extents) {
            Policies.checkChunk("MDRangePolicy", extent);
            threads *= Math.max(1, extent);
        }
        if (extents.length != rank() || threads > Policies.MAX_BLOCK) {
            throw Policies.invalid("MDRangePolicy of rank " + rank() + " with a tile of " + Arrays.toString(extents)
                    + "; give one extent a dimension, with a product of at most " + Policies.MAX_BLOCK);
        }
        return new MDRangePolicy(begin, end, extents.clone());
    }

    /** Returns the number of dimensions, 2 or 3. */
    public int rank() {
        return begin.length;
    }

    /** Returns the first index of a dimension. */
    public int begin(int dimension) {
        return begin[dimension];
    }

    /** Returns the index after the last of a dimension. */
    public int end(int dimension) {
        return end[dimension];
    }

    /** Returns the extent of the tile in a dimension, or 0. */
    public int tile(int dimension) {
        return tile[dimension];
    }

    /** Returns the number of indexes of a dimension. */
    public long extent(int dimension) {
        return (long) end[dimension] - begin[dimension];
    }

    @Override
    public long size() {
        long size = 1;
        for (int d = 0; d < rank(); d++) {
            size *= extent(d);
        }
        return size;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MDRangePolicy that
                && Arrays.equals(begin, that.begin)
                && Arrays.equals(end, that.end)
                && Arrays.equals(tile, that.tile);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(begin) * 961 + Arrays.hashCode(end) * 31 + Arrays.hashCode(tile);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int d = 0; d < rank(); d++) {
            text.append(d == 0 ? "" : "x")
                    .append('[')
                    .append(begin[d])
                    .append(", ")
                    .append(end[d])
                    .append(')');
        }
        return text.toString();
    }
}
