package org.sporos.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Multigrid for Poisson's equation with a known solution, one submit for a whole solution: the device repeats V cycles
 * until the residual is small. Source: Briggs, Henson, McCormick, A Multigrid Tutorial, 2000. Used by one thread.
 */
public final class MultigridSolver implements AutoCloseable {
    /** What comes before the V cycles: nothing, or a full multigrid cycle. */
    public enum Cycle {
        V,
        F
    }

    private final ExecutionSpace space;
    private final double tolerance;
    private final int maxCycles;

    /** From the finest grid to that of one point. */
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
     * Makes a solver.
     *
     * @param n the points along each side, a power of two less one
     * @param tolerance the wanted length of the residual, relative to that of the right-hand side
     * @param maxCycles the most V cycles of a submit
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
        // As long as u is 0, the residual is f.
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

    /** Closes the executables, for those that need the graph and its views alone. */
    void closeExecutables() {
        solve.close();
        compare.close();
    }

    /** Returns the latest solution with the zeros around it. */
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
     * Solves on a grid: V cycles correct the interpolated solution of the next coarser grid. They are two on a square and
     * three in a cube, because linear interpolation leaves a larger error there, and a V cycle reduces it less.
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

    /** Solves the problem anew. */
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
     * @param u the solution with the zeros around it
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Solution(int n, double[] residuals, double error, double seconds, double[] u) {
        int cycles() {
            return residuals.length - 1;
        }

        double lastResidual() {
            return residuals[cycles()];
        }

        /** Returns the last residual over the one before. */
        double convergenceFactor() {
            return residuals[cycles()] / residuals[cycles() - 1];
        }
    }
}
