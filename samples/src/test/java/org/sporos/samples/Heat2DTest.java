package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpace;

class Heat2DTest {
    @Test
    void the_error_falls_with_the_square_of_the_cell() {
        try (ExecutionSpace space = StrictHost.open()) {
            Heat2D.Solution coarse = Heat2D.solve(space, 32);
            Heat2D.Solution medium = Heat2D.solve(space, 64);
            Heat2D.Solution fine = Heat2D.solve(space, 96);
            assertThat(Heat2D.order(coarse, medium)).isCloseTo(2, within(0.1));
            assertThat(Heat2D.order(medium, fine)).isCloseTo(2, within(0.1));
            assertThat(fine.greatestError()).isBetween(1e-6, 1e-2);
        }
    }

    @Test
    void the_plate_is_what_plain_java_computes_bit_for_bit() {
        try (ExecutionSpace space = StrictHost.open()) {
            Heat2D.Solution solution = Heat2D.solve(space, 32);
            double[] plain = solution.frames().get(0).heat();
            double r = 0.01 / solution.steps() / (1.0 / 32 * (1.0 / 32));
            for (long step = 0; step < solution.steps(); step++) {
                plain = next(plain, 33, r);
            }
            assertThat(solution.frames().get(3).heat()).isEqualTo(plain);
        }
    }

    private static double[] next(double[] u, int side, double r) {
        double[] v = new double[u.length];
        for (int i = 1; i < side - 1; i++) {
            for (int j = 1; j < side - 1; j++) {
                int at = i * side + j;
                v[at] = u[at] + r * (u[at - side] + u[at + side] + u[at - 1] + u[at + 1] - 4 * u[at]);
            }
        }
        return v;
    }
}
