package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.sporos.space.ExecutionSpace;
import org.sporos.testing.OnEachSpace;

class AxpyTest {
    @OnEachSpace
    void two_runs_with_two_values_of_a_are_two_lines_of_plain_java(ExecutionSpace space) {
        assertThat(Axpy.axpy(space, 5000)).isEqualTo(Axpy.plain(5000));
    }
}
