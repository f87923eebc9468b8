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
 * <p>The body receives the elements, not their positions. Elements may be any ints; a kernel that uses them as indexes
 * must keep them in bounds, as always. Reductions and scans combine the contributions in the order of the list; the
 * location of a reduction is the element, and ties go to the first one in the list. An empty set has no calls.
 *
 * <p>No two work items have the same element, and the race check relies on it: {@code x.set(i, ...)} is no data race. A
 * set from {@link #of} is independent of spaces. Each space with an instantiated graph holds one copy of 4 bytes per
 * element, shared by all nodes and executables and freed with the last of these executables.
 */
public final class IndexSet implements Policy {
    /** The elements of a static set; null for a set with elements in a view. */
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
     * Returns the set of the elements of a view of rank 1, read when a node over the set runs: a list computed by
     * kernels. The caller guarantees that they are distinct; otherwise work items may race. The strict mode of the host
     * checks this in each run, and fails the run with R312.
     *
     * <p>The nodes that fill the view must precede the nodes over the set, as the race check requires.
     *
     * @throws IllegalArgumentException if the view is not of rank 1, or its size exceeds an int
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
     * Returns the same set with a number of threads per GPU block; 0 leaves it to the library.
     *
     * @throws IllegalArgumentException if it is negative or more than 1024
     */
    public IndexSet withBlock(int threads) {
        Policies.checkBlock("IndexSet", threads);
        return new IndexSet(list, promised, threads, grid, chunk);
    }

    /**
     * Returns the same set with a number of blocks per GPU launch; 0 leaves it to the library, which launches a thread
     * per index. With a grid, threads loop over the indexes in strides of the grid. For a reduction it is an upper
     * limit, and a scan chooses its own. No result depends on it. The host ignores it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public IndexSet withGrid(int blocks) {
        Policies.checkGrid("IndexSet", blocks);
        return new IndexSet(list, promised, block, blocks, chunk);
    }

    /**
     * Returns the same set with a number of indexes per chunk, the unit of work of host threads; 0 leaves it to the
     * library.
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

    /** Returns whether its elements are in a view, and distinct by assumption. */
    public boolean isPromised() {
        return promised != null;
    }

    /** Returns the view of the elements, or null for a static set. */
    public @Nullable IntView view() {
        return promised;
    }

    private IntView promised() {
        return Required.internal(promised, "the view of a promised set");
    }

    /** Returns the elements in their order, or null if they are in a view. */
    @Nullable
    IndexList list() {
        return list;
    }

    /**
     * Returns an element of a static set.
     *
     * @throws IndexOutOfBoundsException if there is no such position
     */
    public int element(int position) {
        return known().at(position);
    }

    /** Returns the least element of a static, non-empty set. */
    public int least() {
        return known().low();
    }

    /** Returns the greatest element of a static, non-empty set. */
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

    /** Returns whether an element of a static set is in {@code [low, high]}. */
    public boolean meets(long low, long high) {
        return known().meets(low, high);
    }

    /** Returns whether some element of this static set equals an element of another static set plus a distance. */
    public boolean meets(IndexSet other, long distance) {
        return known().meets(other.known(), distance);
    }

    /**
     * Returns the elements in memory accessible to a space: the view of the set, or a view of the space's copy. A view
     * of a copy must be closed.
     *
     * @hidden
     */
    public IntView placed(ExecutionSpace space) {
        return list != null ? list.placed(space) : promised();
    }

    /**
     * Returns its positions as a range whose bodies receive the elements at the positions.
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

    /** Returns one line, such as <code>{1000 in [3, 99999]}</code> or <code>{1000 of view 'cells'}</code>. */
    @Override
    public String toString() {
        if (promised != null) {
            return "{" + promised.size() + " of view " + Labels.quoted(promised.label()) + "}";
        }
        return size() == 0 ? "{}" : "{" + size() + " in [" + least() + ", " + greatest() + "]}";
    }
}
