package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The kernels of {@link KernelCompare}, twins of those in {@code kernels.cpp}. */
final class ComparedKernels {
    private static final int SMALL = 16_384;
    private static final int LARGE = 4_000_000;
    private static final int DIAGONALS = 5;

    private ComparedKernels() {}

    /** A kernel of a size: the number of elements, or the side of a square or cube. */
    record Case(String name, int size, Maker graph) {}

    /** A factory of a kernel's graph for a size. */
    interface Maker {
        Graph make(Kernels kernels, int n);
    }

    static List<Case> all() {
        return List.of(
                new Case("axpy", SMALL, Kernels::axpy),
                new Case("axpy", LARGE, Kernels::axpy),
                new Case("axpy-inside", 128, ComparedKernels::inside),
                new Case("axpy-inside", 2000, ComparedKernels::inside),
                new Case("triad", SMALL, ComparedKernels::triad),
                new Case("triad", LARGE, ComparedKernels::triad),
                new Case("dot", SMALL, Kernels::dot),
                new Case("dot", LARGE, Kernels::dot),
                new Case("five-point", 128, Kernels::stencil5),
                new Case("five-point", 2000, Kernels::stencil5),
                new Case("27-point", 24, Kernels::stencil27),
                new Case("27-point", 160, Kernels::stencil27),
                new Case("spmv", SMALL, ComparedKernels::spmv),
                new Case("spmv", LARGE / 4, ComparedKernels::spmv),
                new Case("n-body", 512, ComparedKernels::nbody),
                new Case("n-body", 4096, ComparedKernels::nbody),
                new Case("exp*sin", SMALL, Kernels::strictWaves),
                new Case("exp*sin", LARGE, Kernels::strictWaves),
                new Case("exp*sin-of-Math", SMALL, Kernels::waves),
                new Case("exp*sin-of-Math", LARGE, Kernels::waves),
                new Case("chain-of-10-axpy", 1_000_000, ComparedKernels::chain),
                new Case("chain-apart", 1_000_000, ComparedKernels::chain),
                new Case("cg-step", 1000, ComparedKernels::cg));
    }

    /** Returns ten different kernels of sizes that fit into a cache. */
    static List<Case> ten() {
        return List.of(
                new Case("axpy", SMALL, Kernels::axpy),
                new Case("triad", SMALL, ComparedKernels::triad),
                new Case("dot", SMALL, Kernels::dot),
                new Case("five-point", 128, Kernels::stencil5),
                new Case("27-point", 24, Kernels::stencil27),
                new Case("spmv", SMALL, ComparedKernels::spmv),
                new Case("n-body", 512, ComparedKernels::nbody),
                new Case("exp*sin", SMALL, Kernels::strictWaves),
                new Case("chain-of-10-axpy", SMALL, ComparedKernels::chain),
                new Case("cg-step", 100, ComparedKernels::cg));
    }

    /** Pointwise in two dimensions, except for a border. */
    private static Graph inside(Kernels kernels, int m) {
        DoubleView x = kernels.doubles("x", 1, m, m);
        DoubleView y = kernels.doubles("y", 2, m, m);
        double a = 1e-9;
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {m - 1, m - 1});
        return Graph.define(
                "axpy",
                root -> root.thenParallelFor("axpy", inside, (i, j) -> y.set(i, j, y.get(i, j) + a * x.get(i, j))));
    }

    private static Graph triad(Kernels kernels, int n) {
        DoubleView x = kernels.doubles("x", 1, n);
        DoubleView y = kernels.doubles("y", 2, n);
        DoubleView z = kernels.doubles("z", 0, n);
        return Graph.define(
                "triad",
                root -> root.thenParallelFor("triad", RangePolicy.of(n), i -> z.set(i, x.get(i) + 3.0 * y.get(i))));
    }

    private static Graph spmv(Kernels kernels, int n) {
        IntView rows = kernels.ints("rows", n + 1);
        IntView columns = kernels.ints("columns", (long) DIAGONALS * n);
        DoubleView values = kernels.doubles("values", 0, (long) DIAGONALS * n);
        for (int i = 0, at = 0; i < n; i++) {
            for (int k = -2; k <= 2; k++) {
                columns.set(at, (i + k * 37 + n) % n);
                values.set(at++, 1.0 / (3 + k));
            }
            rows.set(i + 1, at);
        }
        return kernels.product("spmv", n, rows, columns, values);
    }

    private static Graph nbody(Kernels kernels, int n) {
        DoubleView x = kernels.doubles("x", 0, n);
        DoubleView y = kernels.doubles("y", 0, n);
        DoubleView f = kernels.doubles("f", 0, n);
        DoubleView g = kernels.doubles("g", 0, n);
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

    private static Graph chain(Kernels kernels, int n) {
        DoubleView x = kernels.doubles("x", 1, n);
        DoubleView y = kernels.doubles("y", 2, n);
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
     * small that thousands of them hardly change the numbers: each costs as much as the first.
     */
    private static Graph cg(Kernels kernels, int m) {
        int side = m + 2;
        int n = side * side;
        DoubleView p = kernels.doubles("p", 0, n);
        DoubleView q = kernels.doubles("q", 0, n);
        DoubleView x = kernels.doubles("x", 0, n);
        DoubleView r = kernels.doubles("r", 0, n);
        for (int i = 1; i <= m; i++) {
            for (int j = 1; j <= m; j++) {
                p.set(i * side + j, 1 + (i + j) % 3);
                r.set(i * side + j, 1 + (i + j) % 3);
            }
        }
        DoubleView pq = kernels.doubles("pq", 0);
        DoubleView rr = kernels.doubles("rr", 0);
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
