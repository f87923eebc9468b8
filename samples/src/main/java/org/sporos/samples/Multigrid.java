package org.sporos.samples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.sporos.samples.MultigridSolver.Cycle;
import org.sporos.samples.MultigridSolver.Solution;
import org.sporos.samples.picture.Picture;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;

/**
 * Poisson's equation on the unit square or cube by multigrid. Each V cycle reduces the residual by the same factor on
 * any grid, so that the work of a solution is proportional to the number of points. The exact solution is known, and
 * the error falls with the square of the grid spacing.
 *
 * <p>The expected factors are those of two-grid analysis for one red-black sweep before and one after, with full
 * weighting: 0.074 (2/27) in two dimensions and 0.198 (16/81) in three. V cycles, which do not solve exactly on the
 * coarser grid, reach 0.119 with 511 points and 0.232 with 63 points along a side. Source: Trottenberg, Oosterlee,
 * Schueller, Multigrid, 2001.
 */
public final class Multigrid {
    private static final double TOLERANCE = 1e-10;
    private static final int MAX_CYCLES = 20;

    private Multigrid() {}

    /**
     * Runs it: {@code --size=} points along each of {@code --dimensions=}, a power of two minus one; {@code --cycle=V}
     * to start from zeros or {@code F} from a full multigrid cycle; {@code --space=}.
     */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=127", "dimensions=2", "cycle=V");
        int n = arguments.number("size");
        int dimensions = arguments.number("dimensions");
        String cycle = arguments.text("cycle");
        arguments.require(n >= 15 && (n & (n + 1)) == 0, "--size=" + n + " must be 15, 31, 63, 127 or so");
        arguments.require(dimensions == 2 || dimensions == 3, "--dimensions=" + dimensions + " must be 2 or 3");
        arguments.require(cycle.matches("[VF]"), "--cycle=" + cycle + " must be V or F");
        Cycle first = Cycle.valueOf(cycle);
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("Multigrid", space);
            List<Solution> solutions = new ArrayList<>();
            for (int points = n / 4; points <= n; points = 2 * points + 1) {
                solutions.add(solve(space, dimensions, points, first, TOLERANCE));
            }
            Solution fine = solutions.get(2);
            report.checkAtMost("relative residual", fine.lastResidual(), TOLERANCE);
            report.checkAtMost("convergence factor", fine.convergenceFactor(), dimensions == 2 ? 0.125 : 0.25);
            report.checkBetween("order of the error", order(solutions.get(1), fine), 1.9, 2.1);
            if (first == Cycle.F) {
                double error = solve(space, dimensions, n, first, 1).error();
                report.checkAtMost("error of full multigrid, over that of V cycles", error / fine.error(), 1.3);
            }
            report.time("V cycles", fine.cycles(), fine.seconds());
            report.picture("multigrid", picture(solutions));
            report.end();
        }
    }

    /** Solves on n points along each side; a tolerance of 1 needs no V cycle. */
    static Solution solve(ExecutionSpace space, int dimensions, int n, Cycle first, double tolerance) {
        try (MultigridSolver solver = new MultigridSolver(space, dimensions, n, first, tolerance, MAX_CYCLES)) {
            return solver.solve();
        }
    }

    /** Returns p in {@code error = C h^p}, from two grids. */
    static double order(Solution coarse, Solution fine) {
        return Math.log(coarse.error() / fine.error()) / Math.log((fine.n() + 1.0) / (coarse.n() + 1.0));
    }

    private static Picture picture(List<Solution> solutions) {
        Plot plot = new Plot("V cycles", "relative residual")
                .title("Poisson's equation by multigrid")
                .logY()
                .dots();
        for (Solution solution : solutions) {
            double[] cycles =
                    IntStream.rangeClosed(0, solution.cycles()).asDoubleStream().toArray();
            plot.curve(solution.n() + " points", cycles, solution.residuals());
        }
        return plot.draw();
    }
}
