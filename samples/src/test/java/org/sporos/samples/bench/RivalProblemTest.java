package org.sporos.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** Problems of comparisons have the results that {@code rivals.py numpy} prints for them. */
final class RivalProblemTest {
    @ParameterizedTest
    @CsvSource({
        "heat, 128, 10, 7705.386976792148",
        "heat, 65, 3, 1986.3949908088234",
        "lattice, 128, 10, 51.035691794661076",
        "lattice, 32, 3, 3.18966727295646",
        "cg, 100, 20, 142469.04053184876",
        "cg, 30, 7, 3046.6902182055737",
        "nbody, 512, 1, 302.65203857421875",
        "nbody, 200, 1, 260.7189636230469",
        "csr, 10, 1, 10976",
        "sum, 1000, 1, 1000",
        "scan, 1000, 1, 999",
        "sort, 1000, 1, -714907558",
        "histogram, 100000, 1, 391",
    })
    void results_are_those_of_numpy(String name, int n, int steps, double expected) {
        double tolerance = name.equals("nbody") ? 1e-4 : 1e-9;
        try (ExecutionSpace space = ExecutionSpaces.open("host");
                RivalProblem problem = RivalProblem.of(name, n, steps, space);
                ExecutableGraph exec = problem.graph().instantiate(space)) {
            exec.submit();
            assertThat(problem.result()).isCloseTo(expected, within(tolerance * Math.abs(expected)));
        }
    }

    @Test
    void an_unknown_problem_is_named() {
        try (ExecutionSpace space = ExecutionSpaces.open("host")) {
            assertThatThrownBy(() -> RivalProblem.of("wave", 3, 1, space))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("no problem 'wave', but [");
        }
    }
}
