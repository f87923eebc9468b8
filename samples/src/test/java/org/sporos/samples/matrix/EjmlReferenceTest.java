package org.sporos.samples.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EjmlReferenceTest {
    @Test
    void the_solution_fulfils_the_equations() {
        CsrMatrix a = Poisson.matrix(3, 5);
        double[] b = new double[a.rows()];
        java.util.Arrays.setAll(b, i -> Math.sin(i));
        double[] ax = a.times(EjmlReference.solve(a, b));
        for (int i = 0; i < b.length; i++) {
            assertThat(ax[i]).isCloseTo(b[i], within(1e-12));
        }
    }

    @Test
    void a_matrix_that_is_not_positive_definite_is_refused() {
        CsrMatrix a = new CsrMatrix(1, 1, new int[] {0, 1}, new int[] {0}, new double[] {-1});
        assertThatThrownBy(() -> EjmlReference.solve(a, 1))
                .hasMessage("the 1 x 1 matrix of 1 entries is not positive definite");
    }
}
