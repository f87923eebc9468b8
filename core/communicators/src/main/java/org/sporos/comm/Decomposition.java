package org.sporos.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Required;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.Slice;
import org.sporos.view.View;

/**
 * The block of a grid of cells in 1, 2 or 3 dimensions that a rank owns, and its neighbours. A local view has the cells
 * of this rank and around them a halo of some width: cells of neighbours, which an exchange updates, or of the
 * boundary, which no exchange changes. The cell {@code i} of the grid has the local index {@code i - begin(d) +
 * width()}.
 *
 * <p>Blocks are cut so that they have the least surface. Immutable.
 *
 * <pre>{@code
 * Decomposition blocks = Decomposition.of(world, 1, rows, columns);
 * DoubleView mine = DoubleView.of("u", space, blocks.localExtents());
 * root.then(world.exchange("halo", blocks.faces(mine)));
 * root.thenParallelFor("begin", blocks.box(), (i, j) -> mine.set(i, j, 1));
 * }</pre>
 */
public final class Decomposition {
    private final BlockGrid grid;
    private final int rank;
    private final int size;
    private final int width;
    private final boolean[] periodic;

    private Decomposition(BlockGrid grid, int rank, int size, int width, boolean[] periodic) {
        this.grid = grid;
        this.rank = rank;
        this.size = size;
        this.width = width;
        this.periodic = periodic;
    }

    /**
     * Returns the block of this rank.
     *
     * @param width the number of a neighbour's cells on each side
     * @param extents the cells of the whole grid
     * @throws IllegalArgumentException if there are not 1 to 3 dimensions, or a block would have fewer cells along one
     * of them than the halo is wide
     */
    public static Decomposition of(Communicator communicator, int width, int... extents) {
        Required.argument(communicator, "the communicator of a decomposition");
        return new Decomposition(
                grid(communicator.size(), width, extents),
                communicator.rank(),
                communicator.size(),
                width,
                new boolean[extents.length]);
    }

    /**
     * Returns the blocks of a grid without a communicator, such as one for each device of a process. The ranks of their
     * {@link Halo} parts are positions in the list.
     *
     * @param blocks the number of blocks
     * @param width the number of a neighbour's cells on each side
     * @param extents the cells of the whole grid
     * @throws IllegalArgumentException if there are not 1 to 3 dimensions, or a block would have fewer cells along one
     * of them than the halo is wide
     */
    public static List<Decomposition> all(int blocks, int width, int... extents) {
        BlockGrid grid = grid(blocks, width, extents);
        return IntStream.range(0, blocks)
                .mapToObj(block -> new Decomposition(grid, block, blocks, width, new boolean[extents.length]))
                .toList();
    }

    private static BlockGrid grid(int blocks, int width, int... extents) {
        int least = Math.max(1, width);
        Required.argument(extents, "the extents of a decomposition");
        boolean fits = blocks > 0 && width >= 0 && extents.length > 0 && extents.length <= 3;
        BlockGrid grid = fits ? BlockGrid.of(blocks, least, extents) : null;
        if (grid == null) {
            throw new CodedArgumentException(
                    "C416",
                    "a grid of " + Arrays.toString(extents) + " cells cannot be cut into blocks for "
                            + blocks
                            + (blocks == 1 ? " rank" : " ranks") + " with a halo of width " + width
                            + "; use 1 to 3 dimensions and fewer ranks, as each block needs as many cells as its halo");
        }
        return grid;
    }

    /** Returns this block of a grid that is periodic along some dimensions. */
    public Decomposition periodic(int... dimensions) {
        boolean[] more = periodic.clone();
        for (int d : Required.argument(dimensions, "the periodic dimensions of a decomposition")) {
            more[d] = true;
        }
        return new Decomposition(grid, rank, size, width, more);
    }

    /** Returns the number of blocks along each dimension. */
    public int[] blocks() {
        return grid.blocks();
    }

