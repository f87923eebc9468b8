package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.IntUnaryOperator;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Views;

/**
 * A problem of {@link RivalSpeed}: a graph of some steps from a given state, and a number of its result. Used by one
 * thread.
 */
final class RivalProblem implements AutoCloseable {
    private static final int VELOCITIES = 9;
    private static final double OMEGA = 1.25;
    private static final int[] X = {0, 1, -1, 0, 0, 1, -1, -1, 1};
    private static final int[] Y = {0, 0, 0, 1, -1, 1, -1, 1, -1};
    private static final double[] WEIGHTS = {
        4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36
    };
    private static final int HASH = (int) 2654435761L;
    private static final int BINS = 256;

    private static final Map<String, Maker> MAKERS = Map.of(
            "heat", RivalProblem::heat,
            "lattice", RivalProblem::lattice,
            "cg", RivalProblem::conjugateGradients,
            "nbody", RivalProblem::bodies,
            "csr", RivalProblem::product,
            "sum", RivalProblem::sum,
            "scan", RivalProblem::scan,
            "sort", RivalProblem::sort,
            "histogram", RivalProblem::histogram);

    private final ExecutionSpace space;
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private Graph graph = Graph.define("none", root -> {});
    private DoubleSupplier result = () -> 0;

    private interface Maker {
        void make(RivalProblem problem, int n, int steps);
    }

    private RivalProblem(ExecutionSpace space) {
        this.space = space;
    }

    /**
     * Returns a problem in its first state.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    static RivalProblem of(String name, int n, int steps, ExecutionSpace space) {
        Maker maker = MAKERS.get(name);
        if (maker == null) {
            throw new IllegalArgumentException("no problem '" + name + "', but " + MAKERS.keySet());
        }
        RivalProblem problem = new RivalProblem(space);
        try {
            maker.make(problem, n, steps);
        } catch (RuntimeException | Error e) {
            problem.close();
            throw e;
        }
        return problem;
    }

    Graph graph() {
        return graph;
    }

    /** Returns the number of the result that is compared; waits for the runs. */
    double result() {
        space.fence();
        return result.getAsDouble();
    }

    /** Explicit steps of the heat equation on n x n points with a fixed boundary. */
    private void heat(int n, int steps) {
        double[] start = new double[n * n];
        Arrays.setAll(start, i -> i % 17 / 17.0);
        DoubleView u = mine(DoubleView.of("u", space, n, n));
        DoubleView v = mine(DoubleView.of("v", space, n, n));
        u.assign(start);
        v.assign(start);
        graph = Graph.define("heat", root -> {
            NodeRef last = root;
            for (int k = 0; k < steps; k++) {
                last = k % 2 == 0 ? diffuse(last, u, v) : diffuse(last, v, u);
            }
        });
        result = () -> Arrays.stream((steps % 2 == 0 ? u : v).toArray()).sum();
    }

