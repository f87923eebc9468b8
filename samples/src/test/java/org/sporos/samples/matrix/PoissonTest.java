package org.sporos.samples.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PoissonTest {
    @Test
    void each_point_of_a_square_has_four_on_the_diagonal_and_minus_one_for_its_neighbours() {
        assertIsLaplacian(Poisson.matrix(2, 5), 2, 5);
    }

    @Test
    void each_point_of_a_cube_has_six_on_the_diagonal_and_minus_one_for_its_neighbours() {
        assertIsLaplacian(Poisson.matrix(3, 4), 3, 4);
    }

    @Test
    void one_point_has_no_neighbours() {
        CsrMatrix a = Poisson.matrix(3, 1);
        assertThat(a.values()).containsExactly(6);
        assertThat(a.diagonal()).containsExactly(6);
    }

    @Test
    void other_dimensions_and_grids_are_refused() {
        assertThatThrownBy(() -> Poisson.matrix(4, 2)).hasMessage("a Poisson problem in 4 dimensions; use 2 or 3");
        assertThatThrownBy(() -> Poisson.matrix(2, 40_000)).hasMessageContaining("40000 points along each of 2");
        assertThatThrownBy(() -> Poisson.matrix(2, 0)).hasMessageContaining("use at least 1");
    }

    @Test
    void it_is_symmetric_and_a_triangle_is_not() {
        assertThat(Poisson.matrix(2, 3).isSymmetric()).isTrue();
        assertThat(new CsrMatrix(2, 2, new int[] {0, 1, 1}, new int[] {1}, new double[] {1}).isSymmetric())
                .isFalse();
        assertThat(new CsrMatrix(1, 2, new int[] {0, 1}, new int[] {0}, new double[] {1}).isSymmetric())
                .isFalse();
    }

    private static void assertIsLaplacian(CsrMatrix a, int dimensions, int n) {
        assertThat(a.rows()).isEqualTo((int) Math.pow(n, dimensions));
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < a.rows(); j++) {
                int distance = 0;
                for (int stride = 1; stride < a.rows(); stride *= n) {
                    distance += Math.abs(i / stride % n - j / stride % n);
                }
                double expected = distance == 0 ? 2 * dimensions : distance == 1 ? -1 : 0;
                assertThat(a.at(i, j)).as("(%d, %d)", i, j).isEqualTo(expected);
            }
        }
        for (int at = 1; at < a.entries(); at++) {
            assertThat(a.column()[at] > a.column()[at - 1] || isStart(a, at)).isTrue();
        }
    }

    private static boolean isStart(CsrMatrix a, int at) {
        return java.util.Arrays.stream(a.starts()).anyMatch(start -> start == at);
    }
}
