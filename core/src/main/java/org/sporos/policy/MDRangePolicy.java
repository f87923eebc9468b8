package org.sporos.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.param.IntParam;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * A box of int indexes of rank 2, 3 or 4, one call of the body per index tuple. The last index is the fastest, as in a
 * view of the layout RIGHT. Immutable.
 *
 * <pre>{@code
 * root.thenParallelFor("smooth", MDRangePolicy.over(u).interior(1), (i, j) ->
 *         v.set(i, j, 0.25 * (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1))));
 * }</pre>
 *
 * <p>Its bounds may be dynamic, as those of a {@link RangePolicy}: a run covers the part of the box within its current
 * bounds. {@code MDRangePolicy.of(most, columns).withEnd(0, rows)} has a number of rows from a param or a view of rank
 * 0.
 */
public final class MDRangePolicy implements Policy {
    /** The largest rank of a box, as of a view. */
    private static final int MAX_RANK = 4;

    private static final String NAME = "MDRangePolicy";

    private final List<IndexAxis> dimensions;
    private final int[] tile;

    private MDRangePolicy(List<IndexAxis> dimensions, int[] tile) {
        this.dimensions = List.copyOf(dimensions);
        this.tile = tile;
    }

    /**
     * Returns the box {@code [0, n0) x [0, n1)}.
     *
     * @throws IllegalArgumentException if an extent is negative, or the box has more than 2^63 - 1 tuples
     */
    public static MDRangePolicy of(int n0, int n1) {
        return ofExtents(n0, n1);
    }

    /**
     * Returns the box {@code [0, n0) x [0, n1)}.
     *
     * @throws IllegalArgumentException if an extent is negative, or more than {@link Integer#MAX_VALUE}
     */
    public static MDRangePolicy of(long n0, long n1) {
        return ofExtents(n0, n1);
    }

    /**
     * Returns the box {@code [0, n0) x [0, n1) x [0, n2)}.
     *
     * @throws IllegalArgumentException if an extent is negative, or the box has more than 2^63 - 1 tuples
     */
    public static MDRangePolicy of(int n0, int n1, int n2) {
        return ofExtents(n0, n1, n2);
    }

    /**
     * Returns the box {@code [0, n0) x [0, n1) x [0, n2)}.
     *
     * @throws IllegalArgumentException if an extent is negative or no int, or the box has more than 2^63 - 1 tuples
     */
    public static MDRangePolicy of(long n0, long n1, long n2) {
        return ofExtents(n0, n1, n2);
    }

    /**
     * Returns the box {@code [0, n0) x [0, n1) x [0, n2) x [0, n3)}.
     *
     * @throws IllegalArgumentException if an extent is negative, or the box has more than 2^63 - 1 tuples
     */
    public static MDRangePolicy of(int n0, int n1, int n2, int n3) {
        return ofExtents(n0, n1, n2, n3);
    }

    /**
     * Returns the box {@code [0, n0) x [0, n1) x [0, n2) x [0, n3)}.
     *
     * @throws IllegalArgumentException if an extent is negative or no int, or the box has more than 2^63 - 1 tuples
     */
    public static MDRangePolicy of(long n0, long n1, long n2, long n3) {
        return ofExtents(n0, n1, n2, n3);
    }

    /**
     * Returns all indexes of a view of rank 2, 3 or 4.
     *
     * <pre>{@code
     * MDRangePolicy.over(u)               // all points
     * MDRangePolicy.over(u).interior(1)   // those with a neighbour on each side
     * }</pre>
     *
     * @throws IllegalArgumentException if the view has another rank, or an extent that is no int
     */
    public static MDRangePolicy over(View view) {
        Required.argument(view, "the view that an MDRangePolicy is over");
        if (view.rank() < 2) {
            throw new CodedArgumentException(
                    "S250",
                    "an MDRangePolicy is over a view of rank 2, 3 or 4, and view " + Labels.quoted(view.label())
                            + " has rank " + view.rank()
                            + "; use RangePolicy.over a view of rank 1, and thenSingle for a scalar");
        }
        return ofExtents(IntStream.range(0, view.rank()).mapToLong(view::extent).toArray());
    }

