package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Multigrid for Poisson's equation with a known solution, one submit for a whole solution: the device repeats V cycles
 * until the residual is small. Source: Briggs, Henson, McCormick, A Multigrid Tutorial, 2000. Used by one thread.
 */
public final class MultigridSolver implements AutoCloseable {
    /** The start of a solution: zeros, or a full multigrid cycle. */
    public enum Cycle {
        V,
        F
    }

    private final ExecutionSpace space;
    private final double tolerance;
    private final int maxCycles;

    /** The grids, from the finest to the one with a single point. */
    private final List<Level> levels = new ArrayList<>();

    private final DoubleView rr;
    private final DoubleView ff;
    private final DoubleView residuals;
    private final DoubleView squaredErrors;
    private final IntView cycles;

    private final Graph graph;
    private final ExecutableGraph solve;
    private final ExecutableGraph compare;

    /**
     * Creates a solver.
     *
     * @param n the points along each side, a power of two minus one
     * @param tolerance the norm of the final residual, relative to that of the right-hand side
     * @param maxCycles the largest number of V cycles per submit
     */
    public MultigridSolver(ExecutionSpace space, int dimensions, int n, Cycle first, double tolerance, int maxCycles) {
        this.space = space;
        this.tolerance = tolerance;
        this.maxCycles = maxCycles;
        for (int points = n; points >= 1; points /= 2) {
            levels.add(dimensions == 2 ? new SquareLevel(space, points) : new CubeLevel(space, points));
        }
        rr = DoubleView.of("r.r", space);
        ff = DoubleView.of("f.f", space);
        residuals = DoubleView.of("residuals", space, maxCycles + 1);
        squaredErrors = DoubleView.of("squared errors", space);
        cycles = IntView.of("cycles", space);
        // For u = 0 the residual is f.
        Graph.define("problem", root -> finest().norm(finest().problem(root), ff))
                .run(space);
        graph = solve(first);
        solve = graph.instantiate(space);
        compare = Graph.define("compare", root -> finest().compare(root, squaredErrors))
                .instantiate(space);
    }

    /** Returns the graph of a whole solution. */
    Graph graph() {
        return graph;
    }

    /** Returns the executable of a whole solution. */
    public ExecutableGraph executable() {
        return solve;
    }

    /** Closes the executables, for callers that only need the graph and its views. */
    void closeExecutables() {
        solve.close();
        compare.close();
    }

    /** Returns the last solution, including the boundary zeros. */
    public double[] u() {
        return finest().u.toArray();
    }

    private Graph solve(Cycle first) {
        Graph cycle = Graph.define("V cycle", root -> recordResidual(vCycle(root, 0)));
        return Graph.define("multigrid", root -> {
            NodeRef begun = first == Cycle.F ? fullMultigrid(root, 0) : root.thenFill("u = 0", finest().u, 0);
            recordResidual(begun.thenFill("no cycle", cycles, -1))
                    .thenWhile(
                            "until small",
                            () -> cycles.get() < maxCycles && rr.get() > tolerance * tolerance * ff.get(),
                            cycle,
                            maxCycles);
        });
    }

    /** Reduces the error on a grid: one sweep, a correction by the next coarser grid, and another sweep. */
    private NodeRef vCycle(NodeRef after, int level) {
        Level fine = levels.get(level);
        if (fine.n == 1) {
            return fine.solve(after);
        }
        Level coarse = levels.get(level + 1);
        NodeRef down = fine.restrict("restrict", fine.residual(fine.smooth(after)), fine.r, coarse);
        return fine.smooth(fine.prolong(vCycle(down, level + 1), coarse));
    }

    /**
     * Solves on a grid: V cycles correct the interpolated solution of the next coarser grid. Two suffice on a square; a
     * cube needs three, as linear interpolation leaves a larger error there and a V cycle reduces it less.
     */
    private NodeRef fullMultigrid(NodeRef after, int level) {
        Level fine = levels.get(level);
        if (fine.n == 1) {
            return fine.solve(after);
        }
        Level coarse = levels.get(level + 1);
        NodeRef down = fine.restrict("restrict f", after, fine.f, coarse);
        NodeRef up = fine.prolong(fullMultigrid(down, level + 1), coarse);
        for (int cycle = 0; cycle < fine.u.rank(); cycle++) {
            up = vCycle(up, level);
        }
        return up;
    }

    /** Counts a cycle, and records the residual. */
    private NodeRef recordResidual(NodeRef after) {
        return finest().norm(after, rr).then("record", () -> {
            cycles.set(cycles.get() + 1);
            residuals.set(cycles.get(), Math.sqrt(rr.get() / ff.get()));
        });
    }

