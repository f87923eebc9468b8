package org.sporos.policy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.Labels;
import org.sporos.error.Required;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * The half-open interval {@code [begin, end)} of int indexes, one call of the body per index. Immutable.
 *
 * <pre>{@code
 * root.thenParallelFor("inner", RangePolicy.of(1, n - 1), i -> y.set(i, x.get(i - 1) + x.get(i + 1)));
 * }</pre>
 */
public final class RangePolicy implements Policy {
    private final int begin;
    private final int end;
    private final int block;
    private final int chunk;
    private final @Nullable IndexSet set;
    private final @Nullable IntView elements;

    private RangePolicy(int begin, int end, int block, int chunk) {
        this.begin = begin;
        this.end = end;
        this.block = block;
        this.chunk = chunk;
        this.set = null;
        this.elements = null;
    }

    /** Makes the positions of a set whose elements lie in a view. */
    RangePolicy(IndexSet set, IntView elements) {
        this.begin = 0;
        this.end = Math.toIntExact(set.size());
        this.block = set.block();
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
        return of(0, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}.
     *
     * @throws IllegalArgumentException if end is smaller than begin
     */
    public static RangePolicy of(int begin, int end) {
        Policies.checkRange("RangePolicy", begin, end);
        return new RangePolicy(begin, end, 0, 0);
    }

    /**
     * Returns the indexes of a view of rank 1.
     *
     * @throws IllegalArgumentException if the view has another rank, or more elements than an int counts
     */
    public static RangePolicy over(View view) {
        Required.argument(view, "the view that a RangePolicy is over");
        if (view.rank() != 1) {
            throw new CodedArgumentException(
                    "S250",
                    "a RangePolicy is over a view of rank 1, and view "
                            + Labels.quoted(view.label()) + " has rank " + view.rank()
                            + "; use an MDRangePolicy of its extents, or RangePolicy.of the number of indexes");
        }
        if (view.size() > Integer.MAX_VALUE) {
            throw new CodedArgumentException(
                    "S251",
                    "view " + Labels.quoted(view.label()) + " has " + view.size()
                            + " elements, more than the int indexes of a RangePolicy; use LongRangePolicy.of(view.extent(0))");
        }
        return of((int) view.size());
    }

    /**
     * Returns the same range with that many threads in a GPU block; 0 leaves it to the library.
     *
     * @throws IllegalArgumentException if it is negative or more than 1024
     */
    public RangePolicy withBlock(int threads) {
        Policies.checkBlock("RangePolicy", threads);
        return new RangePolicy(begin, end, threads, chunk);
    }

    /**
     * Returns the same range with that many indexes in a chunk, the piece that a host thread takes at a time; 0 leaves
     * it to the library.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RangePolicy withChunk(int indexes) {
        Policies.checkChunk("RangePolicy", indexes);
        return new RangePolicy(begin, end, block, indexes);
    }

    /** Returns the first index. */
    public int begin() {
        return begin;
    }

    /** Returns the index after the last. */
    public int end() {
        return end;
    }

    /** Returns the threads in a GPU block, or 0. */
    public int block() {
        return block;
    }

    /** Returns the indexes in a chunk, or 0. */
    public int chunk() {
        return chunk;
    }

    /**
     * Returns the index set whose positions these are, or null for ordinary indexes. Then a body is called with the
     * element at each position. For backends: users hand the set itself to a node.
     */
    public @Nullable IndexSet set() {
        return set;
    }

    /** Returns the elements of {@link #set()} in memory that the space of the graph reaches, or null. For backends. */
    public @Nullable IntView elements() {
        return elements;
    }

    @Override
    public long size() {
        return (long) end - begin;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RangePolicy that
                && begin == that.begin
                && end == that.end
                && block == that.block
                && chunk == that.chunk
                && Objects.equals(set, that.set);
    }

    @Override
    public int hashCode() {
        return Objects.hash(begin, end, block, chunk, set);
    }

    @Override
    public String toString() {
        return set != null ? set.toString() : "[" + begin + ", " + end + ")";
    }
}