    /** Returns the first cell of this rank along a dimension, as an index of the whole grid. */
    public int begin(int dimension) {
        return grid.begin(rank, dimension);
    }

    /** Returns the index after the last cell of this rank along a dimension, in the whole grid. */
    public int end(int dimension) {
        return grid.end(rank, dimension);
    }

    /** Returns the width of the halo. */
    public int width() {
        return width;
    }

    /** Returns the extents of a view of this rank's cells and their halo. */
    public long[] localExtents() {
        long[] local = new long[grid.dimensions()];
        for (int d = 0; d < local.length; d++) {
            local[d] = cells(d) + 2L * width;
        }
        return local;
    }

    private int cells(int d) {
        return end(d) - begin(d);
    }

    /**
     * Returns the rank of a neighbour, or -1 where the grid ends.
     *
     * @param direction -1, 0 or 1 for each dimension
     */
    public int neighbour(int... direction) {
        return grid.next(rank, direction, periodic);
    }

    /** Returns the exchange of the faces of a local view: for stencils along one dimension at a time. */
    public Halo faces(View local) {
        return halo(local, 1);
    }

    /** Returns the exchange of faces, edges and corners of a local view. */
    public Halo halo(View local) {
        return halo(local, 3);
    }

    /**
     * Adds the directions in one order on all ranks and pairs each send with the receive from the opposite direction,
     * so that several parts between two ranks match.
     */
    private Halo halo(View local, int most) {
        requireLocal(local);
        Halo halo = Halo.none();
        int n = grid.dimensions();
        for (int number = 0; number < Math.pow(3, n); number++) {
            int[] to = new int[n];
            int[] from = new int[n];
            int along = 0;
            for (int d = 0, left = number; d < n; d++, left /= 3) {
                to[d] = left % 3 - 1;
                from[d] = -to[d];
                along += Math.abs(to[d]);
            }
            if (along > 0 && along <= most && width > 0) {
                halo = with(halo, local, to, from);
            }
        }
        return halo;
    }

    private Halo with(Halo halo, View local, int[] to, int[] from) {
        int receiver = neighbour(to);
        int sender = neighbour(from);
        Halo sent = receiver < 0 ? halo : halo.sending(receiver, local.subview(slices(to, true)));
        return sender < 0 ? sent : sent.receiving(sender, local.subview(slices(from, false)));
    }

    /** Returns this rank's cells or the halo cells at a side. */
    private Slice[] slices(int[] side, boolean own) {
        Slice[] slices = new Slice[side.length];
        for (int d = 0; d < side.length; d++) {
            int begin = width;
            int end = width + cells(d);
            if (side[d] < 0) {
                begin = own ? width : 0;
                end = begin + width;
            } else if (side[d] > 0) {
                begin = own ? cells(d) : width + cells(d);
                end = begin + width;
            }
            slices[d] = Slice.range(begin, end);
        }
        return slices;
    }

    /**
     * Returns the exchange that gathers the cells of all ranks on rank 0, for pictures and files.
     *
     * @param whole a view of the whole grid on rank 0, null on others
     * @throws IllegalArgumentException if a view has other extents
     */
    public Halo gather(View local, @Nullable View whole) {
        requireLocal(local);
        Halo halo = Halo.none().sending(0, local.subview(slices(new int[grid.dimensions()], true)));
        if (rank == 0) {
            View all = Required.argument(whole, "the view of the whole grid on rank 0");
            requireExtents(all, wholeExtents());
            for (int from = 0; from < size; from++) {
                halo = halo.receiving(from, all.subview(cellsOf(from)));
            }
        }
        return halo;
    }

    private Slice[] cellsOf(int other) {
        Slice[] cells = new Slice[grid.dimensions()];
        Arrays.setAll(cells, d -> Slice.range(grid.begin(other, d), grid.end(other, d)));
        return cells;
    }

    private long[] wholeExtents() {
        long[] extents = new long[grid.dimensions()];
        Arrays.setAll(extents, grid::extent);
        return extents;
    }

