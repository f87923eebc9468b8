package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Graph;
import org.sporos.policy.MDRangePolicy;
import org.sporos.samples.MultigridSolver.Cycle;
import org.sporos.samples.MultigridSolver.Solution;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

class MultigridTest {
    private static final double TOLERANCE = 1e-10;

    private static Solution solve(ExecutionSpace space, int dimensions, int n, Cycle first) {
        return Multigrid.solve(space, dimensions, n, first, TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void the_error_falls_with_the_square_of_the_distance_of_points(int dimensions) {
        try (ExecutionSpace space = StrictHost.open()) {
            Solution coarse = solve(space, dimensions, 15, Cycle.V);
            Solution fine = solve(space, dimensions, 31, Cycle.V);
            assertThat(Multigrid.order(coarse, fine)).isBetween(1.9, 2.1);
            assertThat(fine.error()).isBetween(1e-6, 1e-3);
        }
    }

    /** {@link TwoGridAnalysisTest} predicts 0.074 and 0.198; V cycles come to 0.119 and 0.232 on fine grids. */
    @ParameterizedTest
    @CsvSource({"2, 15, 0.06, 0.125", "2, 31, 0.06, 0.125", "3, 15, 0.15, 0.25", "3, 31, 0.15, 0.25"})
    void each_cycle_reduces_the_residual_by_the_factor_of_the_literature(
            int dimensions, int n, double low, double high) {
        try (ExecutionSpace space = StrictHost.open()) {
            Solution solution = solve(space, dimensions, n, Cycle.V);
            assertThat(solution.convergenceFactor()).isBetween(low, high);
            assertThat(solution.residuals()[0]).isEqualTo(1);
            assertThat(solution.lastResidual()).isLessThan(TOLERANCE);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 15", "2, 31", "3, 15", "3, 31"})
    void a_full_multigrid_cycle_reaches_the_error_of_the_grid(int dimensions, int n) {
        try (ExecutionSpace space = StrictHost.open()) {
            Solution once = Multigrid.solve(space, dimensions, n, Cycle.F, 1);
            Solution converged = solve(space, dimensions, n, Cycle.F);
            assertThat(once.cycles()).isZero();
            assertThat(once.error() / converged.error()).isBetween(0.9, 1.3);
            assertThat(converged.lastResidual()).isLessThan(TOLERANCE);
        }
    }

    @Test
    void a_submit_ends_after_the_most_cycles_and_the_next_one_begins_anew() {
        try (ExecutionSpace space = StrictHost.open();
                MultigridSolver solver = new MultigridSolver(space, 2, 15, Cycle.V, 0, 3)) {
            Solution first = solver.solve();
            assertThat(first.cycles()).isEqualTo(3);
            Solution second = solver.solve();
            assertThat(second.u()).isEqualTo(first.u());
            assertThat(second.residuals()).isEqualTo(first.residuals());
        }
    }

    @ParameterizedTest
    @EnumSource(Cycle.class)
    void its_graphs_have_no_race_and_no_warning(Cycle first) {
        try (ExecutionSpace space = StrictHost.open()) {
            for (int dimensions = 2; dimensions <= 3; dimensions++) {
                try (MultigridSolver solver = new MultigridSolver(space, dimensions, 15, first, TOLERANCE, 8)) {
                    assertThat(solver.executable().warnings()).isEmpty();
                }
            }
        }
    }

    @Test
    void columns_in_place_of_red_points_are_a_race() {
        try (ExecutionSpace space = StrictHost.open();
                DoubleView u = DoubleView.of("u", space, 17, 17)) {
            MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {16, 16});
            Graph columns = Graph.define("columns", root -> {
                root.thenParallelFor("even", inside, (i, j) -> {
                    if (j % 2 == 0) {
                        u.set(i, j, (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1)) / 4);
                    }
                });
            });
            assertThatThrownBy(() -> columns.instantiate(space)).hasMessageContaining("G110");
        }
    }
}
