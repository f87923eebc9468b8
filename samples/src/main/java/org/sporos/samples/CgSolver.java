package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Conjugate gradients for one sparse, symmetric and positive definite matrix: solves for several right-hand sides, each
 * with one submit. The device iterates until the residual is small, and records it. Source: Hestenes, Stiefel, Methods
 * of Conjugate Gradients for Solving Linear Systems, 1952. Used by one thread.
 */
final class CgSolver implements AutoCloseable {
    private final List<View> views = new ArrayList<>();
    private final ExecutionSpace space;
    private final RangePolicy rows;
    private final double tolerance;

    // The matrix in CSR format, and the weights of the preconditioner.
    private final IntView starts;
    private final IntView column;
    private final DoubleView values;
    private final DoubleView w;

    // The vectors, with their usual names.
    private final DoubleView b;
    private final DoubleView x;
    private final DoubleView r;
    private final DoubleView p;
    private final DoubleView q;

    // The scalars, which stay on the device.
    private final DoubleView bb;
    private final DoubleView rr;
    private final DoubleView pq;
    private final DoubleView rho;
    private final DoubleView rhoNext;
    private final DoubleView residuals;
    private final IntView iteration;
    private final IntView iterations;

    private final Graph graph;
    private final ExecutableGraph solve;

    /**
     * Creates a solver.
     *
     * @param jacobi whether to precondition by the diagonal
     * @param tolerance the norm of the final residual, relative to that of the right-hand side
     * @param maxIterations the limit of iterations, beyond which the run fails
     */
    CgSolver(ExecutionSpace space, CsrMatrix a, boolean jacobi, double tolerance, int maxIterations) {
        int n = a.rows();
        this.space = space;
        this.rows = RangePolicy.of(n);
        this.tolerance = tolerance;
        starts = mine(IntView.copyOf("row starts", space, a.starts()));
        column = mine(IntView.copyOf("column", space, a.column()));
        values = mine(DoubleView.copyOf("values", space, a.values()));
        w = mine(DoubleView.copyOf("w", space, weights(a, jacobi)));
        b = mine(DoubleView.of("b", space, n));
        x = mine(DoubleView.of("x", space, n));
        r = mine(DoubleView.of("r", space, n));
        p = mine(DoubleView.of("p", space, n));
        q = mine(DoubleView.of("q", space, n));
        bb = mine(DoubleView.of("b.b", space));
        rr = mine(DoubleView.of("r.r", space));
        pq = mine(DoubleView.of("p.q", space));
        rho = mine(DoubleView.of("r.wr", space));
        rhoNext = mine(DoubleView.of("next r.wr", space));
        residuals = mine(DoubleView.of("residuals", space, maxIterations + 1));
        iteration = mine(IntView.of("iteration", space));
        iterations = mine(IntView.of("iterations", space));
        graph = solve(iteration(), maxIterations);
        solve = graph.instantiate(space);
    }

    /** Returns the graph that solves for the last right-hand side. */
    Graph graph() {
        return graph;
    }

    /** Closes the executable, for callers that only need the graph and its views. */
    void closeExecutable() {
        solve.close();
    }

    /** Returns the graph of the whole solution. */
    private Graph solve(Graph iteration, int maxIterations) {
        return Graph.define("conjugate gradients", root -> {
            NodeRef zero = root.thenFill("x = 0", x, 0);
            NodeRef begin = root.thenParallelFor("r = b, p = w b", rows, i -> {
                r.set(i, b.get(i));
                p.set(i, w.get(i) * b.get(i));
            });
            NodeRef dots = begin.thenParallelReduce(
                    "b.b and b.wb",
                    rows,
                    Sum.into(bb, i -> b.get(i) * b.get(i)),
                    Sum.into(rho, i -> b.get(i) * w.get(i) * b.get(i)));
            NodeRef ready = Graph.whenAll(zero, dots).then("first", () -> {
                rr.set(bb.get());
                this.iteration.set(0);
                residuals.set(0, 1);
            });
            ready.thenWhile(
                    "until small",
                    () -> rr.get() > tolerance * tolerance * bb.get(),
                    iteration,
                    maxIterations,
                    iterations);
        });
    }

    /** Returns the graph of one iteration. */
    private Graph iteration() {
        return Graph.define("iteration", root -> {
            NodeRef product = root.thenParallelFor("q = A p", rows, i -> q.set(i, rowTimes(p, i)));
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
            NodeRef both = Graph.whenAll(forward, beta);
            NodeRef direction = both.thenParallelFor(
                    "p = w r + beta p",
                    rows,
                    i -> p.set(i, w.get(i) * r.get(i) + rhoNext.get() / rho.get() * p.get(i)));
            direction.then("next", () -> {
                rho.set(rhoNext.get());
                iteration.set(iteration.get() + 1);
                residuals.set(iteration.get(), Math.sqrt(rr.get() / bb.get()));
            });
        });
    }

    private double rowTimes(DoubleView vector, int row) {
        double sum = 0;
        for (int at = starts.get(row); at < starts.get(row + 1); at++) {
            sum += values.get(at) * vector.get(column.get(at));
        }
        return sum;
    }

    /**
     * Solves for a right-hand side, from x = 0.
     *
     * @throws org.sporos.graph.GraphRunException if the residual is not small at the limit of iterations
     */
    Solution solve(double... rightSide) {
        b.assign(rightSide);
        long clock = System.nanoTime();
        solve.submit();
        space.fence();
        double seconds = (System.nanoTime() - clock) / 1e9;
        return new Solution(x.toArray(), Arrays.copyOf(residuals.toArray(), iterations.read() + 1), seconds);
    }

    @Override
    public void close() {
        solve.close();
        views.forEach(View::close);
    }

    private <V extends View> V mine(V view) {
        views.add(view);
        return view;
    }

    /** Returns the inverse of the diagonal, or ones. */
    private static double[] weights(CsrMatrix a, boolean jacobi) {
        double[] weights = a.diagonal();
        Arrays.setAll(weights, i -> jacobi ? 1 / weights[i] : 1);
        return weights;
    }

    /**
     * The results.
     *
     * @param residuals the relative residual before the first iteration and after each
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Solution(double[] x, double[] residuals, double seconds) {
        int iterations() {
            return residuals.length - 1;
        }

        double lastResidual() {
            return residuals[iterations()];
        }
    }
}
