package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Views;

/**
 * A step of conjugate gradients for the five-point stencil on n x n points, without a matrix: submitted by the host
 * once a step, and repeated by the device until the residual is small.
 */
public final class CgLoop {
    private static final int STEPS = 200;
    private static final int ROUNDS = 7;

    private CgLoop() {}

    /**
     * Runs it on the space that the library takes by itself.
     *
     * @param args the number of points along a side, 1000 by default
     */
    public static void main(String... args) throws IOException {
        int n = args.length == 0 ? 1000 : Integer.parseInt(args[0]);
        try (ExecutionSpace space = ExecutionSpaces.open();
                Vectors vectors = new Vectors(space, n)) {
            System.out.println("CgLoop on " + space.description());
            Table.head("| us a step | host loop | thenWhile | passes |");
            for (Merging merging : new Merging[] {Merging.OFF, Merging.ON}) {
                measure(space, vectors, merging);
            }
        }
    }

    private static void measure(ExecutionSpace space, Vectors v, Merging merging) {
        try (ExecutableGraph begin = v.begin().instantiate(space, merging);
                ExecutableGraph step = v.step().instantiate(space, merging);
                ExecutableGraph loop = v.loop().instantiate(space, merging)) {
            double[] host = new double[ROUNDS];
            double[] device = new double[ROUNDS];
            int passes = 0;
            for (int round = 0; round < ROUNDS; round++) {
                begin.submit();
                space.fence();
                host[round] = Clock.batch(space, STEPS, step::submit);
                begin.submit();
                space.fence();
                double all = Clock.total(space, loop);
                passes = v.passes.read();
                device[round] = all / passes;
            }
            System.out.printf(
                    "| %d x %d, merging %s | %.2f | %.2f | %d |%n",
                    v.n, v.n, merging, Clock.median(host), Clock.median(device), passes);
        }
    }

    /** The vectors, with a frame of zeros around them, and the scalars. */
    private static final class Vectors implements AutoCloseable {
        private static final double TOLERANCE = 1e-10;

        private final int n;
        private final MDRangePolicy inner;
        private final DoubleView x;
        private final DoubleView r;
        private final DoubleView p;
        private final DoubleView q;
        private final DoubleView rr;
        private final DoubleView pq;
        private final DoubleView next;
        private final IntView passes;

        Vectors(ExecutionSpace space, int n) {
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
                                4 * p.get(i, j)
                                        - p.get(i - 1, j)
                                        - p.get(i + 1, j)
                                        - p.get(i, j - 1)
                                        - p.get(i, j + 1)));
                NodeRef dot =
                        product.thenParallelReduce("p.q", inner, Sum.into(pq, (i, j) -> p.get(i, j) * q.get(i, j)));
                NodeRef update = dot.thenParallelFor("x, r", inner, (i, j) -> {
                    double alpha = rr.get() / pq.get();
                    x.set(i, j, x.get(i, j) + alpha * p.get(i, j));
                    r.set(i, j, r.get(i, j) - alpha * q.get(i, j));
                });
                NodeRef norm = update.thenParallelReduce(
                        "next r.r", inner, Sum.into(next, (i, j) -> r.get(i, j) * r.get(i, j)));
                NodeRef direction = norm.thenParallelFor(
                        "p", inner, (i, j) -> p.set(i, j, r.get(i, j) + next.get() / rr.get() * p.get(i, j)));
                direction.then("r.r = next", () -> rr.set(next.get()));
            });
        }

        Graph loop() {
            Graph step = step();
            double small = TOLERANCE * TOLERANCE * n * n;
            return Graph.define(
                    "until small",
                    root -> root.thenWhile("until small", () -> rr.get() > small, step, 100 * n, passes));
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
}
