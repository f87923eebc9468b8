package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.samples.matrix.Poisson;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.View;
import org.sporos.view.Views;

/** Graphs of one kernel in its straightforward form, with its views. Used by one thread. */
final class Kernels implements AutoCloseable {
    private final ExecutionSpace space;
    private final List<View> views = new ArrayList<>();

    private @Nullable DoubleView result;

    Kernels(ExecutionSpace space) {
        this.space = space;
    }

    /** Returns the result of the last product of a matrix and a vector, a thread a row. */
    DoubleView product() {
        return Objects.requireNonNull(result);
    }

    /** Returns {@code y += a x}. */
    Graph axpy(int n) {
        DoubleView x = doubles("x", 1, n);
        DoubleView y = doubles("y", 2, n);
        double a = 1e-3;
        return Graph.define(
                "axpy",
                root -> root.thenParallelFor("axpy", RangePolicy.of(n), i -> y.set(i, a * x.get(i) + y.get(i))));
    }

    /** Returns the five-point stencil on n x n points. */
    Graph stencil5(int n) {
        DoubleView u = doubles("u", 1, n, n);
        DoubleView v = doubles("v", 0, n, n);
        return Graph.define("five points", root -> smooth(root, u, v));
    }

    /** Adds the five-point stencil. */
    static NodeRef smooth(NodeRef after, DoubleView u, DoubleView v) {
        MDRangePolicy inner =
                MDRangePolicy.of((int) u.extent(0), (int) u.extent(1)).interior(1);
        return after.thenParallelFor("stencil", inner, (i, j) -> {
            double around = u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1);
            v.set(i, j, 0.5 * u.get(i, j) + 0.125 * around);
        });
    }

    /** Returns the mean of 27 points on n x n x n points. */
    Graph stencil27(int n) {
        DoubleView u = doubles("u", 1, n, n, n);
        DoubleView v = doubles("v", 0, n, n, n);
        MDRangePolicy inner = MDRangePolicy.of(n, n, n).interior(1);
        return Graph.define(
                "27 points",
                root -> root.thenParallelFor("stencil", inner, (i, j, k) -> {
                    double sum = 0;
                    for (int a = -1; a <= 1; a++) {
                        for (int b = -1; b <= 1; b++) {
                            for (int c = -1; c <= 1; c++) {
                                sum += u.get(i + a, j + b, k + c);
                            }
                        }
                    }
                    v.set(i, j, k, sum / 27);
                }));
    }

    /** Returns the product of the five-point matrix of side x side unknowns, in CSR, and a vector. */
    Graph spmv(int side) {
        CsrMatrix matrix = Poisson.matrix(2, side);
        return product(
                "spmv",
                matrix.rows(),
                mine(IntView.copyOf("row starts", space, matrix.starts())),
                mine(IntView.copyOf("column", space, matrix.column())),
                mine(DoubleView.copyOf("values", space, matrix.values())));
    }

    /** A sparse matrix in CSR. */
    private record Csr(int rows, IntView starts, IntView column, DoubleView values) {}

    /** Returns the 27-point matrix of n x n x n unknowns. */
    private Csr matrix27(int n) {
        int rows = n * n * n;
        int[] first = new int[rows + 1];
        int[] to = new int[(3 * n - 2) * (3 * n - 2) * (3 * n - 2)];
        int at = 0;
        for (int row = 0; row < rows; row++) {
            int i = row / (n * n);
            int j = row / n % n;
            int k = row % n;
            for (int a = Math.max(0, i - 1); a < Math.min(n, i + 2); a++) {
                for (int b = Math.max(0, j - 1); b < Math.min(n, j + 2); b++) {
                    for (int c = Math.max(0, k - 1); c < Math.min(n, k + 2); c++) {
                        to[at++] = (a * n + b) * n + c;
                    }
                }
            }
            first[row + 1] = at;
        }
        IntView starts = mine(IntView.of("row starts", space, rows + 1));
        IntView column = mine(IntView.of("column", space, to.length));
        starts.assign(first);
        column.assign(to);
        return new Csr(rows, starts, column, doubles("values", 0.5, to.length));
    }

    /** Returns the product of the 27-point matrix of n x n x n unknowns and a vector, with a thread per row. */
    Graph spmv27(int n) {
        Csr matrix = matrix27(n);
        return product("spmv 27", matrix.rows, matrix.starts, matrix.column, matrix.values);
    }

    /** Returns the product of a matrix in CSR and a vector. */
    Graph product(String name, int rows, IntView starts, IntView column, DoubleView values) {
        DoubleView x = doubles("x", 1, rows);
        DoubleView y = doubles("y", 0, rows);
        result = y;
        return Graph.define(
                name,
                root -> root.thenParallelFor("y = A x", RangePolicy.of(rows), row -> {
                    double sum = 0;
                    for (int at = starts.get(row); at < starts.get(row + 1); at++) {
                        sum += values.get(at) * x.get(column.get(at));
                    }
                    y.set(row, sum);
                }));
    }

    /** Returns the product of the 27-point matrix of n x n x n unknowns and a vector, with several lanes per row. */
    Graph csr27(int n, int lanes) {
        Csr matrix = matrix27(n);
        int rows = matrix.rows;
        IntView starts = matrix.starts;
        IntView column = matrix.column;
        DoubleView values = matrix.values;
        DoubleView x = doubles("x", 1, rows);
        DoubleView y = doubles("y", 0, rows);
        int members = 128 / lanes;
        TeamPolicy teams = TeamPolicy.of((rows + members - 1) / members, members, lanes);
        return Graph.define(
                "CSR by lanes",
                root -> root.thenParallelFor("y = A x", teams, team -> {
                    int row = team.leagueRank() * members + team.teamRank();
                    if (row < rows) {
                        int begin = starts.get(row);
                        double sum = team.vectorReduceDouble(
                                Sum,
                                starts.get(row + 1) - begin,
                                k -> values.get(begin + k) * x.get(column.get(begin + k)));
                        y.set(row, sum);
                    }
                }));
    }

    /** Returns the sums of the rows of a matrix, with a team per row. */
    Graph rows(int rows, int columns) {
        DoubleView a = doubles("a", 1, rows, columns);
        DoubleView y = doubles("y", 0, rows);
        return Graph.define(
                "row sums",
                root -> root.thenParallelFor("y = A 1", TeamPolicy.of(rows), team -> {
                    int row = team.leagueRank();
                    double sum = team.parallelReduceDouble(Sum, columns, j -> a.get(row, j));
                    team.single(() -> y.set(row, sum));
                }));
    }

    /** Returns the products of many n x n matrices with a vector each. */
    Graph batch(int systems, int n) {
        DoubleView a = doubles("a", 1, systems, n, n);
        DoubleView x = doubles("x", 2, systems, n);
        DoubleView y = doubles("y", 0, systems, n);
        return Graph.define(
                "batch",
                root -> root.thenParallelFor("y = A x", TeamPolicy.of(systems, 8, 4), team -> {
                    int s = team.leagueRank();
                    team.parallelFor(
                            n, i -> y.set(s, i, team.vectorReduceDouble(Sum, n, j -> a.get(s, i, j) * x.get(s, j))));
                }));
    }

    /** Returns the product of two n x n matrices of floats, with a work item per entry. */
    Graph sgemm(int n) {
        FloatView a = floats("a", 1, n, n);
        FloatView b = floats("b", 2, n, n);
        FloatView c = floats("c", 0, n, n);
        return Graph.define(
                "sgemm",
                root -> root.thenParallelFor("c = a b", MDRangePolicy.of(n, n), (i, j) -> {
                    float sum = 0;
                    for (int k = 0; k < n; k++) {
                        sum += a.get(i, k) * b.get(k, j);
                    }
                    c.set(i, j, sum);
                }));
    }

    /** Returns the accelerations of n bodies by all others. */
    Graph nbody(int n) {
        FloatView x = ramp("x", 1, n);
        FloatView y = ramp("y", 2, n);
        FloatView z = ramp("z", 3, n);
        FloatView m = floats("m", 1f / n, n);
        FloatView ax = floats("ax", 0, n);
        FloatView ay = floats("ay", 0, n);
        FloatView az = floats("az", 0, n);
        return Graph.define(
                "n-body",
                root -> root.thenParallelFor("forces", RangePolicy.of(n), i -> {
                    float xi = x.get(i);
                    float yi = y.get(i);
                    float zi = z.get(i);
                    float sx = 0;
                    float sy = 0;
                    float sz = 0;
                    for (int j = 0; j < n; j++) {
                        float dx = x.get(j) - xi;
                        float dy = y.get(j) - yi;
                        float dz = z.get(j) - zi;
                        float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
                        float s = m.get(j) / (d2 * (float) Math.sqrt(d2));
                        sx += s * dx;
                        sy += s * dy;
                        sz += s * dz;
                    }
                    ax.set(i, sx);
                    ay.set(i, sy);
                    az.set(i, sz);
                }));
    }

    /** Returns a product of two functions of Math, with the bits of the JVM. */
    Graph strictWaves(int n) {
        DoubleView x = angles(n);
        DoubleView y = doubles("y", 0, n);
        return Graph.define(
                "strict waves",
                root -> root.thenParallelFor(
                        "waves",
                        RangePolicy.of(n),
                        i -> y.set(i, StrictMath.exp(-x.get(i)) * StrictMath.sin(x.get(i)))));
    }

    /** Returns that product with the native functions of the space. */
    Graph waves(int n) {
        DoubleView x = angles(n);
        DoubleView y = doubles("y", 0, n);
        return Graph.define(
                "waves",
                root -> root.thenParallelFor(
                        "waves", RangePolicy.of(n), i -> y.set(i, Math.exp(-x.get(i)) * Math.sin(x.get(i)))));
    }

    /** Returns the quotients and remainders of n ints by others, with checks for zero divisors. */
    Graph divisions(int n) {
        IntView x = ints("x", n, 0, 1 << 20);
        IntView by = ints("by", n, 1, 1000);
        IntView to = mine(IntView.of("to", space, n));
        return Graph.define(
                "divisions",
                root -> root.thenParallelFor(
                        "divide",
                        RangePolicy.of(n),
                        i -> to.set(i, x.get(i) / by.get(i) + 7 * (x.get(i) % by.get(i)))));
    }

    /** Returns the counts of n keys. */
    Graph histogram(int n, int bins) {
        IntView keys = ints("keys", n, 0, bins);
        IntView counts = mine(IntView.of("counts", space, bins));
        return Graph.define(
                "histogram",
                root -> root.thenParallelFor("count", RangePolicy.of(n), i -> counts.atomicAdd(keys.get(i), 1)));
    }

    /** Returns n ints in a half-open interval. */
    private IntView ints(String label, int n, int least, int end) {
        SplittableRandom random = new SplittableRandom(1);
        int[] values = new int[n];
        Arrays.setAll(values, i -> random.nextInt(least, end));
        return mine(IntView.copyOf(label, space, values));
    }

    /** Returns a sum of n doubles. */
    Graph sum(int n) {
        DoubleView x = doubles("x", 1, n);
        DoubleView result = mine(DoubleView.of("sum", space));
        return Graph.define(
                "sum", root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(result, i -> x.get(i))));
    }

    /** Returns a sum of n doubles by a custom operator. */
    Graph custom(int n) {
        DoubleView x = doubles("x", 1, n);
        DoubleView result = mine(DoubleView.of("custom", space));
        return Graph.define(
                "custom",
                root -> root.thenParallelReduce(
                        "custom", RangePolicy.of(n), Custom.into(result, 0, (a, b) -> a + b, i -> x.get(i))));
    }

    /** Returns a dot product of n doubles. */
    Graph dot(int n) {
        DoubleView x = doubles("x", 1, n);
        DoubleView y = doubles("y", 2, n);
        DoubleView result = mine(DoubleView.of("dot", space));
        return Graph.define(
                "dot",
                root -> root.thenParallelReduce("dot", RangePolicy.of(n), Sum.into(result, i -> x.get(i) * y.get(i))));
    }

    /** Returns the prefix sums of n doubles. */
    Graph scan(int n) {
        DoubleView x = doubles("x", 1, n);
        DoubleView y = doubles("y", 0, n);
        return Graph.define(
                "scan",
                root -> root.thenParallelScan(
                        "scan", RangePolicy.of(n), i -> x.get(i), (i, sum) -> y.set(i, sum), Scan.exclusiveDouble()));
    }

    /** Returns the prefix sums of n ints. */
    Graph scanInts(int n) {
        IntView x = ints("x", n, 0, 100);
        IntView y = mine(IntView.of("y", space, n));
        return Graph.define(
                "scan of ints",
                root -> root.thenParallelScan(
                        "scan", RangePolicy.of(n), i -> x.get(i), (i, sum) -> y.set(i, sum), Scan.exclusiveInt()));
    }

    DoubleView doubles(String label, double value, long... extents) {
        DoubleView view = mine(DoubleView.of(label, space, extents));
        Views.fill(view, value);
        return view;
    }

    IntView ints(String label, long... extents) {
        return mine(IntView.of(label, space, extents));
    }

    /** Angles from 0 to 6. */
    private DoubleView angles(int n) {
        double[] values = new double[n];
        Arrays.setAll(values, i -> i % 1000 * 6e-3);
        return mine(DoubleView.copyOf("x", space, values));
    }

    private FloatView floats(String label, float value, long... extents) {
        FloatView view = mine(FloatView.of(label, space, extents));
        Views.fill(view, value);
        return view;
    }

    private FloatView ramp(String label, int step, int n) {
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = (float) ((i * (long) step) % 1009) / 1009;
        }
        return mine(FloatView.copyOf(label, space, values));
    }

    private <V extends View> V mine(V view) {
        views.add(view);
        return view;
    }

    @Override
    public void close() {
        views.forEach(View::close);
    }
}
