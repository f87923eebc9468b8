package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

class CylinderWakeTest {
    @Tag("matrix")
    @Test
    void vortices_leave_as_often_as_in_the_benchmark() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            CylinderWake.WakeFlow flow = CylinderWake.solve(space, 10, 40, 0);
            assertThat(flow.strouhal()).isBetween(0.28, 0.32);
            assertThat(flow.frames()).isEmpty();
        }
    }
}