    private static MDRangePolicy ofExtents(long... extents) {
        return of(new long[extents.length], extents);
    }

    /**
     * Returns the same box without a margin at either end of each dimension: the points with neighbours up to that
     * distance. Empty if a dimension is shorter than both margins.
     *
     * @throws IllegalArgumentException if the width is negative, or a bound is dynamic
     */
    public MDRangePolicy interior(int width) {
        return new MDRangePolicy(
                dimensions.stream().map(axis -> axis.interior(NAME, width)).toList(), tile);
    }

    /**
     * Returns the box of the index tuples from begin, inclusive, to end, exclusive.
     *
     * @param begin 2 to 4 first indexes
     * @param end as many indexes after the last
     * @throws IllegalArgumentException if the lengths differ or are not 2 to 4, an end is before its begin, or the box
     *     has more than 2^63 - 1 tuples
     */
    public static MDRangePolicy of(int[] begin, int[] end) {
        return of(
                Arrays.stream(Required.argument(begin, "the begins of an MDRangePolicy"))
                        .asLongStream()
                        .toArray(),
                Arrays.stream(Required.argument(end, "the ends of an MDRangePolicy"))
                        .asLongStream()
                        .toArray());
    }

    private static MDRangePolicy of(long[] begin, long[] end) {
        if (begin.length != end.length || begin.length < 2 || begin.length > MAX_RANK) {
            throw Policies.invalid("MDRangePolicy of " + begin.length + " begins and " + end.length
                    + " ends; give 2 to 4 of both, or use RangePolicy for one index");
        }
        List<IndexAxis> dimensions = new ArrayList<>();
        for (int d = 0; d < begin.length; d++) {
            dimensions.add(IndexAxis.ofInts("MDRangePolicy, dimension " + d + ",", begin[d], end[d]));
        }
        long size = dimensions.stream().anyMatch(axis -> axis.size() == 0) ? 0 : 1;
        for (IndexAxis axis : dimensions) {
            if (axis.size() != 0 && size > Long.MAX_VALUE / axis.size()) {
                throw Policies.invalid("MDRangePolicy has more index tuples than a long can count");
            }
            size *= axis.size();
        }
        return new MDRangePolicy(dimensions, new int[begin.length]);
    }

    /**
     * Returns the same box with the value of a param at each submit as the begin of a dimension. The begin and end of
     * this box are its limits.
     *
     * @throws IllegalArgumentException if there is no such dimension, or the param is not declared {@code within} the
     * limits
     */
    public MDRangePolicy withBegin(int dimension, IntParam begin) {
        IndexAxis axis = axis(dimension);
        DynamicBound live = DynamicBound.of(NAME, "begin", dimension, axis.begin(), axis.end(), begin);
        return with(dimension, new IndexAxis(axis.begin(), axis.end(), live, axis.dynamicEnd()));
    }

    /**
     * Returns the same box with the value of a view, read when the node runs, as the begin of a dimension. The begin
     * and end of this box are its limits.
     *
     * @throws IllegalArgumentException if there is no such dimension, or the view is not of rank 0
     */
    public MDRangePolicy withBegin(int dimension, IntView begin) {
        IndexAxis axis = axis(dimension);
        DynamicBound live = DynamicBound.of(NAME, axis.begin(), axis.end(), begin);
        return with(dimension, new IndexAxis(axis.begin(), axis.end(), live, axis.dynamicEnd()));
    }

