package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HexahedronTest {
    private static final double[] X = {0, 1, 1, 0, 0, 1, 1, 0};
    private static final double[] Y = {0, 0, 1, 1, 0, 0, 1, 1};
    private static final double[] Z = {0, 0, 0, 0, 1, 1, 1, 1};

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void a_box_has_its_volume_its_normals_and_its_length() {
        double[] x = times(X, 2);
        double[] y = times(Y, 3);
        double[] z = times(Z, 5);
        assertThat(Hexahedron.volume(x, y, z)).isEqualTo(30);
        assertThat(Hexahedron.length(x, y, z, 30))
                .as("volume over the largest face")
                .isEqualTo(2);
        double[] normals = new double[8];
        Hexahedron.normals(y, z, normals);
        for (int k = 0; k < 8; k++) {
            assertThat(normals[k]).isEqualTo(X[k] == 0 ? -15 / 4.0 : 15 / 4.0);
        }
    }

    @Test
    void volumes_change_as_their_derivatives_say() {
        double[] x = bent(X);
        double[] y = bent(Y);
        double[] z = bent(Z);
        double[] dx = new double[8];
        double[] dy = new double[8];
        Hexahedron.volumeDerivatives(y, z, dx);
        Hexahedron.volumeDerivatives(z, x, dy);
        for (int k = 0; k < 8; k++) {
            assertThat(dx[k]).as("seed %d", seed).isCloseTo(slope(x, k, x, y, z), within(1e-7));
            assertThat(dy[k]).as("seed %d", seed).isCloseTo(slope(y, k, x, y, z), within(1e-7));
        }
    }

    @Test
    void hourglass_modes_do_not_see_motion_and_stretching_as_a_whole() {
        double[] a = new double[8];
        for (int k = 0; k < 8; k++) {
            a[k] = 3 + 2 * X[k] - 5 * Y[k] + Z[k];
        }
        assertThat(new double[] {
                    Hexahedron.etaZeta(a), Hexahedron.xiZeta(a), Hexahedron.xiEta(a), Hexahedron.xiEtaZeta(a)
                })
                .containsExactly(0, 0, 0, 0);
        assertThat(new double[] {Hexahedron.xi(a), Hexahedron.eta(a), Hexahedron.zeta(a)})
                .containsExactly(8, -20, 4);
    }

    private static double slope(double[] moved, int k, double[] x, double[] y, double[] z) {
        double here = moved[k];
        moved[k] = here + 1e-3;
        double more = Hexahedron.volume(x, y, z);
        moved[k] = here - 1e-3;
        double less = Hexahedron.volume(x, y, z);
        moved[k] = here;
        return (more - less) / 2e-3;
    }

    private double[] bent(double[] a) {
        double[] bent = a.clone();
        for (int k = 0; k < 8; k++) {
            bent[k] += 0.2 * random.nextDouble();
        }
        return bent;
    }

    private static double[] times(double[] a, double factor) {
        double[] product = a.clone();
        for (int k = 0; k < 8; k++) {
            product[k] *= factor;
        }
        return product;
    }
}
