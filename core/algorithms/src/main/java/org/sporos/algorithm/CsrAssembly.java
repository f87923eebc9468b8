package org.sporos.algorithm;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.internal.error.Labels;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * A sparse matrix in compressed rows (CSR), assembled from triplets of row, column and value in any order, as in finite
 * elements. Triplets with equal row and column are added in their order, so the sums have the same bits on every
 * backend.
 *
 * <p>The entries of row {@code i} are those from {@code starts[i]}, inclusive, to {@code starts[i + 1]}, exclusive,
 * with ascending columns. Their number stays on the device. A row or column outside of the matrix fails the run (R301).
 * Immutable, thread-safe.
 *
 * <p>Source: sort by position, then add runs of equal positions; N. Bell, S. Dalton, L. Olson, "Exposing fine-grained
 * parallelism in algebraic multigrid methods", SIAM J. Sci. Comput. 34 (2012), section 3.
 *
 * <pre>{@code
 * int triplets = 4 * n;
 * IntView row = IntView.of("row", space, triplets);
 * IntView column = IntView.of("column", space, triplets);
 * DoubleView value = DoubleView.of("value", space, triplets);
 * IntView starts = IntView.of("starts", space, n + 1);
 * IntView columns = IntView.of("columns", space, triplets);
 * DoubleView values = DoubleView.of("values", space, triplets);
 * IntView entries = IntView.of("entries", space);
 * Graph assemble = CsrAssembly.of(n, n, row, column, value)
 *         .graph("assemble", starts, columns, values, entries, workspace);
 * root.thenGraph("matrix", assemble).then(SparseProduct.of("y = A x", y, starts, columns, values, x));
 * }</pre>
 */
public final class CsrAssembly {
    private static final String WHY = "an assembly of so many triplets";

    private final int rows;
    private final int width;
    private final IntView row;
    private final IntView column;
    private final DoubleView value;
    private final @Nullable IntView size;

    private CsrAssembly(int rows, int width, IntView row, IntView column, DoubleView value, @Nullable IntView size) {
        this.rows = rows;
        this.width = width;
        this.row = row;
        this.column = column;
        this.value = value;
        this.size = size;
    }

    /**
     * Returns the assembly of a matrix.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param row the row of each triplet, from 0: of rank 1
     * @param column the column of each triplet, from 0: of rank 1, with as many elements
     * @param value the value of each triplet: of rank 1, with as many elements
     * @throws IllegalArgumentException if a number is negative, or a view has another rank or extent
     */
    public static CsrAssembly of(int rows, int columns, IntView row, IntView column, DoubleView value) {
        Operands.atLeast(0, rows, "the number of rows of a matrix");
        Operands.atLeast(0, columns, "the number of columns of a matrix");
        Operands.list(row, "the rows of triplets");
        Operands.list(column, "the columns of triplets", row.size(), WHY);
        Operands.list(value, "the values of triplets", row.size(), WHY);
        return new CsrAssembly(rows, columns, row, column, value, null);
    }

    /**
     * Returns the same assembly of the leading triplets, whose number each run reads from a view. A number that is
     * negative or more than the triplets fails the run (R313).
     *
     * @throws IllegalArgumentException if the view has another rank than 0
     */
    public CsrAssembly first(IntView triplets) {
        IntView scalar = Operands.scalar(triplets, "the number of triplets of an assembly");
        return new CsrAssembly(rows, width, row, column, value, scalar);
    }

