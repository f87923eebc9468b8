package org.sporos.policy;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.param.IntParam;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * The half-open interval {@code [begin, end)} of int indexes, one call of the body per index. Immutable.
 *
 * <pre>{@code
 * root.thenParallelFor("inner", RangePolicy.of(1, n - 1), i -> y.set(i, x.get(i - 1) + x.get(i + 1)));
 * }</pre>
 *
 * <p>Its bounds may be <em>dynamic</em>: an {@link IntParam}, or a view of rank 0 written by an earlier node. Then
 * {@link #begin()}, {@link #end()} and {@link #size()} are those of the largest range, which checks and proofs use, and
 * each run covers the range of its current bounds. The node reads such a view like any other: its writers must precede
 * the node, which must not write it itself. A run fails with R313 if a bound is outside of its limits or the end is
 * before the begin; the node then has no indexes. Reductions and scans give the bits of a graph instantiated with the
 * indexes of the run.
 */
public final class RangePolicy implements Policy {
    private final IndexAxis axis;
    private final int block;
    private final int grid;
    private final int chunk;
    private final @Nullable IndexSet set;
    private final @Nullable IntView elements;

    private RangePolicy(IndexAxis axis, int block, int grid, int chunk) {
        this.axis = axis;
        this.block = block;
        this.grid = grid;
        this.chunk = chunk;
        this.set = null;
        this.elements = null;
    }

    /** Creates the positions of a set with elements in a view. */
    RangePolicy(IndexSet set, IntView elements) {
        this.axis = IndexAxis.ofInts("RangePolicy", 0, set.size());
        this.block = set.block();
        this.grid = set.grid();
        this.chunk = set.chunk();
        this.set = set;
        this.elements = elements;
    }

    /**
     * Returns the indexes {@code [0, n)}.
     *
     * @throws IllegalArgumentException if n is negative
     */
    public static RangePolicy of(int n) {
        return of(0L, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}.
     *
     * @throws IllegalArgumentException if end is smaller than begin
     */
    public static RangePolicy of(int begin, int end) {
        return of((long) begin, end);
    }

    /**
     * Returns the indexes {@code [0, n)}. An extent of a view needs no cast.
     *
     * @throws IllegalArgumentException if n is negative, or more than {@link Integer#MAX_VALUE}
     */
    public static RangePolicy of(long n) {
        return of(0L, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}.
     *
     * @throws IllegalArgumentException if end is smaller than begin, or a bound is no int
     */
    public static RangePolicy of(long begin, long end) {
        return of(IndexAxis.ofInts("RangePolicy", begin, end));
    }

    /**
     * Returns the indexes {@code [0, n)}, where n is the value of a param at the submit of each run.
     *
     * @throws IllegalArgumentException if the param is not declared {@code within} bounds of 0 or more
     */
    public static RangePolicy of(IntParam n) {
        return of(0, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}, where end is the value of a param at the submit of each run.
     *
     * @throws IllegalArgumentException if begin is negative or above the param's bounds, or the param is not declared
     * {@code within} bounds of 0 or more
     */
    public static RangePolicy of(int begin, IntParam end) {
        return of(IndexAxis.of("RangePolicy", begin, DynamicBound.of("RangePolicy", end)));
    }

    /**
     * Returns the indexes {@code [begin, end)}, where both are the values of params at the submit of each run.
     *
     * @throws IllegalArgumentException if a param is not declared {@code within} bounds of 0 or more, or every possible
     * begin exceeds every end
     */
    public static RangePolicy of(IntParam begin, IntParam end) {
        return of(IndexAxis.of(
                "RangePolicy", DynamicBound.of("RangePolicy", begin), DynamicBound.of("RangePolicy", end)));
    }

    /**
     * Returns the indexes {@code [0, n)}, where n is the value of a view when the node runs: a number written by an
     * earlier node, unknown to the host.
     *
     * @param n a view of rank 0
     * @param max the upper limit of n
     * @throws IllegalArgumentException if the view is not of rank 0, or the maximum is negative
     */
    public static RangePolicy of(IntView n, int max) {
        return of(IndexAxis.of("RangePolicy", 0, DynamicBound.of("RangePolicy", n, max)));
    }

    /**
     * Returns the indexes {@code [begin, end)}, where both are the values of views when the node runs.
     *
     * @param begin a view of rank 0
     * @param end a view of rank 0
     * @param max the upper limit of the end
     * @throws IllegalArgumentException if a view is not of rank 0, or the maximum is negative
     */
    public static RangePolicy of(IntView begin, IntView end, int max) {
        return of(IndexAxis.of(
                "RangePolicy", DynamicBound.of("RangePolicy", begin, max), DynamicBound.of("RangePolicy", end, max)));
    }

    private static RangePolicy of(IndexAxis axis) {
        return new RangePolicy(axis, 0, 0, 0);
    }

    /**
     * Returns the same range without a margin at either end: the points with neighbours up to that distance. Empty if
     * the range is shorter than both margins.
     *
     * <pre>{@code
     * RangePolicy.over(u).interior(1)   // [1, n - 1)
     * }</pre>
     *
     * @throws IllegalArgumentException if the width is negative, or a bound is dynamic
     */
    public RangePolicy interior(int width) {
        return new RangePolicy(axis.interior("RangePolicy", width), block, grid, chunk);
    }

    /**
     * Returns the indexes of a view of rank 1.
     *
     * @throws IllegalArgumentException if the view has another rank, or its size exceeds an int
     */
    public static RangePolicy over(View view) {
        Required.argument(view, "the view that a RangePolicy is over");
        if (view.rank() != 1) {
            throw new CodedArgumentException(
                    "S250",
                    "a RangePolicy is over a view of rank 1, and view "
                            + Labels.quoted(view.label()) + " has rank " + view.rank()
                            + "; use MDRangePolicy.over a view of rank 2 to 4, or RangePolicy.of the number of indexes");
        }
        if (view.size() > Integer.MAX_VALUE) {
            throw new CodedArgumentException(
                    "S251",
                    "view " + Labels.quoted(view.label()) + " has " + view.size()
                            + " elements, more than the int indexes of a RangePolicy; use LongRangePolicy.of(view.extent(0))");
        }
        return of(view.size());
    }

    /**
     * Returns the same range with a number of threads per GPU block; 0 leaves it to the library.
     *
     * @throws IllegalArgumentException if it is negative or more than 1024
     */
    public RangePolicy withBlock(int threads) {
        Policies.checkBlock("RangePolicy", threads);
        return new RangePolicy(axis, threads, grid, chunk);
    }

    /**
     * Returns the same range with a number of blocks per GPU launch; 0 leaves it to the library, which launches a
     * thread per index. With a grid, threads loop over the indexes in strides of the grid. For a reduction it is an
     * upper limit, and a scan chooses its own. No result depends on it. The host ignores it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RangePolicy withGrid(int blocks) {
        Policies.checkGrid("RangePolicy", blocks);
        return new RangePolicy(axis, block, blocks, chunk);
    }

    /**
     * Returns the same range with a number of indexes per chunk, the unit of work of host threads; 0 leaves it to the
     * library.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RangePolicy withChunk(int indexes) {
        Policies.checkChunk("RangePolicy", indexes);
        return new RangePolicy(axis, block, grid, indexes);
    }

    /** Returns the first index. */
    public int begin() {
        return (int) axis.begin();
    }

    /** Returns the index after the last. */
    public int end() {
        return (int) axis.end();
    }

    /** Returns the threads per GPU block, or 0. */
    public int block() {
        return block;
    }

    @Override
    public int grid() {
        return grid;
    }

    /** Returns the indexes per chunk, or 0. */
    public int chunk() {
        return chunk;
    }

    /**
     * Returns the index set with these positions, or null for ordinary indexes. Then a body is called with the element
     * at each position.
     *
     * @hidden
     */
    public @Nullable IndexSet set() {
        return set;
    }

    /**
     * Returns the elements of {@link #set()} in memory accessible to the space of the graph, or null.
     *
     * @hidden
     */
    public @Nullable IntView elements() {
        return elements;
    }

    /** @hidden */
    @Override
    public List<IndexAxis> axes() {
        return axis.isDynamic() ? List.of(axis) : List.of();
    }

    @Override
    public boolean isDynamic() {
        return axis.isDynamic();
    }

    /** @hidden */
    @Override
    public RangePolicy mapped(UnaryOperator<View> views) {
        return isDynamic() ? new RangePolicy(axis.mapped(views), block, grid, chunk) : this;
    }

    @Override
    public long size() {
        return axis.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RangePolicy that
                && axis.equals(that.axis)
                && block == that.block
                && grid == that.grid
                && chunk == that.chunk
                && Objects.equals(set, that.set);
    }

    @Override
    public int hashCode() {
        return Objects.hash(axis, block, grid, chunk, set);
    }

    @Override
    public String toString() {
        return set != null ? set.toString() : axis.toString();
    }
}
