package org.sporos.docs;

// snippet: testing
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

class SmootherTest {

    /** The code under test: the mean of each inner point and its neighbours. */
    static Graph smoother(DoubleView from, DoubleView to) {
        int n = (int) from.extent(0);
        return Graph.define("smoother", root -> {
            root.thenParallelFor("mean", RangePolicy.of(1, n - 1), i -> {
                to.set(i, (from.get(i - 1) + from.get(i) + from.get(i + 1)) / 3);
            });
        });
    }

    @Test
    void smoothing_is_what_a_plain_loop_does_bit_for_bit() {
        double[] a = new Random(1).doubles(1000).toArray();
        double[] expected = new double[1000];
        for (int i = 1; i < 999; i++) {
            expected[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        }
        try (ExecutionSpace space = ExecutionSpaces.open("host,strict");
                DoubleView from = DoubleView.copyOf("from", space, a);
                DoubleView to = DoubleView.of("to", space, 1000);
                ExecutableGraph exec = smoother(from, to).instantiate(space)) {
            exec.submit();
            space.fence();
            assertThat(to.toArray()).isEqualTo(expected);
        }
    }
}
// end
