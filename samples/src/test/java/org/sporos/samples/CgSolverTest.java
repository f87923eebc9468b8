package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sporos.graph.GraphRunException;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.samples.matrix.EjmlReference;
import org.sporos.samples.matrix.Poisson;
import org.sporos.space.ExecutionSpace;

class CgSolverTest {
    private static final double TOLERANCE = 1e-10;

    @Test
    void the_solution_is_that_of_a_direct_method() {
        assertIsDirectSolution(Poisson.matrix(2, 12), false);
        assertIsDirectSolution(Poisson.matrix(3, 6), true);
    }

    @Test
    void preconditioning_by_the_diagonal_saves_passes_where_the_diagonal_varies() {
        CsrMatrix a = scaled(Poisson.matrix(2, 12));
        assertIsDirectSolution(a, true);
        try (ExecutionSpace space = StrictHost.open();
                CgSolver plain = new CgSolver(space, a, false, TOLERANCE, 10_000);
                CgSolver jacobi = new CgSolver(space, a, true, TOLERANCE, 10_000)) {
            double[] b = wave(a.rows());
            assertThat(jacobi.solve(b).iterations()).isLessThan(plain.solve(b).iterations() / 2);
        }
    }

    @Test
    void the_recorded_residuals_begin_at_one_and_end_below_the_tolerance() {
        CsrMatrix a = Poisson.matrix(2, 8);
        try (ExecutionSpace space = StrictHost.open();
                CgSolver solver = new CgSolver(space, a, false, TOLERANCE, 100)) {
            double[] residuals = solver.solve(wave(a.rows())).residuals();
            assertThat(residuals[0]).isEqualTo(1);
            for (int iteration = 1; iteration < residuals.length - 1; iteration++) {
                assertThat(residuals[iteration]).isGreaterThan(TOLERANCE);
            }
            assertThat(residuals[residuals.length - 1]).isBetween(0.0, TOLERANCE);
        }
    }

    @Test
    void a_right_hand_side_of_zeros_needs_no_pass() {
        CsrMatrix a = Poisson.matrix(2, 4);
        try (ExecutionSpace space = StrictHost.open();
                CgSolver solver = new CgSolver(space, a, false, TOLERANCE, 100)) {
            CgSolver.Solution solution = solver.solve(new double[a.rows()]);
            assertThat(solution.iterations()).isZero();
            assertThat(solution.x()).containsOnly(0);
        }
    }

    @Test
    void too_few_passes_are_a_failure_after_which_the_solver_works_on() {
        CsrMatrix a = Poisson.matrix(2, 8);
        try (ExecutionSpace space = StrictHost.open();
                CgSolver solver = new CgSolver(space, a, false, TOLERANCE, 5)) {
            assertThatThrownBy(() -> solver.solve(wave(a.rows())))
                    .isInstanceOf(GraphRunException.class)
                    .hasMessageContaining("node 'until small' (CgSolver.java:")
                    .hasMessageContaining("of graph 'conjugate gradients'");
            double[] first = new double[a.rows()];
            assertThat(solver.solve(first).iterations()).isZero();
        }
    }

    private static void assertIsDirectSolution(CsrMatrix a, boolean jacobi) {
        double[] b = wave(a.rows());
        double[] direct = EjmlReference.solve(a, b);
        try (ExecutionSpace space = StrictHost.open();
                CgSolver solver = new CgSolver(space, a, jacobi, TOLERANCE, 10_000)) {
            for (int run = 0; run < 2; run++) {
                double[] x = solver.solve(b).x();
                for (int i = 0; i < x.length; i++) {
                    assertThat(x[i]).isCloseTo(direct[i], within(1e-7 * (1 + Math.abs(direct[i]))));
                }
            }
        }
    }

    /** Returns d A d for a diagonal d from 1 to 100. */
    private static CsrMatrix scaled(CsrMatrix a) {
        double[] values = a.values().clone();
        for (int i = 0; i < a.rows(); i++) {
            for (int at = a.starts()[i]; at < a.starts()[i + 1]; at++) {
                values[at] *= scale(i, a.rows()) * scale(a.column()[at], a.rows());
            }
        }
        return new CsrMatrix(a.rows(), a.columns(), a.starts(), a.column(), values);
    }

    private static double scale(int i, int n) {
        return Math.pow(100, (double) i / n);
    }

    private static double[] wave(int n) {
        double[] b = new double[n];
        Arrays.setAll(b, i -> Math.sin(i) + 0.5);
        return b;
    }
}
