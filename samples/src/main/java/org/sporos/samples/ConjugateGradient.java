package org.sporos.samples;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.sporos.graph.GraphRunException;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.samples.matrix.EjmlReference;
import org.sporos.samples.matrix.MatrixMarket;
import org.sporos.samples.matrix.MatrixMarketException;
import org.sporos.samples.matrix.Poisson;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;

/**
 * The solution of {@code A x = b} by conjugate gradients: from a Matrix Market file, or Poisson's equation. The exact
 * solution is known, as b is A times ones; a direct method is a second reference.
 */
public final class ConjugateGradient {
    private static final double TOLERANCE = 1e-8;
    private static final double DIRECT_WORK = 3e9;

    private ConjugateGradient() {}

    /**
     * Runs it: {@code --matrix=} a Matrix Market file, else Poisson's equation with {@code --size=} points along each
     * of {@code --dimensions=}; {@code --jacobi} to precondition by the diagonal; {@code --iterations=} at most;
     * {@code --space=}.
     */
    public static void main(String... args) throws IOException {
        Arguments arguments =
                Arguments.of(args, "size=100", "dimensions=2", "matrix=", "jacobi=false", "iterations=100000");
        CsrMatrix a = matrix(arguments);
        double[] ones = new double[a.rows()];
        Arrays.fill(ones, 1);
        double[] b = a.times(ones);
        try (ExecutionSpace space = arguments.openSpace();
                CgSolver solver =
                        new CgSolver(space, a, arguments.flag("jacobi"), TOLERANCE, arguments.number("iterations"))) {
            Report report = new Report("ConjugateGradient", space);
            report.note("matrix", a.toString());
            CgSolver.Solution solution = solver.solve(b);
            check(report, a, b, solution);
            report.time("iterations", solution.iterations(), solution.seconds());
            report.picture(
                    "conjugate-gradient",
                    new Plot("iteration", "relative residual")
                            .title("Conjugate gradients: " + a)
                            .logY()
                            .curve(positive(solution.residuals()))
                            .draw());
            report.end();
        } catch (GraphRunException e) {
            throw Arguments.exit(e);
        }
    }

    private static CsrMatrix matrix(Arguments arguments) throws IOException {
        String file = arguments.text("matrix");
        try {
            CsrMatrix a = file.isEmpty()
                    ? Poisson.matrix(arguments.number("dimensions"), arguments.number("size"))
                    : MatrixMarket.read(Path.of(file));
            arguments.require(a.isSymmetric(), "the " + a + " is not symmetric");
            return a;
        } catch (NoSuchFileException e) {
            throw Arguments.exit("there is no file " + file);
        } catch (MatrixMarketException | IllegalArgumentException e) {
            throw Arguments.exit(e);
        }
    }

    private static void check(Report report, CsrMatrix a, double[] b, CgSolver.Solution solution) {
        double[] ax = a.times(solution.x());
        double[] ones = new double[a.rows()];
        Arrays.fill(ones, 1);
        report.checkAtMost("relative residual, as iterated", solution.lastResidual(), TOLERANCE);
        report.checkAtMost("relative residual, |b - A x| / |b|", norm(difference(b, ax)) / norm(b), 2 * TOLERANCE);
        report.checkAtMost("greatest |x - 1|", greatest(difference(solution.x(), ones)), 1e-5);
        double bandwidth = bandwidth(a);
        if (a.rows() * bandwidth * bandwidth > DIRECT_WORK) {
            report.note("not compared with EJML", "a direct solution would take long");
            return;
        }
        try {
            double[] direct = EjmlReference.solve(a, b);
            report.checkAtMost("greatest difference to EJML", greatest(difference(solution.x(), direct)), 1e-5);
        } catch (IllegalArgumentException e) {
            report.check("matrix is positive definite, says EJML", false);
        }
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

    /** Replaces the 0 of an exact solution, for a logarithmic axis. */
    private static double[] positive(double... values) {
        return Arrays.stream(values)
                .filter(value -> value > 0 && Double.isFinite(value))
                .toArray();
    }

    private static double greatest(double... values) {
        return Arrays.stream(values).map(Math::abs).reduce(0, Math::max);
    }

    private static double norm(double... values) {
        return Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
    }
}