    /**
     * Returns a graph that assembles. Elements of {@code columns} and {@code values} beyond the entries are unchanged.
     *
     * @param starts the output of the start of each row, and the end of the last: of rank 1, with {@code rows + 1}
     * elements
     * @param columns the output of the column of each entry: of rank 1, with one element for each triplet
     * @param values the output of the value of each entry: of rank 1, with one element for each triplet
     * @param entries the output of the number of entries: of rank 0
     * @throws IllegalArgumentException if a view has another rank or extent, or two of them share memory
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(
            String label, IntView starts, IntView columns, DoubleView values, IntView entries, Workspace workspace) {
        Operands.list(starts, "the starts of rows", rows + 1L, "that number of rows, with an end,");
        Operands.list(columns, "the columns of entries", row.size(), WHY);
        Operands.list(values, "the values of entries", row.size(), WHY);
        Operands.scalar(entries, "the number of entries");
        Operands.apart("an assembly", row, column, value, size, starts, columns, values, entries);
        int n = Math.toIntExact(row.size());
        Sizes sizes = Sizes.of(n, size, workspace);
        Positions positions = Positions.of(n, workspace);
        Graph sort = positions.sorted(sizes, (long) rows * width, workspace);
        Graph heads = positions.heads(n, sizes, entries, workspace);
        IntView rowOf = workspace.ints("row of entry", n);
        // All zeros: reading the element of a row or column out of bounds fails the run.
        IntView legalRows = workspace.ints("rows", rows);
        IntView legalColumns = workspace.ints("columns", width);
        return Graph.define(label, root -> {
            NodeRef placed = positions(sizes.begin(root), sizes.range(), positions, legalRows, legalColumns);
            NodeRef found = placed.thenGraph("sort by position", sort).thenGraph("distinct positions", heads);
            NodeRef added = add(found, sizes.count(), RangePolicy.of(entries, n), positions, rowOf, columns, values);
            var unused = SortedKeys.starts(added, rowOf, new ElementCount.Dynamic(entries, n), starts, workspace);
        });
    }

    private NodeRef positions(
            NodeRef before, RangePolicy range, Positions positions, IntView legalRows, IntView legalColumns) {
        IntView r = row;
        IntView c = column;
        LongView key = positions.key();
        IntView order = positions.order();
        int length = width;
        return before.thenParallelFor("positions", range, i -> {
            int atRow = r.get(i) + legalRows.get(r.get(i));
            int atColumn = c.get(i) + legalColumns.get(c.get(i));
            key.set(i, (long) atRow * length + atColumn);
            order.set(i, i);
        });
    }

    private NodeRef add(
            NodeRef before,
            ElementCount triplets,
            RangePolicy entries,
            Positions positions,
            IntView rowOf,
            IntView columns,
            DoubleView values) {
        LongView key = positions.key();
        IntView order = positions.order();
        IntView head = positions.head();
        DoubleView v = value;
        int length = width;
        return before.thenParallelFor("add", entries, e -> {
            int begin = head.get(e);
            long position = key.get(begin);
            double sum = v.get(order.get(begin));
            int k = begin + 1;
            while (k < triplets.get() && key.get(k) == position) {
                sum += v.get(order.get(k));
                k++;
            }
            values.set(e, sum);
            columns.set(e, (int) (position % length));
            rowOf.set(e, (int) (position / length));
        });
    }

    /**
     * The row-major positions of triplets in the matrix.
     *
     * @param key the position of each triplet, ascending after the sort
     * @param order the triplets in that order
     * @param head the start of each entry in the order
     */
    private record Positions(LongView key, IntView order, IntView head) {
        static Positions of(int n, Workspace workspace) {
            return new Positions(
                    workspace.longs("positions", n), workspace.ints("order", n), workspace.ints("heads", n));
        }

        Graph sorted(Sizes sizes, long limit, Workspace workspace) {
            return LeadingParts.of(RadixSort.byKey(key, order).below(Math.max(limit, 1)), sizes)
                    .graph("sort", workspace);
        }

        Graph heads(int n, Sizes sizes, IntView entries, Workspace workspace) {
            LongView sorted = key;
            Compaction distinct = Compaction.of(n, k -> k == 0 || sorted.get(k) != sorted.get(Math.max(k - 1, 0)));
            return LeadingParts.of(distinct, sizes).graph("heads", head, entries, workspace);
        }
    }

    @Override
    public String toString() {
        return "CsrAssembly of " + rows + " x " + width + " from " + Labels.quoted(value.label());
    }
}