    private static NodeRef diffuse(NodeRef after, DoubleView u, DoubleView v) {
        return after.thenParallelFor(
                "diffuse",
                MDRangePolicy.over(u).interior(1),
                (i, j) -> v.set(
                        i,
                        j,
                        0.5 * u.get(i, j)
                                + 0.125 * (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1))));
    }

    /** Steps of the lattice Boltzmann method with nine velocities on a periodic square of n x n cells. */
    private void lattice(int n, int steps) {
        double[] start = new double[VELOCITIES * n * n];
        Arrays.setAll(start, i -> WEIGHTS[i / (n * n)] * (1 + 0.01 * (i % (n * n) % 13 / 13.0)));
        DoubleView f = mine(DoubleView.of("f", space, VELOCITIES, n, n));
        DoubleView g = mine(DoubleView.of("g", space, VELOCITIES, n, n));
        f.assign(start);
        graph = Graph.define("lattice", root -> {
            NodeRef last = root;
            for (int k = 0; k < steps; k++) {
                last = k % 2 == 0 ? stream(last, f, g, n) : stream(last, g, f, n);
            }
        });
        result = () -> {
            double[] end = (steps % 2 == 0 ? f : g).toArray();
            double sum = 0;
            for (int i = 0; i < n * n; i++) {
                sum += end[n * n + i] * end[5 * n * n + i];
            }
            return sum;
        };
    }

    private static NodeRef stream(NodeRef after, DoubleView f, DoubleView g, int n) {
        int[] x = X;
        int[] y = Y;
        double[] weights = WEIGHTS;
        return after.thenParallelFor("stream and relax", MDRangePolicy.of(n, n), (j, i) -> {
            double[] moved = new double[VELOCITIES];
            double rho = 0;
            double u = 0;
            double v = 0;
            for (int q = 0; q < VELOCITIES; q++) {
                moved[q] = f.get(q, Math.floorMod(j - y[q], n), Math.floorMod(i - x[q], n));
                rho += moved[q];
                u += x[q] * moved[q];
                v += y[q] * moved[q];
            }
            double still = 1.5 * (u * u + v * v);
            for (int q = 0; q < VELOCITIES; q++) {
                double along = x[q] * u + y[q] * v;
                double equilibrium = weights[q] * (rho + 3 * along + 4.5 * along * along - still);
                g.set(q, j, i, moved[q] + OMEGA * (equilibrium - moved[q]));
            }
        });
    }

    /** Steps of conjugate gradients for the five-point matrix of n x n unknowns, which no view holds. */
    private void conjugateGradients(int n, int steps) {
        CgVectors vectors = mine(new CgVectors(space, n));
        graph = Graph.define("cg", root -> {
            NodeRef last = root.thenGraph("begin", vectors.begin());
            Graph step = vectors.step();
            for (int k = 0; k < steps; k++) {
                last = last.thenGraph("step", step);
            }
        });
        result = vectors::residual;
    }

    /** The accelerations of n bodies by all others, in floats. */
    private void bodies(int n, int steps) {
        FloatView x = mine(FloatView.copyOf("x", space, positions(n, 1)));
        FloatView y = mine(FloatView.copyOf("y", space, positions(n, 2)));
        FloatView z = mine(FloatView.copyOf("z", space, positions(n, 3)));
        FloatView ax = mine(FloatView.of("ax", space, n));
        FloatView ay = mine(FloatView.of("ay", space, n));
        FloatView az = mine(FloatView.of("az", space, n));
        float mass = 1f / n;
        graph = Graph.define(
                "n-body",
                root -> root.thenParallelFor("accelerations", RangePolicy.of(n), i -> {
                    float sx = 0;
                    float sy = 0;
                    float sz = 0;
                    for (int j = 0; j < n; j++) {
                        float dx = x.get(j) - x.get(i);
                        float dy = y.get(j) - y.get(i);
                        float dz = z.get(j) - z.get(i);
                        float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
                        float s = mass / (d2 * (float) Math.sqrt(d2));
                        sx += s * dx;
                        sy += s * dy;
                        sz += s * dz;
                    }
                    ax.set(i, sx);
                    ay.set(i, sy);
                    az.set(i, sz);
                }));
        result = () -> {
            double sum = 0;
            for (float value : ax.toArray()) {
                sum += Math.abs(value);
            }
            return sum;
        };
    }

    private static float[] positions(int n, long step) {
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = (float) (i * step % 1009) / 1009;
        }
        return values;
    }

    /** The product of the 27-point matrix of n x n x n unknowns, in CSR, and a vector. */
    private void product(int n, int steps) {
        Kernels kernels = mine(new Kernels(space));
        graph = kernels.spmv27(n);
        result = () -> Arrays.stream(kernels.product().toArray()).sum();
    }

    private void sum(int n, int steps) {
        DoubleView x = ones(n);
        DoubleView sum = mine(DoubleView.of("sum", space));
        graph = Graph.define(
                "sum", root -> root.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))));
        result = sum::read;
    }

    private void scan(int n, int steps) {
        DoubleView x = ones(n);
        DoubleView y = mine(DoubleView.of("y", space, n));
        graph = Graph.define(
                "scan",
                root -> root.thenParallelScan(
                        "scan", RangePolicy.of(n), i -> x.get(i), (i, sum) -> y.set(i, sum), Scan.exclusiveDouble()));
        result = () -> last(y, n);
    }

    private double last(DoubleView y, int n) {
        try (DoubleView end = DoubleView.of("end", space)) {
            Graph.define("end", root -> root.then("end", () -> end.set(y.get(n - 1))))
                    .run(space);
            return end.read();
        }
    }

    /** Sorts n ints; the copy of the unsorted ones counts. */
    private void sort(int n, int steps) {
        IntView from = ints("unsorted", n, i -> i * HASH);
        IntView keys = mine(IntView.of("keys", space, n));
        Workspace workspace = mine(Workspace.of(space));
        Graph sorted = RadixSort.of(keys).graph("sort", workspace);
        graph = Graph.define(
                "sort", root -> root.thenDeepCopy("again", keys, from).thenGraph("sort", sorted));
        result = () -> keys.toArray()[n / 3];
    }

    /** Counts n ints in 256 bins; to set them to 0 counts. */
    private void histogram(int n, int steps) {
        IntView keys = ints("keys", n, i -> i * HASH >> 8 & BINS - 1);
        IntView counts = mine(IntView.of("counts", space, BINS));
        graph = Graph.define(
                "histogram",
                root -> root.thenFill("clear", counts, 0)
                        .thenParallelFor("count", RangePolicy.of(n), i -> counts.atomicAdd(keys.get(i), 1)));
        result = () -> counts.toArray()[7];
    }

    private IntView ints(String label, int n, IntUnaryOperator value) {
        int[] values = new int[n];
        Arrays.setAll(values, value);
        return mine(IntView.copyOf(label, space, values));
    }

    private DoubleView ones(int n) {
        DoubleView x = mine(DoubleView.of("x", space, n));
        Views.fill(x, 1);
        return x;
    }

    private <T extends AutoCloseable> T mine(T resource) {
        owned.push(resource);
        return resource;
    }

    @Override
    public void close() {
        for (AutoCloseable each : owned) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
