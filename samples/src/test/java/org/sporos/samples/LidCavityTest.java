package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

class LidCavityTest {
    @Test
    void the_flow_is_that_of_the_table() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            LidCavity.CavityFlow flow = LidCavity.solve(space, 32, 15);
            assertThat(flow.errorOfU()).isLessThan(0.02);
            assertThat(flow.errorOfV()).isLessThan(0.02);
        }
    }
}
