package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.space.ExecutionSpace;

class AxpyTest {
    @Test
    void two_runs_with_two_values_of_a_are_two_lines_of_plain_java() {
        try (ExecutionSpace space = StrictHost.open()) {
            assertThat(Axpy.axpy(space, 5000)).isEqualTo(Axpy.plain(5000));
        }
    }
}
