package org.sporos.samples.bench;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.IndexSet;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Solves with the lower factor of the incomplete Cholesky factorization of Poisson's equation on a square, level by
 * level: the rows of a level depend on earlier levels alone. Here levels are the diagonals of the grid. As a graph it
 * has a node per level, over an index set. Source: Anderson and Saad, Solving sparse triangular linear systems on
 * parallel computers, 1989.
 */
final class TriangularSolve extends PlainCode {
    private final CsrMatrix factor;
    private final List<int[]> levels;
    private final double[] b;
    private final double[] x;

    /** Serial code solves row by row, as a single level. */
    TriangularSolve(int n, boolean parallel) {
        super(parallel);
        factor = factor(n);
        levels = parallel
                ? levels(factor)
                : List.of(IntStream.range(0, factor.rows()).toArray());
        b = rightSide(factor.rows());
        x = new double[factor.rows()];
    }

    /** Creates the graph for n x n points. */
    static Code on(ExecutionSpace space, int n) {
        CsrMatrix factor = factor(n);
        IntView starts = IntView.copyOf("starts", space, factor.starts());
        IntView column = IntView.copyOf("column", space, factor.column());
        DoubleView values = DoubleView.copyOf("values", space, factor.values());
        DoubleView b = DoubleView.copyOf("b", space, rightSide(factor.rows()));
        DoubleView x = DoubleView.of("x", space, factor.rows());
        Graph solve = Graph.define("triangular solve", root -> {
            NodeRef last = root;
            for (int[] rows : levels(factor)) {
                last = last.thenParallelFor("level", IndexSet.of(rows), i -> {
                    double sum = b.get(i);
                    int diagonal = starts.get(i + 1) - 1;
                    for (int at = starts.get(i); at < diagonal; at++) {
                        sum -= values.get(at) * x.get(column.get(at));
                    }
                    x.set(i, sum / values.get(diagonal));
                });
            }
        });
        // The race check warns (G111): the independence of rows of one level is a property of the columns.
        return new Submitted(
                space,
                solve.instantiate(space),
                x::toArray,
                () -> List.of(starts, column, values, b, x).forEach(View::close));
    }

    /** Returns the factor: the entries of a row are those of the points below and to the left, and the diagonal. */
    static CsrMatrix factor(int n) {
        int rows = n * n;
        int[] starts = new int[rows + 1];
        int[] column = new int[3 * rows];
        double[] values = new double[3 * rows];
        double[] diagonal = new double[rows];
        int at = 0;
        for (int i = 0; i < rows; i++) {
            double square = 4;
            for (int before : new int[] {i - n, i % n == 0 ? -1 : i - 1}) {
                if (before >= 0) {
                    column[at] = before;
                    values[at] = -1 / diagonal[before];
                    square -= values[at] * values[at];
                    at++;
                }
            }
            diagonal[i] = Math.sqrt(square);
            column[at] = i;
            values[at++] = diagonal[i];
            starts[i + 1] = at;
        }
        return new CsrMatrix(rows, rows, starts, Arrays.copyOf(column, at), Arrays.copyOf(values, at));
    }

    /** Returns the rows of each level. */
    private static List<int[]> levels(CsrMatrix factor) {
        int[] level = new int[factor.rows()];
        for (int i = 0; i < level.length; i++) {
            for (int at = factor.starts()[i]; at < factor.starts()[i + 1] - 1; at++) {
                level[i] = Math.max(level[i], level[factor.column()[at]] + 1);
            }
        }
        List<int[]> levels = new ArrayList<>();
        IntStream.range(0, level.length)
                .boxed()
                .collect(groupingBy(i -> level[i], TreeMap::new, toList()))
                .values()
                .forEach(rows -> levels.add(rows.stream().mapToInt(i -> i).toArray()));
        return levels;
    }

    static double[] rightSide(int rows) {
        return IntStream.range(0, rows).mapToDouble(i -> 1 + i % 7 / 8.0).toArray();
    }

    @Override
    public void run() {
        int[] starts = factor.starts();
        int[] column = factor.column();
        double[] values = factor.values();
        for (int[] rows : levels) {
            ranges(0, rows.length, (from, to) -> {
                for (int k = from; k < to; k++) {
                    int i = rows[k];
                    double sum = b[i];
                    int diagonal = starts[i + 1] - 1;
                    for (int at = starts[i]; at < diagonal; at++) {
                        sum -= values[at] * x[column[at]];
                    }
                    x[i] = sum / values[diagonal];
                }
            });
        }
    }

    @Override
    public double[] solution() {
        return x;
    }
}
