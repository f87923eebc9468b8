package org.sporos.algorithm;

import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/**
 * The transpose of a sparse matrix in compressed rows, also in compressed rows: row {@code j} of it has the entries of
 * column {@code j}, with ascending columns if each row of the matrix has a column at most once. Entries with equal row
 * and column keep their order. The result is the same on every backend.
 *
 * <p>The number of entries is the last element of the starts, and is read on the device. A number that is negative or
 * more than the extent of the columns fails the run (R313), and so does a column outside of the matrix (R301).
 * Immutable, thread-safe.
 *
 * <p>Source: a stable sort of the entries by their column; F. Gustavson, "Two fast algorithms for sparse matrices:
 * multiplication and permuted transposition", ACM Trans. Math. Softw. 4 (1978), with a parallel sort.
 *
 * <pre>{@code
 * IntView starts = IntView.of("starts", space, n + 1);
 * IntView columns = IntView.of("columns", space, 5 * n);
 * DoubleView values = DoubleView.of("values", space, 5 * n);
 * IntView startsT = IntView.of("starts of columns", space, n + 1);
 * IntView rows = IntView.of("rows", space, 5 * n);
 * DoubleView valuesT = DoubleView.of("values by column", space, 5 * n);
 * Graph transpose = CsrTranspose.of(n, starts, columns, values).graph("A^T", startsT, rows, valuesT, workspace);
 * }</pre>
 */
public final class CsrTranspose {
    private static final String WHY = "a matrix of so many entries";

    private final int width;
    private final IntView starts;
    private final IntView columns;
    private final DoubleView values;

    private CsrTranspose(int width, IntView starts, IntView columns, DoubleView values) {
        this.width = width;
        this.starts = starts;
        this.columns = columns;
        this.values = values;
    }

    /**
     * Returns the transpose of a matrix.
     *
     * @param width the number of its columns
     * @param starts the index of the first entry of each of its rows, and the end of the last: of rank 1
     * @param columns the column of each entry: of rank 1
     * @param values the value of each entry: of rank 1, with the extent of the columns
     * @throws IllegalArgumentException if a number is negative, or a view has another rank or extent
     */
    public static CsrTranspose of(int width, IntView starts, IntView columns, DoubleView values) {
        Operands.atLeast(0, width, "the number of columns of a matrix");
        Operands.list(starts, "the starts of rows");
        Operands.atLeast(1, Math.toIntExact(starts.size()), "the number of starts of rows");
        Operands.list(columns, "the columns of entries");
        Operands.list(values, "the values of entries", columns.size(), WHY);
        return new CsrTranspose(width, starts, columns, values);
    }

    /**
     * Returns a graph that transposes. Elements of {@code rows} and {@code values} beyond the entries are unchanged.
     *
     * @param starts the output of the start of each row of the transpose, and the end of the last: of rank 1, with one
     * element more than the matrix has columns
     * @param rows the output of each entry's column in the transpose, its row in the matrix: of rank 1, with the extent
     * of the matrix's columns
     * @param values the output of the value of each entry: of rank 1, with the same extent
     * @throws IllegalArgumentException if a view has another rank or extent, or two of them share memory
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(String label, IntView starts, IntView rows, DoubleView values, Workspace workspace) {
        Operands.list(starts, "the starts of the transpose", width + 1L, "that number of columns, with an end,");
        Operands.list(rows, "the columns of the transpose", columns.size(), WHY);
        Operands.list(values, "the values of the transpose", columns.size(), WHY);
        Operands.apart("a transpose", this.starts, columns, this.values, starts, rows, values);
        int n = Math.toIntExact(columns.size());
        Sizes sizes = Sizes.of(n, this.starts.subview(Slice.at(this.starts.size() - 1)), workspace);
        IntView keys = workspace.ints("column of each", n);
        IntView order = workspace.ints("order", n);
        IntView rowOf = workspace.ints("row of each", n);
        // All zeros: reading the element of a column out of bounds fails the run.
        IntView legal = workspace.ints("columns", width);
        Graph sort = LeadingParts.of(RadixSort.byKey(keys, order).below(Math.max(width, 1)), sizes)
                .graph("sort by column", workspace);
        IntView of = columns;
        DoubleView from = this.values;
        return Graph.define(label, root -> {
            NodeRef sized = sizes.begin(root).thenParallelFor("columns", sizes.range(), k -> {
                keys.set(k, of.get(k) + legal.get(of.get(k)));
                order.set(k, k);
            });
            NodeRef sorted = rowsOf(sized, rowOf).thenGraph("sort", sort).thenParallelFor("move", sizes.range(), k -> {
                rows.set(k, rowOf.get(order.get(k)));
                values.set(k, from.get(order.get(k)));
            });
            var unused = SortedKeys.starts(sorted, keys, sizes.count(), starts, workspace);
        });
    }

    /** Adds the node that writes the row of each entry. */
    private NodeRef rowsOf(NodeRef before, IntView rowOf) {
        IntView from = starts;
        RangePolicy each = RangePolicy.of(Math.toIntExact(from.size()) - 1);
        return before.thenParallelFor("rows", each, (RangeBody & DisjointWrites) i -> {
            int end = from.get(i + 1);
            for (int k = from.get(i); k < end; k++) {
                rowOf.set(k, i);
            }
        });
    }
}
