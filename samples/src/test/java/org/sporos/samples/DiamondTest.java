package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.testing.OnEachSpace;
import org.sporos.view.DoubleView;

class DiamondTest {
    @OnEachSpace
    void the_last_kernel_sees_both_sides(ExecutionSpace space) {
        try (DoubleView x = DoubleView.of("x", space, 1000);
                DoubleView y = DoubleView.of("y", space, 1000);
                DoubleView z = DoubleView.of("z", space, 1000)) {
            Graph diamond = Diamond.graph(x, y, z);
            assertThat(diamond).hasToString("graph 'diamond' of 5 nodes and 5 edges");
            try (ExecutableGraph exec = diamond.instantiate(space)) {
                exec.submit();
                exec.submit();
                space.fence();
            }
            assertThat(Diamond.isFiveTimesIndex(x.toArray())).isTrue();
            assertThat(Diamond.isFiveTimesIndex(y.toArray())).isFalse();
        }
    }
}
