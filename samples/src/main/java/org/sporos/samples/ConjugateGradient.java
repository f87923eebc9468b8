package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.samples.matrix.EjmlReference;
import org.sporos.samples.matrix.MatrixMarket;
import org.sporos.samples.matrix.MatrixMarketException;
import org.sporos.samples.matrix.Poisson;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * The solution of {@code A x = b} by conjugate gradients, where A is sparse, symmetric and positive definite: one graph,
 * one submit, and the device repeats until the residual is small. Source: Hestenes, Stiefel, Methods of Conjugate
 * Gradients for Solving Linear Systems, 1952.
 */
public final class ConjugateGradient {
    private static final double TOLERANCE = 1e-8;
    private static final double DIRECT_WORK = 3e9;

    private ConjugateGradient() {}

    /**
     * Runs it: {@code --matrix=} a Matrix Market file, else Poisson's equation with {@code --size=} points along each of
     * {@code --dimensions=}; {@code --jacobi} to precondition by the diagonal; {@code --passes=} at most;
     * {@code --space=}.
     */
    public static void main(String... args) throws IOException {
        Arguments arguments =
                Arguments.of(args, "size=100", "dimensions=2", "matrix=", "jacobi=false", "passes=100000");
        CsrMatrix a = matrix(arguments);
        double[] ones = new double[a.rows()];
        Arrays.fill(ones, 1);
        double[] b = a.times(ones);
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("ConjugateGradient", space);
            report.note("matrix", a.toString());
            Solution solution = solve(space, a, b, arguments.flag("jacobi"), arguments.number("passes"));
            check(report, a, b, solution);
            report.speed("pass", solution.passes(), solution.seconds, bytes(a));
            report.picture(
                    "conjugate-gradient",
                    new Plot("pass", "relative residual")
                            .logY()
                            .curve(solution.residuals)
                            .draw(960, 540));
            report.end();
        } catch (GraphRunException e) {
            throw Arguments.exit(e.getMessage());
        }
    }

    /** Solves a system from x = 0 to a relative residual of {@link #TOLERANCE}. */
    static Solution solve(ExecutionSpace space, CsrMatrix a, double[] rightSide, boolean jacobi, int maxPasses) {
        int n = a.rows();
        RangePolicy rows = RangePolicy.of(n);

        try (IntView starts = IntView.copyOf("row starts", space, a.starts());
                IntView column = IntView.copyOf("column", space, a.column());
                DoubleView values = DoubleView.copyOf("values", space, a.values());
                DoubleView w = DoubleView.copyOf("w", space, weights(a, jacobi));
                DoubleView b = DoubleView.copyOf("b", space, rightSide);
                DoubleView x = DoubleView.of("x", space, n);
                DoubleView r = DoubleView.of("r", space, n);
                DoubleView p = DoubleView.of("p", space, n);
                DoubleView q = DoubleView.of("q", space, n);
                DoubleView bb = DoubleView.of("b.b", space);
                DoubleView rr = DoubleView.of("r.r", space);
                DoubleView pq = DoubleView.of("p.q", space);
                DoubleView rho = DoubleView.of("r.wr", space);
                DoubleView rhoNext = DoubleView.of("next r.wr", space);
                DoubleView residuals = DoubleView.of("residuals", space, maxPasses + 1);
                IntView pass = IntView.of("pass", space);
                IntView passes = IntView.of("passes", space)) {

            Graph onePass = Graph.define("pass", root -> {
                NodeRef product =
                        root.thenParallelFor("q = A p", rows, i -> q.set(i, rowTimes(starts, column, values, p, i)));
                NodeRef alpha = product.thenParallelReduce("p.q", rows, Sum.into(pq, i -> p.get(i) * q.get(i)));
                NodeRef forward = alpha.thenParallelFor(
                        "x += alpha p", rows, i -> x.set(i, x.get(i) + rho.get() / pq.get() * p.get(i)));
                NodeRef rest = alpha.thenParallelFor(
                        "r -= alpha q", rows, i -> r.set(i, r.get(i) - rho.get() / pq.get() * q.get(i)));
                NodeRef beta = rest.thenParallelReduce(
                        "r.r and r.wr",
                        rows,
                        Sum.into(rr, i -> r.get(i) * r.get(i)),
                        Sum.into(rhoNext, i -> r.get(i) * w.get(i) * r.get(i)));
                NodeRef direction = Graph.whenAll(forward, beta)
                        .thenParallelFor(
                                "p = w r + beta p",
                                rows,
                                i -> p.set(i, w.get(i) * r.get(i) + rhoNext.get() / rho.get() * p.get(i)));
                direction.then("next", () -> {
                    rho.set(rhoNext.get());
                    pass.set(pass.get() + 1);
                    residuals.set(pass.get(), Math.sqrt(rr.get() / bb.get()));
                });
            });

            Graph solve = Graph.define("conjugate gradients", root -> {
                NodeRef zero = root.thenFill("x = 0", x, 0);
                NodeRef begin = root.thenParallelFor("r = b, p = w b", rows, i -> {
                    r.set(i, b.get(i));
                    p.set(i, w.get(i) * b.get(i));
                });
                NodeRef first = begin.thenParallelReduce(
                        "r.r and r.wr",
                        rows,
                        Sum.into(rr, i -> r.get(i) * r.get(i)),
                        Sum.into(rho, i -> r.get(i) * w.get(i) * r.get(i)));
                NodeRef ready = Graph.whenAll(zero, first).then("first", () -> {
                    bb.set(rr.get());
                    pass.set(0);
                    residuals.set(0, 1);
                });
                ready.thenWhile(
                        "until small", () -> rr.get() > TOLERANCE * TOLERANCE * bb.get(), onePass, maxPasses, passes);
            });

            try (ExecutableGraph exec = solve.instantiate(space)) {
                long clock = System.nanoTime();
                exec.submit();
                space.fence();
                double seconds = (System.nanoTime() - clock) / 1e9;
                return new Solution(x.toArray(), Arrays.copyOf(residuals.toArray(), passes.toArray()[0] + 1), seconds);
            }
        }
    }

    private static double rowTimes(IntView starts, IntView column, DoubleView values, DoubleView x, int row) {
        double sum = 0;
        for (int at = starts.get(row); at < starts.get(row + 1); at++) {
            sum += values.get(at) * x.get(column.get(at));
        }
        return sum;
    }

    /** Returns the inverse of the diagonal, or ones. */
    private static double[] weights(CsrMatrix a, boolean jacobi) {
        double[] weights = a.diagonal();
        Arrays.setAll(weights, i -> jacobi ? 1 / weights[i] : 1);
        return weights;
    }

    private static CsrMatrix matrix(Arguments arguments) throws IOException {
        String file = arguments.text("matrix");
        try {
            CsrMatrix a = file.isEmpty()
                    ? Poisson.matrix(arguments.number("dimensions"), arguments.number("size"))
                    : MatrixMarket.read(Path.of(file));
            arguments.require(a.rows() == a.columns(), "a " + a + " has no inverse; use a square one");
            return a;
        } catch (NoSuchFileException e) {
            throw Arguments.exit("there is no file " + file);
        } catch (MatrixMarketException | IllegalArgumentException e) {
            throw Arguments.exit(e.getMessage());
        }
    }

    private static void check(Report report, CsrMatrix a, double[] b, Solution solution) {
        double[] ax = a.times(solution.x);
        double[] ones = new double[a.rows()];
        Arrays.fill(ones, 1);
        report.checkAtMost("relative residual, as iterated", solution.lastResidual(), TOLERANCE);
        report.checkAtMost("relative residual, |b - A x| / |b|", norm(difference(b, ax)) / norm(b), 2 * TOLERANCE);
        report.checkAtMost("greatest |x - 1|", greatest(difference(solution.x, ones)), 1e-5);
        double bandwidth = bandwidth(a);
        if (a.rows() * bandwidth * bandwidth <= DIRECT_WORK) {
            double[] direct = EjmlReference.solve(a, b);
            report.checkAtMost("greatest difference to EJML", greatest(difference(solution.x, direct)), 1e-5);
        } else {
            report.note("not compared with EJML", "a direct solution would take long");
        }
    }

    /** Returns what a pass moves: the matrix once, and 16 vectors. */
    private static double bytes(CsrMatrix a) {
        return (double) a.entries() * (Double.BYTES + Integer.BYTES) + a.rows() * (16.0 * Double.BYTES + Integer.BYTES);
    }

    private static double bandwidth(CsrMatrix a) {
        int bandwidth = 0;
        for (int i = 0; i < a.rows(); i++) {
            if (a.starts()[i] < a.starts()[i + 1]) {
                bandwidth = Math.max(bandwidth, i - a.column()[a.starts()[i]]);
            }
        }
        return bandwidth;
    }

    private static double[] difference(double[] left, double[] right) {
        double[] difference = new double[left.length];
        Arrays.setAll(difference, i -> left[i] - right[i]);
        return difference;
    }

    private static double greatest(double... values) {
        return Arrays.stream(values).map(Math::abs).reduce(0, Math::max);
    }

    private static double norm(double... values) {
        return Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
    }

    /**
     * What came out.
     *
     * @param residuals the relative residual before the first pass and after each
     */
    record Solution(double[] x, double[] residuals, double seconds) {
        int passes() {
            return residuals.length - 1;
        }

        double lastResidual() {
            return residuals[passes()];
        }
    }
}
