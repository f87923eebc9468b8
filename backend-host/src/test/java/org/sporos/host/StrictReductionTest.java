package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.sporos.reduce.Reducers.Custom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Strict spaces check the identity of a custom reduction by the values that it meets. */
class StrictReductionTest {
    private final ExecutionSpace space = ExecutionSpaces.open("host,threads=2,strict");
    private final DoubleView d = DoubleView.of("d", space);
    private final FloatView f = FloatView.of("f", space);
    private final IntView k = IntView.of("k", space);
    private final LongView l = LongView.of("l", space);

    @AfterEach
    void close() {
        d.close();
        f.close();
        k.close();
        l.close();
        space.close();
    }

    private void run(int n, Reduction reduction) {
        Graph.define("g", root -> root.thenParallelReduce("combine", RangePolicy.of(n), reduction))
                .run(space);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 31, 33, 5_000, 100_000})
    void an_identity_that_changes_a_value_fails_the_run_with_both(int n) {
        assertThatThrownBy(() -> run(n, Custom.into(d, 0, (a, b) -> a * b, i -> 3.0)))
                .isInstanceOf(GraphRunException.class)
                .hasMessageMatching(
                        "R315: node 'combine' \\(StrictReductionTest.java:\\d+\\) of graph 'g' fails(.*): the identity of a custom"
                                + " reduction changes a value: the operator with 0.0 and .* gives 0.0; give the value that"
                                + " leaves every other as it is, such as 0 for a sum and 1 for a product");
        assertThatThrownBy(() -> run(n, Custom.into(d, 0, (a, b) -> Math.min(a, b), i -> 1.0 + i)))
                .hasMessageContaining("the operator with 0.0 and ");
    }

    @Test
    void each_type_and_policy_is_checked() {
        assertThatThrownBy(() -> run(1, Custom.into(f, 1, (a, b) -> a + b, i -> 2f)))
                .hasMessageContaining("with 1.0 and 2.0 gives 3.0");
        assertThatThrownBy(() -> run(1, Custom.into(k, -1, (a, b) -> Math.max(a, b), i -> -5)))
                .hasMessageContaining("with -1 and -5 gives -1");
        assertThatThrownBy(() -> run(1, Custom.into(l, 1, (a, b) -> a ^ b, i -> 4L)))
                .hasMessageContaining("with 1 and 4 gives 5");
        Graph teams = Graph.define(
                "g",
                root -> root.thenParallelReduce(
                        "combine", TeamPolicy.of(3), Custom.intoTeam(d, 0, (a, b) -> a * b, t -> 3.0)));
        assertThatThrownBy(() -> teams.run(space)).hasMessageStartingWith("R315");
    }

    @Test
    void rounding_a_lost_sign_values_that_are_no_number_and_empty_ranges_are_no_violation() {
        run(
                5_000,
                Custom.into(
                        d,
                        Double.NEGATIVE_INFINITY,
                        (a, b) -> Math.log(Math.exp(a) + Math.exp(b)),
                        i -> 0.1 * (i % 7)));
        run(5_000, Custom.into(d, 0, (a, b) -> Math.sqrt(a * a + b * b), i -> -1.0));
        assertThat(d.read()).isEqualTo(Math.sqrt(5_000), within(1e-9));
        run(100, Custom.into(d, 0, (a, b) -> a + b, i -> i == 7 ? Double.NaN : i));
        assertThat(d.read()).isNaN();
        run(0, Custom.into(d, 2.5, (a, b) -> a * b, i -> 3.0));
        assertThat(d.read()).isEqualTo(2.5);
    }
}
