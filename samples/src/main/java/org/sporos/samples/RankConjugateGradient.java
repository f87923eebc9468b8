package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.sporos.comm.Communicator;
import org.sporos.comm.Decomposition;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/**
 * Conjugate gradients for the Laplace operator on a square, by several processes. Scalar products are reduced within
 * each process and combined in rank order: the bits depend on the number of processes alone. All processes leave the
 * loop together, as all have the same residual. Source: Hestenes, Stiefel, 1952. Used by one thread.
 */
public final class RankConjugateGradient implements AutoCloseable {
    private static final double TOLERANCE = 1e-9;

    private final ExecutionSpace space;
    private final Communicator world;
    private final Decomposition blocks;
    private final MDRangePolicy own;
    private final List<DoubleView> views = new ArrayList<>();
    private final DoubleView x;
    private final DoubleView r;
    private final DoubleView p;
    private final DoubleView q;
    private final DoubleView pq;
    private final DoubleView rr;
    private final DoubleView rrNext;
    private double seconds;

    /** Runs it: {@code --size=} points along an edge, {@code --space=}, {@code --ranks=} for ranks that are threads. */
    public static void main(String... args) {
        Arguments arguments = Arguments.of(args, "size=100", "ranks=0");
        int n = arguments.number("size");
        Ranks.run(arguments, (space, world) -> {
            try (RankConjugateGradient solver = new RankConjugateGradient(space, world, n)) {
                int iterations = solver.solve(10 * n);
                double residual = Math.sqrt(solver.rr.read());
                if (world.rank() == 0) {
                    Report report = new Report("RankConjugateGradient, " + world.size() + " ranks,", space);
                    report.note("messages", world.toString());
                    report.checkAtMost("residual", residual, TOLERANCE);
                    report.speed("iterations", iterations, solver.seconds, 14.0 * Double.BYTES * n * n);
                    report.note("bits", Long.toHexString(Double.doubleToRawLongBits(residual)));
                    report.end();
                }
            }
        });
    }

    private RankConjugateGradient(ExecutionSpace space, Communicator world, int n) {
        this.space = space;
        this.world = world;
        this.blocks = Decomposition.of(world, 1, n, n);
        this.own = blocks.box();
        x = mine("x", blocks.localExtents());
        r = mine("r", blocks.localExtents());
        p = mine("p", blocks.localExtents());
        q = mine("q", blocks.localExtents());
        pq = mine("p.q");
        rr = mine("r.r");
        rrNext = mine("next r.r");
    }

    private DoubleView mine(String label, long... extents) {
        DoubleView view = DoubleView.of(label, space, extents);
        views.add(view);
        return view;
    }

    /** Solves for a right-hand side of ones, and returns the number of iterations. */
    private int solve(int most) {
        try (ExecutableGraph begin = begin().instantiate(space);
                ExecutableGraph iteration = iteration().instantiate(space)) {
            // The first iteration and the first read compile, and are not timed.
            begin.submit();
            iteration.submit();
            begin.submit();
            rr.read();
            long clock = System.nanoTime();
            int iterations = 0;
            while (iterations < most && rr.read() > TOLERANCE * TOLERANCE) {
                iteration.submit();
                iterations++;
            }
            seconds = (System.nanoTime() - clock) / 1e9;
            return iterations;
        }
    }

    private Graph begin() {
        return Graph.define(
                "begin",
                root -> root.thenParallelFor("x = 0, r = p = 1", own, (i, j) -> {
                            x.set(i, j, 0);
                            r.set(i, j, 1);
                            p.set(i, j, 1);
                        })
                        .thenParallelReduce("own r.r", own, Sum.into(rr, (i, j) -> r.get(i, j) * r.get(i, j)))
                        .then(world.allReduce("r.r", Sum, rr)));
    }

    private Graph iteration() {
        return Graph.define("iteration", root -> {
            NodeRef alpha = root.then(world.exchange("halo of p", blocks.faces(p)))
                    .thenParallelFor("q = A p", own, (i, j) -> q.set(i, j, laplace(p, i, j)))
                    .thenParallelReduce("own p.q", own, Sum.into(pq, (i, j) -> p.get(i, j) * q.get(i, j)))
                    .then(world.allReduce("p.q", Sum, pq));
            alpha.thenParallelFor("x, r", own, (i, j) -> {
                        double step = rr.get() / pq.get();
                        x.set(i, j, x.get(i, j) + step * p.get(i, j));
                        r.set(i, j, r.get(i, j) - step * q.get(i, j));
                    })
                    .thenParallelReduce("own next r.r", own, Sum.into(rrNext, (i, j) -> r.get(i, j) * r.get(i, j)))
                    .then(world.allReduce("next r.r", Sum, rrNext))
                    .thenParallelFor(
                            "p", own, (i, j) -> p.set(i, j, r.get(i, j) + rrNext.get() / rr.get() * p.get(i, j)))
                    .then("r.r", () -> rr.set(rrNext.get()));
        });
    }

    private static double laplace(DoubleView u, int i, int j) {
        return 4 * u.get(i, j) - u.get(i - 1, j) - u.get(i + 1, j) - u.get(i, j - 1) - u.get(i, j + 1);
    }

    @Override
    public void close() {
        views.forEach(DoubleView::close);
    }
}
