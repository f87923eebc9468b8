package org.sporos.policy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.sporos.param.LongParam;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * The half-open interval {@code [begin, end)} of long indexes, one call of the body per index. Immutable.
 *
 * <pre>{@code
 * root.thenParallelFor("all", LongRangePolicy.of(5_000_000_000L), (long i) -> big.set(i, 1));
 * }</pre>
 *
 * <p>Its bounds may be dynamic, as those of a {@link RangePolicy}: params, or views of rank 0.
 */
public final class LongRangePolicy implements Policy {
    private static final String NAME = "LongRangePolicy";

    private final IndexAxis axis;
    private final int block;
    private final int grid;
    private final long chunk;

    private LongRangePolicy(IndexAxis axis, int block, int grid, long chunk) {
        this.axis = axis;
        this.block = block;
        this.grid = grid;
        this.chunk = chunk;
    }

    /**
     * Returns the indexes {@code [0, n)}.
     *
     * @throws IllegalArgumentException if n is negative
     */
    public static LongRangePolicy of(long n) {
        return of(0, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}.
     *
     * @throws IllegalArgumentException if end is smaller than begin
     */
    public static LongRangePolicy of(long begin, long end) {
        Policies.checkRange("LongRangePolicy", begin, end);
        return of(IndexAxis.of(begin, end));
    }

    /**
     * Returns the indexes {@code [0, n)}, where n is the value of a param at the submit of each run.
     *
     * @throws IllegalArgumentException if the param is not declared {@code within} bounds of 0 or more
     */
    public static LongRangePolicy of(LongParam n) {
        return of(0, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}, where end is the value of a param at the submit of each run.
     *
     * @throws IllegalArgumentException if begin is negative or above the param's bounds, or the param is not declared
     * {@code within} bounds of 0 or more
     */
    public static LongRangePolicy of(long begin, LongParam end) {
        return of(IndexAxis.of(NAME, begin, DynamicBound.of(NAME, end)));
    }

    /**
     * Returns the indexes {@code [begin, end)}, where both are the values of params at the submit of each run.
     *
     * @throws IllegalArgumentException if a param is not declared {@code within} bounds of 0 or more, or every possible
     * begin exceeds every end
     */
    public static LongRangePolicy of(LongParam begin, LongParam end) {
        return of(IndexAxis.of(NAME, DynamicBound.of(NAME, begin), DynamicBound.of(NAME, end)));
    }

    /**
     * Returns the indexes {@code [0, n)}, where n is the value of a view when the node runs.
     *
     * @param n a view of rank 0
     * @param max the upper limit of n
     * @throws IllegalArgumentException if the view is not of rank 0, or the maximum is negative
     */
    public static LongRangePolicy of(LongView n, long max) {
        return of(IndexAxis.of(NAME, 0, DynamicBound.of(NAME, n, max)));
    }

    /**
     * Returns the indexes {@code [begin, end)}, where both are the values of views when the node runs.
     *
     * @param begin a view of rank 0
     * @param end a view of rank 0
     * @param max the upper limit of the end
     * @throws IllegalArgumentException if a view is not of rank 0, or the maximum is negative
     */
    public static LongRangePolicy of(LongView begin, LongView end, long max) {
        return of(IndexAxis.of(NAME, DynamicBound.of(NAME, begin, max), DynamicBound.of(NAME, end, max)));
    }

    private static LongRangePolicy of(IndexAxis axis) {
        return new LongRangePolicy(axis, 0, 0, 0);
    }

    /**
     * Returns the same range with a number of threads per GPU block; 0 leaves it to the library.
     *
     * @throws IllegalArgumentException if it is negative or more than 1024
     */
    public LongRangePolicy withBlock(int threads) {
        Policies.checkBlock("LongRangePolicy", threads);
        return new LongRangePolicy(axis, threads, grid, chunk);
    }

    /**
     * Returns the same range with a number of blocks per GPU launch; 0 leaves it to the library, which launches a
     * thread per index. With a grid, threads loop over the indexes in strides of the grid. For a reduction it is an
     * upper limit, and a scan chooses its own. No result depends on it. The host ignores it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public LongRangePolicy withGrid(int blocks) {
        Policies.checkGrid("LongRangePolicy", blocks);
        return new LongRangePolicy(axis, block, blocks, chunk);
    }

    /**
     * Returns the same range with a number of indexes per chunk, the unit of work of host threads; 0 leaves it to the
     * library.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public LongRangePolicy withChunk(long indexes) {
        Policies.checkChunk("LongRangePolicy", indexes);
        return new LongRangePolicy(axis, block, grid, indexes);
    }

    /** Returns the first index. */
    public long begin() {
        return axis.begin();
    }

    /** Returns the index after the last. */
    public long end() {
        return axis.end();
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
    public long chunk() {
        return chunk;
    }

    /** @hidden */
    @Override
    public List<IndexAxis> axes() {
        return axis.isDynamic() ? List.of(axis) : List.of();
    }

    /** @hidden */
    @Override
    public LongRangePolicy mapped(UnaryOperator<View> views) {
        return isDynamic() ? new LongRangePolicy(axis.mapped(views), block, grid, chunk) : this;
    }

    @Override
    public long size() {
        return axis.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LongRangePolicy that
                && axis.equals(that.axis)
                && block == that.block
                && grid == that.grid
                && chunk == that.chunk;
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(axis, block, grid, chunk);
    }

    @Override
    public String toString() {
        return axis.toString();
    }
}
