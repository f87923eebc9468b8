package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

class ConeBeamCtTest {
    @Test
    void the_reconstruction_is_the_phantom_and_its_error_falls_with_the_cell() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            ConeBeamCt.Scan coarse = ConeBeamCt.scan(space, 32, 64);
            ConeBeamCt.Scan fine = ConeBeamCt.scan(space, 64, 128);
            assertThat(fine.error()).isLessThan(0.02).isLessThan(0.8 * coarse.error());
            assertThat(fine.mean(-0.1, 0.1, 0.65, 0.8)).isCloseTo(0.2, within(0.01));
            assertThat(fine.mean(-0.25, -0.19, -0.1, 0.1)).isCloseTo(0, within(0.01));
            assertThat(fine.mean(-0.08, 0.08, 0.42, 0.54)).isCloseTo(0.3, within(0.01));
        }
    }

    /** The integral along a line is a sum of densities at many points of it. */
    @Test
    void integrals_of_the_phantom_are_those_of_its_density() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                DoubleView ellipsoids = HeadPhantom.view(space)) {
            double x = 2.4;
            double y = -1.8;
            for (double[] to : new double[][] {{0, 0, 0}, {0.1, 0.2, 0.3}, {-0.2, 0.1, -0.4}, {0.6, 0.8, 0.1}}) {
                double length = Math.sqrt((to[0] - x) * (to[0] - x) + (to[1] - y) * (to[1] - y) + to[2] * to[2]);
                int points = 200_000;
                double sum = 0;
                for (int k = 0; k < points; k++) {
                    double t = 2 * (k + 0.5) / points;
                    sum += HeadPhantom.density(ellipsoids, x + t * (to[0] - x), y + t * (to[1] - y), t * to[2]);
                }
                assertThat(HeadPhantom.integral(ellipsoids, x, y, to[0], to[1], to[2]))
                        .isCloseTo(sum * 2 * length / points, within(1e-4));
            }
        }
    }

    @Test
    void its_graphs_have_no_race_and_no_warning() {
        try (ExecutionSpace space = StrictHost.open();
                ConeBeam beam = new ConeBeam(space, 16, 16);
                ExecutableGraph batch = beam.batch().instantiate(space);
                ExecutableGraph compare = beam.compare().instantiate(space)) {
            assertThat(batch.warnings()).isEmpty();
            assertThat(compare.warnings()).isEmpty();
        }
    }

    @Test
    void projections_that_are_added_to_the_volume_side_by_side_are_a_race() {
        try (ExecutionSpace space = StrictHost.open();
                ConeBeam beam = new ConeBeam(space, 16, 16)) {
            Graph back = Graph.define("back", root -> {
                root.thenParallelFor("each projection", MDRangePolicy.of(ConeBeam.BATCH, beam.n, beam.n), (p, j, i) -> {
                    float seen = beam.filtered.get(p, j, i);
                    beam.volume.set(0, j, i, beam.volume.get(0, j, i) + seen);
                });
            });
            assertThatThrownBy(() -> back.instantiate(space)).hasMessageContaining("G110");
        }
    }
}
