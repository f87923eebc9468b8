package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpace;

class HaloExchangeTest {
    @Test
    void blocks_give_the_bits_of_the_uncut_cube() {
        try (ExecutionSpace space = StrictHost.open()) {
            for (int[] shape : new int[][] {{1, 3}, {2, 2}, {4, 3}, {5, 1}}) {
                int n = shape[0] * shape[1];
                double[] cube = HaloExchange.cube(n);
                HaloExchange.Result cut = HaloExchange.exchange(space, shape[0], shape[1], cube, 6);
                assertThat(cut.cube())
                        .as("%d blocks of %d", shape[1], shape[0])
                        .isEqualTo(HaloExchange.uncut(n, cube, 6));
                assertThat(cut.nodes()).isEqualTo(20 * shape[1] * shape[1] * shape[1] + 2);
            }
        }
    }

    @Test
    void heat_moves_and_is_kept() {
        double[] before = HaloExchange.cube(12);
        double[] after = HaloExchange.uncut(12, before, 10);
        assertThat(sum(after)).isCloseTo(sum(before), org.assertj.core.data.Percentage.withPercentage(1e-10));
        assertThat(after).isNotEqualTo(before);
    }

    @Test
    void a_face_and_its_opposite_touch() {
        for (Face face : Face.ALL) {
            assertThat(Face.ALL.get(face.number())).isEqualTo(face);
            assertThat(face.opposite().opposite()).isEqualTo(face);
            assertThat(face.step(face.dimension())).isEqualTo(-face.opposite().step(face.dimension()));
        }
        assertThat(Face.ALL.toString()).isEqualTo("[-x, +x, -y, +y, -z, +z]");
    }

    private static double sum(double... values) {
        return java.util.Arrays.stream(values).sum();
    }
}
