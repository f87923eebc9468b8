package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

class BeltramiFlowTest {
    @Test
    void the_error_falls_with_the_square_of_the_cell() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            BeltramiFlow.VortexFlow coarse = BeltramiFlow.solve(space, 16, 0.5);
            BeltramiFlow.VortexFlow fine = BeltramiFlow.solve(space, 32, 0.5);
            assertThat(BeltramiFlow.order(coarse, fine)).isCloseTo(2, within(0.2));
            assertThat(fine.error()).isLessThan(0.005);
        }
    }
}