    private void requireLocal(View local) {
        requireExtents(Required.argument(local, "the view of a block"), localExtents());
    }

    private static void requireExtents(View view, long[] expected) {
        boolean same = view.rank() == expected.length;
        for (int d = 0; same && d < expected.length; d++) {
            same = view.extent(d) == expected[d];
        }
        if (!same) {
            throw new CodedArgumentException(
                    "C417",
                    view + " is used for cells of extents " + Arrays.toString(expected)
                            + "; make local views with localExtents(), and the whole one with the extents of the grid");
        }
    }

    /** Returns this rank's cells of a grid of one dimension, as local indexes. */
    public RangePolicy range() {
        return RangePolicy.of(width, width + cells(0));
    }

    /** Returns this rank's cells of a grid of 2 or 3 dimensions, as local indexes. */
    public MDRangePolicy box() {
        return LocalBox.own(this).policy();
    }

    /**
     * Returns the part of the {@link #range()} whose stencils read no halo cells, so that it need not wait for an
     * exchange.
     */
    public RangePolicy innerRange() {
        return LocalBox.inner(this).range();
    }

    /**
     * Returns the part of the {@link #box()} whose stencils read no halo cells, so that it need not wait for an
     * exchange.
     */
    public MDRangePolicy innerBox() {
        return LocalBox.inner(this).policy();
    }

    /** Returns the rest of the {@link #range()}. */
    public List<RangePolicy> borderRanges() {
        return LocalBox.borders(this).stream().map(LocalBox::range).toList();
    }

    /** Returns the rest of the {@link #box()}. */
    public List<MDRangePolicy> borderBoxes() {
        return LocalBox.borders(this).stream().map(LocalBox::policy).toList();
    }

    /** The cells of this rank in an interval, as local indexes. */
    private record LocalBox(int[] begin, int[] end) {
        static LocalBox own(Decomposition of) {
            int n = of.grid.dimensions();
            int[] begin = new int[n];
            int[] end = new int[n];
            Arrays.fill(begin, of.width);
            Arrays.setAll(end, d -> of.width + of.cells(d));
            return new LocalBox(begin, end);
        }

        static LocalBox inner(Decomposition of) {
            LocalBox box = own(of);
            for (int d = 0; d < box.begin.length; d++) {
                int[] side = new int[box.begin.length];
                side[d] = -1;
                box.begin[d] += of.neighbour(side) < 0 ? 0 : of.width;
                side[d] = 1;
                box.end[d] -= of.neighbour(side) < 0 ? 0 : of.width;
                box.end[d] = Math.max(box.begin[d], box.end[d]);
            }
            return box;
        }

        /** Cuts slabs off this rank's cells, dimension by dimension, until the inner box is left. */
        static List<LocalBox> borders(Decomposition of) {
            LocalBox left = own(of);
            LocalBox inner = inner(of);
            List<LocalBox> borders = new ArrayList<>();
            for (int d = 0; d < left.begin.length; d++) {
                borders.add(left.cut(d, left.begin[d], Math.min(inner.begin[d], left.end[d])));
                borders.add(left.cut(d, inner.end[d], left.end[d]));
                left = left.cut(d, inner.begin[d], inner.end[d]);
            }
            borders.removeIf(LocalBox::isEmpty);
            return borders;
        }

        private LocalBox cut(int d, int from, int to) {
            int[] first = begin.clone();
            int[] last = end.clone();
            first[d] = from;
            last[d] = Math.max(from, to);
            return new LocalBox(first, last);
        }

        private boolean isEmpty() {
            boolean empty = false;
            for (int d = 0; d < begin.length; d++) {
                empty |= begin[d] >= end[d];
            }
            return empty;
        }

        RangePolicy range() {
            return RangePolicy.of(begin[0], end[0]);
        }

        MDRangePolicy policy() {
            return MDRangePolicy.of(begin, end);
        }
    }

    @Override
    public String toString() {
        return "block " + Arrays.toString(grid.place(rank)) + " of " + grid;
    }
}