    /**
     * Returns the same box with the value of a param at each submit as the end of a dimension. The begin and end of
     * this box are its limits.
     *
     * @throws IllegalArgumentException if there is no such dimension, or the param is not declared {@code within} the
     * limits
     */
    public MDRangePolicy withEnd(int dimension, IntParam end) {
        IndexAxis axis = axis(dimension);
        DynamicBound live = DynamicBound.of(NAME, "end", dimension, axis.begin(), axis.end(), end);
        return with(dimension, new IndexAxis(axis.begin(), axis.end(), axis.dynamicBegin(), live));
    }

    /**
     * Returns the same box with the value of a view, read when the node runs, as the end of a dimension. The begin and
     * end of this box are its limits.
     *
     * @throws IllegalArgumentException if there is no such dimension, or the view is not of rank 0
     */
    public MDRangePolicy withEnd(int dimension, IntView end) {
        IndexAxis axis = axis(dimension);
        DynamicBound live = DynamicBound.of(NAME, axis.begin(), axis.end(), end);
        return with(dimension, new IndexAxis(axis.begin(), axis.end(), axis.dynamicBegin(), live));
    }

    private IndexAxis axis(int dimension) {
        if (dimension < 0 || dimension >= rank()) {
            throw Policies.invalid(NAME + " of rank " + rank() + " with a dynamic bound of dimension " + dimension
                    + "; use 0 to " + (rank() - 1));
        }
        return dimensions.get(dimension);
    }

    private MDRangePolicy with(int dimension, IndexAxis axis) {
        List<IndexAxis> all = new ArrayList<>(dimensions);
        all.set(dimension, axis);
        return new MDRangePolicy(all, tile);
    }

    /** @hidden */
    @Override
    public List<IndexAxis> axes() {
        return isDynamic() ? dimensions : List.of();
    }

    @Override
    public boolean isDynamic() {
        return dimensions.stream().anyMatch(IndexAxis::isDynamic);
    }

    /** @hidden */
    @Override
    public MDRangePolicy mapped(UnaryOperator<View> views) {
        return isDynamic()
                ? new MDRangePolicy(
                        dimensions.stream().map(axis -> axis.mapped(views)).toList(), tile)
                : this;
    }

    /**
     * Returns the same box cut into tiles of the given extents: the GPU block, and the unit of work of host threads. 0
     * in a dimension leaves it to the library. A GPU block has at most 64 threads along all dimensions but the last
     * two.
     *
     * @throws IllegalArgumentException if the number of extents is not the rank, or one is negative, or the tile has
     * more than 1024 tuples
     */
    public MDRangePolicy withTile(int... extents) {
        long threads = 1;
        for (int extent : Required.argument(extents, "the tile of an MDRangePolicy")) {
            Policies.checkChunk("MDRangePolicy", extent);
            threads *= Math.max(1, extent);
        }
        if (extents.length != rank() || threads > Policies.MAX_BLOCK) {
            throw Policies.invalid("MDRangePolicy of rank " + rank() + " with a tile of " + Arrays.toString(extents)
                    + "; give one extent a dimension, with a product of at most " + Policies.MAX_BLOCK);
        }
        return new MDRangePolicy(dimensions, extents.clone());
    }

    /** Returns the number of dimensions, 2 to 4. */
    public int rank() {
        return dimensions.size();
    }

    /** Returns the first index of a dimension. */
    public int begin(int dimension) {
        return (int) dimensions.get(dimension).begin();
    }

    /** Returns the index after the last of a dimension. */
    public int end(int dimension) {
        return (int) dimensions.get(dimension).end();
    }

    /** Returns the extent of the tile in a dimension, or 0. */
    public int tile(int dimension) {
        return tile[dimension];
    }

    /** Returns the number of indexes of a dimension. */
    public long extent(int dimension) {
        return dimensions.get(dimension).size();
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
                && dimensions.equals(that.dimensions)
                && Arrays.equals(tile, that.tile);
    }

    @Override
    public int hashCode() {
        return dimensions.hashCode() * 31 + Arrays.hashCode(tile);
    }

    @Override
    public String toString() {
        return dimensions.stream().map(IndexAxis::toString).collect(Collectors.joining("x"));
    }
}
