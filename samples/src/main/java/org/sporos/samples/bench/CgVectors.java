package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Views;

/**
 * The vectors and scalars of conjugate gradients for the five-point stencil on n x n points, with a frame of zeros.
 * Used by one thread.
 */
final class CgVectors implements AutoCloseable {
    private static final double TOLERANCE = 1e-10;

    final int n;
    private final MDRangePolicy inner;
    private final DoubleView x;
    private final DoubleView r;
    private final DoubleView p;
    private final DoubleView q;
    private final DoubleView rr;
    private final DoubleView pq;
    private final DoubleView next;
    final IntView passes;

    CgVectors(ExecutionSpace space, int n) {
        this.n = n;
        inner = MDRangePolicy.of(n + 2, n + 2).interior(1);
        x = DoubleView.of("x", space, n + 2, n + 2);
        r = DoubleView.of("r", space, n + 2, n + 2);
        p = DoubleView.of("p", space, n + 2, n + 2);
        q = DoubleView.of("q", space, n + 2, n + 2);
        rr = DoubleView.of("r.r", space);
        pq = DoubleView.of("p.q", space);
        next = DoubleView.of("next r.r", space);
        passes = IntView.of("passes", space);
        Views.fill(r, 0);
    }

    /** Returns the graph that sets x to 0 and the right-hand side to 1. */
    Graph begin() {
        return Graph.define(
                "begin",
                root -> root.thenParallelFor("r = p = 1", inner, (i, j) -> {
                            x.set(i, j, 0);
                            r.set(i, j, 1);
                            p.set(i, j, 1);
                        })
                        .thenParallelReduce("r.r", inner, Sum.into(rr, (i, j) -> r.get(i, j) * r.get(i, j))));
    }

    Graph step() {
        return Graph.define("step", root -> {
            NodeRef product = root.thenParallelFor(
                    "q = A p",
                    inner,
                    (i, j) -> q.set(
                            i,
                            j,
                            4 * p.get(i, j) - p.get(i - 1, j) - p.get(i + 1, j) - p.get(i, j - 1) - p.get(i, j + 1)));
            NodeRef dot = product.thenParallelReduce("p.q", inner, Sum.into(pq, (i, j) -> p.get(i, j) * q.get(i, j)));
            NodeRef update = dot.thenParallelFor("x, r", inner, (i, j) -> {
                double alpha = rr.get() / pq.get();
                x.set(i, j, x.get(i, j) + alpha * p.get(i, j));
                r.set(i, j, r.get(i, j) - alpha * q.get(i, j));
            });
            NodeRef norm =
                    update.thenParallelReduce("next r.r", inner, Sum.into(next, (i, j) -> r.get(i, j) * r.get(i, j)));
            NodeRef direction = norm.thenParallelFor(
                    "p", inner, (i, j) -> p.set(i, j, r.get(i, j) + next.get() / rr.get() * p.get(i, j)));
            direction.then("r.r = next", () -> rr.set(next.get()));
        });
    }

    /** Returns the square of the residual; waits for the runs. */
    double residual() {
        return rr.read();
    }

    Graph loop() {
        Graph step = step();
        double small = TOLERANCE * TOLERANCE * n * n;
        return Graph.define(
                "until small", root -> root.thenWhile("until small", () -> rr.get() > small, step, 100 * n, passes));
    }

    @Override
    public void close() {
        x.close();
        r.close();
        p.close();
        q.close();
        rr.close();
        pq.close();
        next.close();
        passes.close();
    }
}
