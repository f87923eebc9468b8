package org.sporos.algorithm;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.internal.error.Required;
import org.sporos.view.IntView;

/**
 * Cell lists: elements sorted by cell, in ascending order within a cell, and the start of each cell. Particle codes
 * search for neighbours of a particle in the lists of the cells around it.
 *
 * <p>The elements of cell {@code c} are {@code order[k]} for {@code starts[c] <= k < starts[c + 1]}. The function from
 * elements to cells is kernel code. A cell outside of {@code [0, cells)} fails the run (R301). Immutable, thread-safe.
 *
 * <p>Source: M. P. Allen, D. J. Tildesley, "Computer simulation of liquids", 1987, section 5.3; with sorting instead of
 * linked lists, so that the order does not depend on the threads.
 *
 * <pre>{@code
 * int cells = 100;
 * IntView size = IntView.of("size", space, cells);
 * IntView starts = IntView.of("starts", space, cells + 1);
 * Graph bin = CellLists.of(cells, i -> (int) (cells * x.get(i))).graph("bin", order, starts, workspace);
 * Graph step = Graph.define("step", steps -> steps
 *         .thenGraph("bin", bin)
 *         .thenParallelFor("count", RangePolicy.of(cells), c -> size.set(c, starts.get(c + 1) - starts.get(c))));
 * }</pre>
 */
public final class CellLists {
    private final int cells;
    private final IndexFunction cell;
    private final @Nullable IntView size;

    private CellLists(int cells, IndexFunction cell, @Nullable IntView size) {
        this.cells = cells;
        this.cell = cell;
        this.size = size;
    }

    /**
     * Returns lists for a number of cells.
     *
     * @param cell the cell of an element, from 0
     * @throws IllegalArgumentException if the number of cells is less than 1
     */
    public static CellLists of(int cells, IndexFunction cell) {
        Operands.atLeast(1, cells, "the number of cells of cell lists");
        return new CellLists(cells, Required.argument(cell, "the function of cell lists"), null);
    }

    /**
     * Returns the lists of the leading elements, whose number each run reads from a view. A number that is negative or
     * more than the extent of the order fails the run (R313).
     *
     * @throws IllegalArgumentException if the view has another rank than 0
     */
    public CellLists first(IntView elements) {
        return new CellLists(cells, cell, Operands.scalar(elements, "the number of elements of cell lists"));
    }

    /**
     * Returns a graph that builds the lists.
     *
     * @param order the output of the elements: of rank 1; its extent is the largest number of elements
     * @param starts the output of the start of each cell and the end of the last: of rank 1, with {@code cells + 1}
     * elements
     * @throws IllegalArgumentException if a view has another rank or extent, or two of them share memory
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(String label, IntView order, IntView starts, Workspace workspace) {
        Operands.list(order, "the order of cell lists");
        Operands.list(starts, "the starts of cell lists", cells + 1L, "that number of cells, with an end,");
        Operands.apart("a graph of cell lists", order, starts, size);
        int n = Math.toIntExact(order.size());
        Sizes sizes = Sizes.of(n, size, workspace);
        IntView keys = workspace.ints("cell of each", n);
        // All zeros: reading the element of a cell out of bounds fails the run.
        IntView legal = workspace.ints("cells", cells);
        Graph sort = sorted(keys, order, sizes, workspace);
        IndexFunction of = cell;
        ElementCount count = sizes.count();
        return Graph.define(label, root -> {
            var sorted = sizes.begin(root)
                    .thenParallelFor("cells", sizes.range(), i -> {
                        int c = of.at(i);
                        keys.set(i, c + legal.get(c));
                        order.set(i, i);
                    })
                    .thenGraph("sort", sort);
            var unused = SortedKeys.starts(sorted, keys, count, starts, workspace);
        });
    }

    private Graph sorted(IntView keys, IntView order, Sizes sizes, Workspace workspace) {
        RadixSort sort = RadixSort.byKey(keys, order).below(cells);
        return LeadingParts.of(sort, sizes).graph("sort by cell", workspace);
    }
}
