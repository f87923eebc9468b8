package org.sporos.samples.matrix;

/**
 * A sparse matrix in host memory, in CSR format (compressed sparse rows): the entries of row i are those from {@code
 * starts[i]}, inclusive, to {@code starts[i + 1]}, exclusive, with ascending columns. The arrays are not copied.
 *
 * @param rows the number of rows
 * @param columns the number of columns
 * @param starts the first entry of each row, and the end of the last: {@code rows + 1} numbers
 * @param column the column of each entry, from 0
 * @param values the value of each entry
 */
@SuppressWarnings("ArrayRecordComponent")
public record CsrMatrix(int rows, int columns, int[] starts, int[] column, double[] values) {

    /** Returns the number of entries. */
    public int entries() {
        return values.length;
    }

    /** Returns the product with a vector, summed in the order of the columns. */
    public double[] times(double... x) {
        double[] product = new double[rows];
        for (int i = 0; i < rows; i++) {
            for (int at = starts[i]; at < starts[i + 1]; at++) {
                product[i] += values[at] * x[column[at]];
            }
        }
        return product;
    }

    /** Returns an entry, 0 if it is not stored. */
    public double at(int row, int wanted) {
        for (int at = starts[row]; at < starts[row + 1]; at++) {
            if (column[at] == wanted) {
                return values[at];
            }
        }
        return 0;
    }

    /** Returns whether it is square and each entry equals its mirror image. */
    public boolean isSymmetric() {
        for (int i = 0; rows == columns && i < rows; i++) {
            for (int at = starts[i]; at < starts[i + 1]; at++) {
                if (values[at] != at(column[at], i)) {
                    return false;
                }
            }
        }
        return rows == columns;
    }

    /** Returns the entries on the diagonal, 0 if they are not stored. */
    public double[] diagonal() {
        double[] diagonal = new double[Math.min(rows, columns)];
        for (int i = 0; i < diagonal.length; i++) {
            diagonal[i] = at(i, i);
        }
        return diagonal;
    }

    @Override
    public String toString() {
        return rows + " x " + columns + " matrix of " + entries() + " entries";
    }
}
