package org.sporos.host.compare;

import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Views;

/** The kernels of {@link KernelCompare}, twins of those in {@code kernels.cpp}. */
final class ComparedKernels {
    private static final int SMALL = 16_384;
    private static final int LARGE = 4_000_000;
    private static final int DIAGONALS = 5;

    private ComparedKernels() {}

    /** A kernel of a size: the number of elements, or the side of a square or cube. */
    record Case(String name, int size, Maker graph) {}

    /** Makes the graph of a kernel, with views of its own. */
    interface Maker {
        Graph make(ExecutionSpace space, int n);
    }

    static List<Case> all() {
        return List.of(
                new Case("axpy", SMALL, ComparedKernels::axpy),
                new Case("axpy", LARGE, ComparedKernels::axpy),
                new Case("axpy-inside", 128, ComparedKernels::inside),
                new Case("axpy-inside", 2000, ComparedKernels::inside),
                new Case("triad", SMALL, ComparedKernels::triad),
                new Case("triad", LARGE, ComparedKernels::triad),
                new Case("dot", SMALL, ComparedKernels::dot),
                new Case("dot", LARGE, ComparedKernels::dot),
                new Case("five-point", 128, ComparedKernels::five),
                new Case("five-point", 2000, ComparedKernels::five),
                new Case("27-point", 24, ComparedKernels::twentySeven),
                new Case("27-point", 160, ComparedKernels::twentySeven),
                new Case("spmv", SMALL, ComparedKernels::spmv),
                new Case("spmv", LARGE / 4, ComparedKernels::spmv),
                new Case("n-body", 512, ComparedKernels::nbody),
                new Case("n-body", 4096, ComparedKernels::nbody),
                new Case("exp*sin", SMALL, ComparedKernels::expSin),
                new Case("exp*sin", LARGE, ComparedKernels::expSin),
                new Case("exp*sin-of-Math", SMALL, ComparedKernels::expSinOfMath),
                new Case("exp*sin-of-Math", LARGE, ComparedKernels::expSinOfMath),
                new Case("chain-of-10-axpy", 1_000_000, ComparedKernels::chain),
                new Case("chain-apart", 1_000_000, ComparedKernels::chain),
                new Case("cg-step", 1000, ComparedKernels::cg));
    }

    /** Returns ten different kernels of sizes that stay in a cache. */
    static List<Case> ten() {
        return List.of(
                new Case("axpy", SMALL, ComparedKernels::axpy),
                new Case("triad", SMALL, ComparedKernels::triad),
                new Case("dot", SMALL, ComparedKernels::dot),
                new Case("five-point", 128, ComparedKernels::five),
                new Case("27-point", 24, ComparedKernels::twentySeven),
                new Case("spmv", SMALL, ComparedKernels::spmv),
                new Case("n-body", 512, ComparedKernels::nbody),
                new Case("exp*sin", SMALL, ComparedKernels::expSin),
                new Case("chain-of-10-axpy", SMALL, ComparedKernels::chain),
                new Case("cg-step", 100, ComparedKernels::cg));
    }

    private static DoubleView view(String label, ExecutionSpace space, double value, long... extents) {
        DoubleView view = DoubleView.of(label, space, extents);
        Views.fill(view, value);
        return view;
    }

    private static Graph axpy(ExecutionSpace space, int n) {
        DoubleView x = view("x", space, 1, n);
        DoubleView y = view("y", space, 2, n);
        double a = 1e-9;
        return Graph.define(
                "axpy",
                root -> root.thenParallelFor("axpy", RangePolicy.of(n), i -> y.set(i, y.get(i) + a * x.get(i))));
    }

