package org.sporos.samples.matrix;

import java.util.Arrays;

/**
 * The matrix of Poisson's equation on the inner points of a square or cubic grid with fixed values around it: twice the
 * number of dimensions on the diagonal, -1 for each neighbour. Symmetric and positive definite.
 */
public final class Poisson {
    private Poisson() {}

    /**
     * Returns the matrix of a grid.
     *
     * @param dimensions 2 or 3
     * @param n points along each dimension
     * @throws IllegalArgumentException if there are not 2 or 3 dimensions, or the matrix is too large for int indexes
     */
    public static CsrMatrix matrix(int dimensions, int n) {
        if (dimensions != 2 && dimensions != 3) {
            throw new IllegalArgumentException("a Poisson problem in " + dimensions + " dimensions; use 2 or 3");
        }
        double points = Math.pow(n, dimensions);
        if (n < 1 || points * (2 * dimensions + 1) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a Poisson problem of " + n + " points along each of " + dimensions
                    + " dimensions; use at least 1, and fewer than fill 2^31 entries");
        }
        return assembled(dimensions, n, (int) points);
    }

    private static CsrMatrix assembled(int dimensions, int n, int rows) {
        int[] stride = {1, n, n * n};
        int[] starts = new int[rows + 1];
        int[] column = new int[rows * (2 * dimensions + 1)];
        double[] values = new double[column.length];
        int at = 0;
        for (int i = 0; i < rows; i++) {
            for (int d = dimensions - 1; d >= 0; d--) {
                if (i / stride[d] % n > 0) {
                    column[at] = i - stride[d];
                    values[at++] = -1;
                }
            }
            column[at] = i;
            values[at++] = 2 * dimensions;
            for (int d = 0; d < dimensions; d++) {
                if (i / stride[d] % n < n - 1) {
                    column[at] = i + stride[d];
                    values[at++] = -1;
                }
            }
            starts[i + 1] = at;
        }
        return new CsrMatrix(rows, rows, starts, Arrays.copyOf(column, at), Arrays.copyOf(values, at));
    }
}
