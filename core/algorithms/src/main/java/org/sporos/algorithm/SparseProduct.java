package org.sporos.algorithm;

import org.sporos.graph.Task;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * The product of a sparse matrix in compressed rows and a vector. Each work item sums one row in order, so the sums
 * have the same bits on every backend, and rows of very different lengths are unbalanced. Pure, thread-safe.
 *
 * <pre>{@code
 * IntView starts = IntView.of("starts", space, n + 1);
 * IntView columns = IntView.of("columns", space, 5 * n);
 * DoubleView values = DoubleView.of("values", space, 5 * n);
 * root.then(SparseProduct.of("y = A x", y, starts, columns, values, x));
 * }</pre>
 */
public final class SparseProduct {
    private SparseProduct() {}

    /**
     * Returns the task that sets {@code y = A x}. A column outside of {@code x} fails the run (R301).
     *
     * @param y the output: of rank 1, with one element for each row
     * @param starts the start of each row, and the end of the last: of rank 1, with one element more than rows
     * @param columns the column of each entry: of rank 1
     * @param values the value of each entry: of rank 1, with the extent of the columns
     * @param x the vector: of rank 1
     * @throws IllegalArgumentException if a view has another rank or extent, or {@code y} shares memory with another
     */
    public static Task of(
            String label, DoubleView y, IntView starts, IntView columns, DoubleView values, DoubleView x) {
        Operands.list(y, "the product");
        Operands.list(x, "the vector of a product");
        Operands.list(starts, "the starts of rows", y.size() + 1, "a product of so many rows");
        Operands.list(columns, "the columns of entries");
        Operands.list(values, "the values of entries", columns.size(), "a matrix of so many entries");
        Operands.apart("a product", y, x);
        Operands.apart("a product", y, values);
        return Task.parallelFor(label, RangePolicy.over(y), i -> {
            double sum = 0;
            int end = starts.get(i + 1);
            for (int k = starts.get(i); k < end; k++) {
                sum += values.get(k) * x.get(columns.get(k));
            }
            y.set(i, sum);
        });
    }
}