    private Level finest() {
        return levels.get(0);
    }

    /** Solves the problem again. */
    public Solution solve() {
        long clock = System.nanoTime();
        solve.submit();
        space.fence();
        double seconds = (System.nanoTime() - clock) / 1e9;
        compare.submit();
        space.fence();
        double points = Math.pow(finest().n, finest().u.rank());
        double error = Math.sqrt(squaredErrors.read() / points);
        double[] recorded = Arrays.copyOf(residuals.toArray(), cycles.read() + 1);
        return new Solution(finest().n, recorded, error, seconds, u());
    }

    @Override
    public void close() {
        closeExecutables();
        levels.forEach(Level::close);
        List.of(rr, ff, residuals, squaredErrors, cycles).forEach(View::close);
    }

    /**
     * The results.
     *
     * @param n points along a side
     * @param residuals the relative residual before the first V cycle and after each
     * @param error the root mean square of the difference from the exact solution
     * @param u the solution, including the boundary zeros
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Solution(int n, double[] residuals, double error, double seconds, double[] u) {
        int cycles() {
            return residuals.length - 1;
        }

        double lastResidual() {
            return residuals[cycles()];
        }

        /** Returns the ratio of the last two residuals. */
        double convergenceFactor() {
            return residuals[cycles()] / residuals[cycles() - 1];
        }
    }

    /**
     * A {@link Level} in three dimensions: the seven-point stencil, full weighting of 27 points, trilinear
     * interpolation.
     */
    private static final class CubeLevel extends Level {
        private final MDRangePolicy inside;

        CubeLevel(ExecutionSpace space, int n) {
            super(space, n, n + 2, n + 2, n + 2);
            inside = MDRangePolicy.of(n + 2, n + 2, n + 2).interior(1);
        }

        @Override
        NodeRef relax(String label, NodeRef after, int colour) {
            return after.thenParallelFor(label, inside, (i, j, k) -> {
                if ((i + j + k) % 2 == colour) {
                    u.set(i, j, k, (around(u, i, j, k) + h * h * f.get(i, j, k)) / 6);
                }
            });
        }

        @Override
        NodeRef residual(NodeRef after) {
            return after.thenParallelFor(
                    "residual " + n, inside, (i, j, k) -> r.set(i, j, k, residual(u, f, h, i, j, k)));
        }

        @Override
        NodeRef restrict(String label, NodeRef after, DoubleView from, Level coarse) {
            CubeLevel to = (CubeLevel) coarse;
            return after.thenParallelFor(label + " " + n, to.inside, (i, j, k) -> {
                to.u.set(i, j, k, 0);
                to.f.set(i, j, k, weighted(from, 2 * i, 2 * j, 2 * k));
            });
        }

        @Override
        NodeRef prolong(NodeRef after, Level coarse) {
            DoubleView c = coarse.u;
            return after.thenParallelFor("prolong " + n, inside, (i, j, k) -> {
                double corners = square(c, i / 2, j, k) + square(c, (i + 1) / 2, j, k);
                u.set(i, j, k, u.get(i, j, k) + corners / 8);
            });
        }

        @Override
        NodeRef norm(NodeRef after, DoubleView squares) {
            return after.thenParallelReduce(
                    "norm", inside, Sum.into(squares, (i, j, k) -> square(residual(u, f, h, i, j, k))));
        }

        @Override
        NodeRef problem(NodeRef after) {
            return after.thenParallelFor("problem", inside, (i, j, k) -> {
                double x = i * h;
                double y = j * h;
                double z = k * h;
                f.set(i, j, k, bend(x) * hill(y) * hill(z) + hill(x) * bend(y) * hill(z) + hill(x) * hill(y) * bend(z));
            });
        }

        @Override
        NodeRef compare(NodeRef after, DoubleView squares) {
            return after.thenParallelReduce(
                    "error",
                    inside,
                    Sum.into(squares, (i, j, k) -> square(u.get(i, j, k) - hill(i * h) * hill(j * h) * hill(k * h))));
        }

        private static double around(DoubleView u, int i, int j, int k) {
            return u.get(i - 1, j, k) + u.get(i + 1, j, k) + cross(u, i, j, k);
        }

        private static double cross(DoubleView u, int i, int j, int k) {
            return u.get(i, j - 1, k) + u.get(i, j + 1, k) + u.get(i, j, k - 1) + u.get(i, j, k + 1);
        }

        private static double residual(DoubleView u, DoubleView f, double h, int i, int j, int k) {
            return f.get(i, j, k) + (around(u, i, j, k) - 6 * u.get(i, j, k)) / (h * h);
        }

        private static double weighted(DoubleView r, int i, int j, int k) {
            return (2 * plane(r, i, j, k) + plane(r, i - 1, j, k) + plane(r, i + 1, j, k)) / 64;
        }

        private static double plane(DoubleView r, int i, int j, int k) {
            double corners =
                    r.get(i, j - 1, k - 1) + r.get(i, j - 1, k + 1) + r.get(i, j + 1, k - 1) + r.get(i, j + 1, k + 1);
            return 4 * r.get(i, j, k) + 2 * cross(r, i, j, k) + corners;
        }

        /** The sum of the coarse points around a fine one in a plane, which coincide where an index is even. */
        private static double square(DoubleView c, int plane, int j, int k) {
            double low = c.get(plane, j / 2, k / 2) + c.get(plane, j / 2, (k + 1) / 2);
            double high = c.get(plane, (j + 1) / 2, k / 2) + c.get(plane, (j + 1) / 2, (k + 1) / 2);
            return low + high;
        }
    }

    /**
     * A {@link Level} in two dimensions: the five-point stencil, full weighting of nine points, bilinear interpolation.
     */
    private static final class SquareLevel extends Level {
        private final MDRangePolicy inside;

        SquareLevel(ExecutionSpace space, int n) {
            super(space, n, n + 2, n + 2);
            inside = MDRangePolicy.of(n + 2, n + 2).interior(1);
        }

        @Override
        NodeRef relax(String label, NodeRef after, int colour) {
            // snippet: gallery-red-black
            return after.thenParallelFor(label, inside, (i, j) -> {
                if ((i + j) % 2 == colour) {
                    u.set(i, j, (around(u, i, j) + h * h * f.get(i, j)) / 4);
                }
            });
            // end
        }

        @Override
        NodeRef residual(NodeRef after) {
            return after.thenParallelFor("residual " + n, inside, (i, j) -> r.set(i, j, residual(u, f, h, i, j)));
        }

        @Override
        NodeRef restrict(String label, NodeRef after, DoubleView from, Level coarse) {
            SquareLevel to = (SquareLevel) coarse;
            return after.thenParallelFor(label + " " + n, to.inside, (i, j) -> {
                to.u.set(i, j, 0);
                to.f.set(i, j, weighted(from, 2 * i, 2 * j));
            });
        }

        @Override
        NodeRef prolong(NodeRef after, Level coarse) {
            DoubleView c = coarse.u;
            return after.thenParallelFor("prolong " + n, inside, (i, j) -> u.set(i, j, u.get(i, j) + between(c, i, j)));
        }

        @Override
        NodeRef norm(NodeRef after, DoubleView squares) {
            return after.thenParallelReduce(
                    "norm", inside, Sum.into(squares, (i, j) -> square(residual(u, f, h, i, j))));
        }

        @Override
        NodeRef problem(NodeRef after) {
            return after.thenParallelFor(
                    "problem", inside, (i, j) -> f.set(i, j, bend(i * h) * hill(j * h) + hill(i * h) * bend(j * h)));
        }

        @Override
        NodeRef compare(NodeRef after, DoubleView squares) {
            return after.thenParallelReduce(
                    "error", inside, Sum.into(squares, (i, j) -> square(u.get(i, j) - hill(i * h) * hill(j * h))));
        }

        private static double around(DoubleView u, int i, int j) {
            return u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1);
        }

        private static double residual(DoubleView u, DoubleView f, double h, int i, int j) {
            return f.get(i, j) + (around(u, i, j) - 4 * u.get(i, j)) / (h * h);
        }

        private static double weighted(DoubleView r, int i, int j) {
            double corners = r.get(i - 1, j - 1) + r.get(i - 1, j + 1) + r.get(i + 1, j - 1) + r.get(i + 1, j + 1);
            return (4 * r.get(i, j) + 2 * around(r, i, j) + corners) / 16;
        }

        /** The mean of the four coarse points around a fine one, which coincide where an index is even. */
        private static double between(DoubleView c, int i, int j) {
            double low = c.get(i / 2, j / 2) + c.get(i / 2, (j + 1) / 2);
            double high = c.get((i + 1) / 2, j / 2) + c.get((i + 1) / 2, (j + 1) / 2);
            return (low + high) / 4;
        }
    }
}
