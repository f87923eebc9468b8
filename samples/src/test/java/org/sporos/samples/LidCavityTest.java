package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

class LidCavityTest {
    @Test
    void the_flow_is_that_of_the_table() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            LidCavity.CavityFlow flow = LidCavity.solve(space, 32, 15);
            assertThat(flow.errorOfU()).isLessThan(0.02);
            assertThat(flow.errorOfV()).isLessThan(0.02);
        }
    }

    @Test
    void walls_that_share_a_corner_are_a_race_when_they_are_done_side_by_side() {
        int n = 8;
        try (ExecutionSpace space = StrictHost.open();
                DoubleView f = DoubleView.of("f", space, D2Q9.VELOCITIES, n + 2, n + 2)) {
            Graph walls = Graph.define("walls", root -> {
                root.thenParallelFor("left", RangePolicy.of(1, n + 1), j -> D2Q9.inflowLeft(f, j, 0));
                root.thenParallelFor("below", RangePolicy.of(1, n + 1), i -> D2Q9.wallBelow(f, i, 0));
            });
            assertThatThrownBy(() -> walls.instantiate(space)).hasMessageContaining("G102");
        }
    }
}
