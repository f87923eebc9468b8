package org.sporos.samples.matrix;

import java.util.Arrays;
import java.util.Optional;

/**
 * The entries of a sparse matrix in the order in which they are read, each with its line in the file. Indexes count
 * from 0. Not thread-safe.
 */
final class Triplets {
    private final int rows;
    private final int columns;
    private int[] row = new int[16];
    private int[] column = new int[16];
    private int[] line = new int[16];
    private double[] values = new double[16];
    private int count;

    Triplets(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    void add(int i, int j, double value, int where) {
        if (count == row.length) {
            row = Arrays.copyOf(row, 2 * count);
            column = Arrays.copyOf(column, 2 * count);
            line = Arrays.copyOf(line, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        row[count] = i;
        column[count] = j;
        line[count] = where;
        values[count++] = value;
    }

    /** Returns the entries row by row; equal ones keep their order. */
    Sorted sorted() {
        int[] given = new int[count];
        Arrays.setAll(given, k -> k);
        return new Sorted(sorted(sorted(given, column, columns), row, rows));
    }

    /** Returns the order by key of entries that are in some order, which those of equal keys keep. */
    private int[] sorted(int[] order, int[] keys, int buckets) {
        int[] next = starts(keys, buckets);
        int[] sorted = new int[count];
        for (int entry : order) {
            sorted[next[keys[entry]]++] = entry;
        }
        return sorted;
    }

    private int[] starts(int[] keys, int buckets) {
        int[] starts = new int[buckets + 1];
        for (int k = 0; k < count; k++) {
            starts[keys[k] + 1]++;
        }
        Arrays.parallelPrefix(starts, Integer::sum);
        return starts;
    }

    /** An entry that is there twice, and the lines of both. */
    record Twice(int row, int column, int firstLine, int secondLine) {}

    /** The entries in the order of their rows, and in a row of their columns. */
    final class Sorted {
        private final int[] order;

        private Sorted(int[] order) {
            this.order = order;
        }

        /** Returns an entry that is there twice, if one is. */
        Optional<Twice> twice() {
            for (int k = 1; k < count; k++) {
                int first = order[k - 1];
                int second = order[k];
                if (row[first] == row[second] && column[first] == column[second]) {
                    return Optional.of(new Twice(row[first], column[first], line[first], line[second]));
                }
            }
            return Optional.empty();
        }

        /** Returns the matrix. */
        CsrMatrix toCsr() {
            int[] sortedColumns = new int[count];
            double[] sortedValues = new double[count];
            for (int k = 0; k < count; k++) {
                sortedColumns[k] = column[order[k]];
                sortedValues[k] = values[order[k]];
            }
            return new CsrMatrix(rows, columns, starts(row, rows), sortedColumns, sortedValues);
        }
    }
}