    /** Pointwise in two dimensions, but for a border. */
    private static Graph inside(ExecutionSpace space, int m) {
        DoubleView x = view("x", space, 1, m, m);
        DoubleView y = view("y", space, 2, m, m);
        double a = 1e-9;
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {m - 1, m - 1});
        return Graph.define(
                "axpy",
                root -> root.thenParallelFor("axpy", inside, (i, j) -> y.set(i, j, y.get(i, j) + a * x.get(i, j))));
    }

    private static Graph triad(ExecutionSpace space, int n) {
        DoubleView x = view("x", space, 1, n);
        DoubleView y = view("y", space, 2, n);
        DoubleView z = view("z", space, 0, n);
        return Graph.define(
                "triad",
                root -> root.thenParallelFor("triad", RangePolicy.of(n), i -> z.set(i, x.get(i) + 3.0 * y.get(i))));
    }

    private static Graph dot(ExecutionSpace space, int n) {
        DoubleView x = view("x", space, 1, n);
        DoubleView y = view("y", space, 2, n);
        DoubleView sum = DoubleView.of("sum", space);
        return Graph.define(
                "dot",
                root -> root.thenParallelReduce("dot", RangePolicy.of(n), Sum.into(sum, i -> x.get(i) * y.get(i))));
    }

    private static Graph five(ExecutionSpace space, int m) {
        DoubleView x = view("x", space, 1, m, m);
        DoubleView y = view("y", space, 0, m, m);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {m - 1, m - 1});
        return Graph.define(
                "five",
                root -> root.thenParallelFor("five", inside, (i, j) -> {
                    double around = x.get(i - 1, j) + x.get(i + 1, j) + x.get(i, j - 1) + x.get(i, j + 1);
                    y.set(i, j, x.get(i, j) + 0.1 * (around - 4 * x.get(i, j)));
                }));
    }

    private static Graph twentySeven(ExecutionSpace space, int m) {
        DoubleView x = view("x", space, 1, m, m, m);
        DoubleView y = view("y", space, 0, m, m, m);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1, 1}, new int[] {m - 1, m - 1, m - 1});
        return Graph.define(
                "cube",
                root -> root.thenParallelFor("cube", inside, (i, j, k) -> {
                    double sum = 0;
                    for (int p = -1; p <= 1; p++) {
                        for (int q = -1; q <= 1; q++) {
                            sum += x.get(i + p, j + q, k - 1) + x.get(i + p, j + q, k) + x.get(i + p, j + q, k + 1);
                        }
                    }
                    y.set(i, j, k, sum * (1.0 / 27));
                }));
    }

    private static Graph spmv(ExecutionSpace space, int n) {
        IntView rows = IntView.of("rows", space, n + 1);
        IntView columns = IntView.of("columns", space, (long) DIAGONALS * n);
        DoubleView values = view("values", space, 0, (long) DIAGONALS * n);
        DoubleView x = view("x", space, 1, n);
        DoubleView y = view("y", space, 0, n);
        for (int i = 0, at = 0; i < n; i++) {
            for (int k = -2; k <= 2; k++) {
                columns.set(at, (i + k * 37 + n) % n);
                values.set(at++, 1.0 / (3 + k));
            }
            rows.set(i + 1, at);
        }
        return Graph.define(
                "spmv",
                root -> root.thenParallelFor("spmv", RangePolicy.of(n), i -> {
                    double sum = 0;
                    for (int k = rows.get(i); k < rows.get(i + 1); k++) {
                        sum += values.get(k) * x.get(columns.get(k));
                    }
                    y.set(i, sum);
                }));
    }

    private static Graph nbody(ExecutionSpace space, int n) {
        DoubleView x = view("x", space, 0, n);
        DoubleView y = view("y", space, 0, n);
        DoubleView f = view("f", space, 0, n);
        DoubleView g = view("g", space, 0, n);
        for (int i = 0; i < n; i++) {
            x.set(i, i * 0.37);
            y.set(i, i * 0.11);
        }
        return Graph.define(
                "bodies",
                root -> root.thenParallelFor("bodies", RangePolicy.of(n), i -> {
                    double u = 0;
                    double v = 0;
                    for (int j = 0; j < n; j++) {
                        double p = x.get(j) - x.get(i);
                        double q = y.get(j) - y.get(i);
                        double r = p * p + q * q + 1e-3;
                        double s = 1.0 / (r * Math.sqrt(r));
                        u += p * s;
                        v += q * s;
                    }
                    f.set(i, u);
                    g.set(i, v);
                }));
    }

    private static Graph expSin(ExecutionSpace space, int n) {
        DoubleView x = angles(space, n);
        DoubleView y = view("y", space, 0, n);
        return Graph.define(
                "waves",
                root -> root.thenParallelFor(
                        "waves",
                        RangePolicy.of(n),
                        i -> y.set(i, StrictMath.exp(x.get(i)) * StrictMath.sin(x.get(i)))));
    }

    /** The same with the JVM's own functions, which no C++ has. */
    private static Graph expSinOfMath(ExecutionSpace space, int n) {
        DoubleView x = angles(space, n);
        DoubleView y = view("y", space, 0, n);
        return Graph.define(
                "waves",
                root -> root.thenParallelFor(
                        "waves", RangePolicy.of(n), i -> y.set(i, Math.exp(x.get(i)) * Math.sin(x.get(i)))));
    }

    private static DoubleView angles(ExecutionSpace space, int n) {
        DoubleView x = view("x", space, 0, n);
        for (int i = 0; i < n; i++) {
            x.set(i, (i % 1000) * 1e-3);
        }
        return x;
    }

    private static Graph chain(ExecutionSpace space, int n) {
        DoubleView x = view("x", space, 1, n);
        DoubleView y = view("y", space, 2, n);
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int k = 1; k <= 10; k++) {
                double a = 1e-9 * k;
                last = last.thenParallelFor("axpy", RangePolicy.of(n), i -> y.set(i, y.get(i) + a * x.get(i)));
            }
        });
    }

    /**
     * A step of conjugate gradients on a five-point stencil, over vectors with a border of zeros. The steps are so
     * short that thousands of them change the numbers little: each costs what the first did.
     */
    private static Graph cg(ExecutionSpace space, int m) {
        int side = m + 2;
        int n = side * side;
        DoubleView p = view("p", space, 0, n);
        DoubleView q = view("q", space, 0, n);
        DoubleView x = view("x", space, 0, n);
        DoubleView r = view("r", space, 0, n);
        for (int i = 1; i <= m; i++) {
            for (int j = 1; j <= m; j++) {
                p.set(i * side + j, 1 + (i + j) % 3);
                r.set(i * side + j, 1 + (i + j) % 3);
            }
        }
        DoubleView pq = DoubleView.of("pq", space);
        DoubleView rr = DoubleView.of("rr", space);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {m + 1, m + 1});
        RangePolicy all = RangePolicy.of(n);
        return Graph.define(
                "cg",
                root -> root.thenParallelFor("A p", inside, (i, j) -> {
                            int k = i * side + j;
                            q.set(k, 4 * p.get(k) - p.get(k - side) - p.get(k + side) - p.get(k - 1) - p.get(k + 1));
                        })
                        .thenParallelReduce("p q", all, Sum.into(pq, k -> p.get(k) * q.get(k)))
                        .thenParallelFor("x", all, k -> x.set(k, x.get(k) + 1e-9 / pq.get() * p.get(k)))
                        .thenParallelFor("r", all, k -> r.set(k, r.get(k) - 1e-9 / pq.get() * q.get(k)))
                        .thenParallelReduce("r r", all, Sum.into(rr, k -> r.get(k) * r.get(k)))
                        .thenParallelFor("p", all, k -> p.set(k, r.get(k) + 1e-9 / rr.get() * p.get(k))));
    }
}
