package org.sporos.policy;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.Labels;
import org.sporos.error.Required;
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
 * <p>Its bounds may be <em>live</em>: an {@link IntParam}, or a view of rank 0 that a node before has written. Then
 * {@link #begin()}, {@link #end()} and {@link #size()} are those of the largest range, which checks and proofs use, and
 * each run takes the part that the bounds have then. The node reads such a view like any other: what writes it must
 * come before, and the node itself must not write it. A run fails with R313 where a bound is outside of its limits or
 * the end is before the begin; the node runs over nothing then. Reductions and scans have the bits of a graph that was
 * instantiated with the indexes of the run.
 */
public final class RangePolicy implements Policy {
    private final int begin;
    private final int end;
    private final int block;
    private final int grid;
    private final int chunk;
    private final @Nullable IndexSet set;
    private final @Nullable IntView elements;
    private final @Nullable LiveInt liveBegin;
    private final @Nullable LiveInt liveEnd;

    private RangePolicy(
            int begin,
            int end,
            int block,
            int grid,
            int chunk,
            @Nullable LiveInt liveBegin,
            @Nullable LiveInt liveEnd) {
        this.begin = begin;
        this.end = end;
        this.block = block;
        this.grid = grid;
        this.chunk = chunk;
        this.set = null;
        this.elements = null;
        this.liveBegin = liveBegin;
        this.liveEnd = liveEnd;
    }

    /** Makes the positions of a set whose elements lie in a view. */
    RangePolicy(IndexSet set, IntView elements) {
        this.begin = 0;
        this.end = Math.toIntExact(set.size());
        this.block = set.block();
        this.grid = set.grid();
        this.chunk = set.chunk();
        this.set = set;
        this.elements = elements;
        this.liveBegin = null;
        this.liveEnd = null;
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
        return new RangePolicy(begin, end, 0, 0, 0, null, null);
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
     * @throws IllegalArgumentException if begin is negative or more than the param can be, or the param is not declared
     *     {@code within} bounds of 0 or more
     */
    public static RangePolicy of(int begin, IntParam end) {
        LiveInt live = LiveInt.of(end);
        if (begin < 0 || begin > live.highest()) {
            throw Policies.invalid("RangePolicy from " + begin + " to " + live + " within [" + live.lowest() + ", "
                    + live.highest() + "]; use a begin of 0 or more that is not behind all ends");
        }
        return new RangePolicy(begin, live.highest(), 0, 0, 0, null, live);
    }

    /**
     * Returns the indexes {@code [begin, end)}, where both are the values of params at the submit of each run.
     *
     * @throws IllegalArgumentException if a param is not declared {@code within} bounds of 0 or more, or each begin is
     *     behind all ends
     */
    public static RangePolicy of(IntParam begin, IntParam end) {
        return of(LiveInt.of(begin), LiveInt.of(end));
    }

    /**
     * Returns the indexes {@code [0, n)}, where n is what a view holds when the node runs: a number that a node before
     * has written, which the host need not know.
     *
     * @param n a view of rank 0
     * @param max the most indexes that there can be
     * @throws IllegalArgumentException if the view is not of rank 0, or the maximum is negative
     */
    public static RangePolicy of(IntView n, int max) {
        return new RangePolicy(0, Math.max(0, max), 0, 0, 0, null, LiveInt.of(n, max));
    }

    /**
     * Returns the indexes {@code [begin, end)}, where both are what views hold when the node runs.
     *
     * @param begin a view of rank 0
     * @param end a view of rank 0
     * @param max the highest end that there can be
     * @throws IllegalArgumentException if a view is not of rank 0, or the maximum is negative
     */
    public static RangePolicy of(IntView begin, IntView end, int max) {
        return of(LiveInt.of(begin, max), LiveInt.of(end, max));
    }

    private static RangePolicy of(LiveInt begin, LiveInt end) {
        if (begin.lowest() > end.highest()) {
            throw Policies.invalid("RangePolicy from " + begin + " of at least " + begin.lowest() + " to " + end
                    + " of at most " + end.highest() + ", which has no index ever; use bounds that meet");
        }
        return new RangePolicy(begin.lowest(), end.highest(), 0, 0, 0, begin, end);
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
        return new RangePolicy(begin, end, threads, grid, chunk, liveBegin, liveEnd);
    }

    /**
     * Returns the same range with that many blocks in a GPU launch; 0 leaves it to the library, which launches a thread
     * for each index. With a grid, a thread takes all indexes that lie a multiple of the number of threads behind its
     * first one. A reduction has that many blocks at most, and a scan chooses its own. No result depends on it. The
     * host has no blocks and ignores it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RangePolicy withGrid(int blocks) {
        Policies.checkGrid("RangePolicy", blocks);
        return new RangePolicy(begin, end, block, blocks, chunk, liveBegin, liveEnd);
    }

    /**
     * Returns the same range with that many indexes in a chunk, the piece that a host thread takes at a time; 0 leaves
     * it to the library.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RangePolicy withChunk(int indexes) {
        Policies.checkChunk("RangePolicy", indexes);
        return new RangePolicy(begin, end, block, grid, indexes, liveBegin, liveEnd);
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

    @Override
    public int grid() {
        return grid;
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

    /** Returns whether each run reads a bound by itself. */
    public boolean isLive() {
        return liveEnd != null;
    }

    /** Returns what each run reads its begin from, or null. For backends. */
    public @Nullable LiveInt liveBegin() {
        return liveBegin;
    }

    /** Returns what each run reads its end from, or null. For backends. */
    public @Nullable LiveInt liveEnd() {
        return liveEnd;
    }

    /** Returns the bounds that each run reads by itself, the begin first. For backends. */
    public List<LiveInt> live() {
        return Stream.of(liveBegin, liveEnd).filter(Objects::nonNull).toList();
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
                && grid == that.grid
                && chunk == that.chunk
                && Objects.equals(set, that.set)
                && Objects.equals(liveBegin, that.liveBegin)
                && Objects.equals(liveEnd, that.liveEnd);
    }

    @Override
    public int hashCode() {
        return Objects.hash(begin, end, block, grid, chunk, set, liveBegin, liveEnd);
    }

    @Override
    public String toString() {
        if (liveEnd != null) {
            return "[" + (liveBegin == null ? begin : liveBegin) + ", " + liveEnd + ") in [" + begin + ", " + end + ")";
        }
        return set != null ? set.toString() : "[" + begin + ", " + end + ")";
    }
}
