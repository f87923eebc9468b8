[#include '/@build/range.ftl']
[#assign index = types?filter(t -> t.Type == "Int")?first]
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
    private static final String NAME = "RangePolicy";

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
        this.axis = IndexAxis.ofInts(NAME, 0, set.size());
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
        return of(IndexAxis.ofInts(NAME, begin, end));
    }
[@dynamicBounds "RangePolicy" index /]

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
        return new RangePolicy(axis.interior(NAME, width), block, grid, chunk);
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
[@parts "RangePolicy" index /]

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
