package org.sporos.policy;

import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * A list of distinct int indexes, one call of the body per element: the cells of a region, a colour, a boundary.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * IndexSet red = IndexSet.of(IntStream.range(1, n - 1).filter(i -> i % 2 == 0));
 * root.thenParallelFor("relax red", red, i -> x.set(i, 0.5 * (x.get(i - 1) + x.get(i + 1))));
 * }</pre>
 *
 * <p>The body gets the elements, not their positions. Elements may be any ints; those that a kernel uses as indexes
 * must be inside of its views, as always. Reductions and scans take the contributions in the order of the list; a
 * reduction to a location gives the element, of several equally good ones that which stands first in the list. An empty
 * set calls nothing.
 *
 * <p>No two work items have the same element, and the race check relies on it: {@code x.set(i, ...)} is no data race. A
 * set that {@link #of} makes is bound to no space. Each space on which a graph with it is instantiated holds one copy,
 * which all nodes and executables share and which is freed with the last of these executables: 4 bytes an element of
 * the space's memory.
 */
public final class IndexSet implements Policy {
    /** The elements of a set whose elements are known; null of a promised one. */
    private final @Nullable IndexList list;

    private final @Nullable IntView promised;
    private final int block;
    private final int grid;
    private final int chunk;

    private IndexSet(@Nullable IndexList list, @Nullable IntView promised, int block, int grid, int chunk) {
        this.list = list;
        this.promised = promised;
        this.block = block;
        this.grid = grid;
        this.chunk = chunk;
    }

    /**
     * Returns the set of some indexes, in their order. Later changes of the array do not change the set.
     *
     * @throws IllegalArgumentException if an index occurs twice
     */
    public static IndexSet of(int... indexes) {
        return new IndexSet(
                IndexList.of(
                        Required.argument(indexes, "the indexes of an IndexSet").clone()),
                null,
                0,
                0,
                0);
    }

    /**
     * Returns the set of the indexes of a stream, in their order. The stream is consumed.
     *
     * @throws IllegalArgumentException if an index occurs twice
     */
    public static IndexSet of(IntStream indexes) {
        return new IndexSet(
                IndexList.of(
                        Required.argument(indexes, "the indexes of an IndexSet").toArray()),
                null,
                0,
                0,
                0);
    }

    /**
     * Returns the set of the elements that a view of rank 1 has when a node over the set runs: a list that kernels have
     * made. It has as many elements as the view, and the node reads them. That they are distinct is a promise of the
     * caller: where it is broken, work items may race. The strict mode of the host checks the promise in each run, and
     * fails the run with R312.
     *
     * <p>The nodes that fill the view must come before the nodes that run over the set; the race check asks for it.
     *
     * @throws IllegalArgumentException if the view is not of rank 1, or has more elements than an int counts
     */
    public static IndexSet assumeDistinct(IntView view) {
        Required.argument(view, "the view of an IndexSet");
        if (view.rank() != 1) {
            throw Policies.invalid("IndexSet of view " + Labels.quoted(view.label()) + " of rank " + view.rank()
                    + "; use a view of rank 1");
        }
        if (view.size() > Integer.MAX_VALUE) {
            throw Policies.invalid("IndexSet of view " + Labels.quoted(view.label()) + " with " + view.size()
                    + " elements; use a sub-view of at most " + Integer.MAX_VALUE);
        }
        return new IndexSet(null, view, 0, 0, 0);
    }

    /**
     * Returns the same set with that many threads in a GPU block; 0 leaves it to the library.
     *
     * @throws IllegalArgumentException if it is negative or more than 1024
     */
    public IndexSet withBlock(int threads) {
        Policies.checkBlock("IndexSet", threads);
        return new IndexSet(list, promised, threads, grid, chunk);
    }

    /**
     * Returns the same set with that many blocks in a GPU launch; 0 leaves it to the library, which launches a thread
     * for each index. With a grid, a thread takes all indexes that lie a multiple of the number of threads behind its
     * first one. A reduction has that many blocks at most, and a scan chooses its own. No result depends on it. The
     * host has no blocks and ignores it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public IndexSet withGrid(int blocks) {
        Policies.checkGrid("IndexSet", blocks);
        return new IndexSet(list, promised, block, blocks, chunk);
    }

    /**
     * Returns the same set with that many indexes in a chunk, the piece that a host thread takes at a time; 0 leaves it
     * to the library.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public IndexSet withChunk(int indexes) {
        Policies.checkChunk("IndexSet", indexes);
        return new IndexSet(list, promised, block, grid, indexes);
    }

    /** @hidden */
    @Override
    public IndexSet mapped(UnaryOperator<View> views) {
        return promised == null ? this : new IndexSet(null, (IntView) views.apply(promised), block, grid, chunk);
    }

    /** Returns the number of elements. */
    @Override
    public long size() {
        return list != null ? list.size() : promised().size();
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

    /** Returns whether its elements are those of a view, and distinct by promise only. */
    public boolean isPromised() {
        return promised != null;
    }

    /** Returns the view of a promised set, or null. */
    public @Nullable IntView view() {
        return promised;
    }

    private IntView promised() {
        return Required.internal(promised, "the view of a promised set");
    }

    /** Returns the elements in their order, or null for a promised set, whose elements are known when it runs. */
    @Nullable
    IndexList list() {
        return list;
    }

    /**
     * Returns an element of a set that {@link #of} made.
     *
     * @throws IndexOutOfBoundsException if there is no such position
     */
    public int element(int position) {
        return known().at(position);
    }

    /** Returns the least element of a set that {@link #of} made and that is not empty. */
    public int least() {
        return known().low();
    }

    /** Returns the greatest element of a set that {@link #of} made and that is not empty. */
    public int greatest() {
        return known().high();
    }

    private IndexList known() {
        if (list == null) {
            throw new CodedStateException(
                    "S240",
                    "the elements of " + this + " are those that its view has when a node runs; read the view itself");
        }
        return list;
    }

    /** Returns whether an element of a set that {@link #of} made lies in {@code [low, high]}. */
    public boolean meets(long low, long high) {
        return known().meets(low, high);
    }

    /** Returns whether an element of this set is one of the other plus a distance; both are made by {@link #of}. */
    public boolean meets(IndexSet other, long distance) {
        return known().meets(other.known(), distance);
    }

    /**
     * Returns the elements in memory that a space reaches: of a promised set its view, else a view of the one copy that
     * the space has. A view of a copy must be closed.
     *
     * @hidden
     */
    public IntView placed(ExecutionSpace space) {
        return list != null ? list.placed(space) : promised();
    }

    /**
     * Returns its positions as a range whose bodies get the elements at these.
     *
     * @hidden
     */
    public RangePolicy positions(IntView elements) {
        return new RangePolicy(this, elements);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IndexSet that
                && block == that.block
                && grid == that.grid
                && chunk == that.chunk
                && promised == that.promised
                && Objects.equals(list, that.list);
    }

    @Override
    public int hashCode() {
        return (list != null ? list.hashCode() : System.identityHashCode(promised)) * 31 + block;
    }

    /** Returns one line, as in <code>{1000 in [3, 99999]}</code> or <code>{1000 of view 'cells'}</code>. */
    @Override
    public String toString() {
        if (promised != null) {
            return "{" + promised.size() + " of view " + Labels.quoted(promised.label()) + "}";
        }
        return size() == 0 ? "{}" : "{" + size() + " in [" + least() + ", " + greatest() + "]}";
    }
}
