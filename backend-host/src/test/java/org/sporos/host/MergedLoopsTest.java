package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/** Loops of several nodes that run the same code on other views. */
class MergedLoopsTest {
    private static final int N = 100;

    private static NodeRef add(NodeRef after, int n, DoubleView to, DoubleView from) {
        return after.thenParallelFor("add", RangePolicy.of(n), i -> to.set(i, to.get(i) + 2 * from.get(i)));
    }

    @Test
    void loops_of_the_same_codes_mean_their_own_views() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=bytecode")) {
            DoubleView[] v = new DoubleView[9];
            for (int k = 0; k < v.length; k++) {
                v[k] = DoubleView.of("v" + k, space, N);
                Views.fill(v[k], k % 3 + 1);
            }
            // The first body is translated by itself, so the second and third loop share code: one reads in its second
            // node
            // what stands second in its first node, the other what stands first.
            Graph graph = Graph.define("pairs", root -> {
                add(add(root, N, v[0], v[1]), N, v[1], v[2]);
                add(add(root, N - 1, v[3], v[4]), N - 1, v[4], v[5]);
                add(add(root, N - 2, v[6], v[7]), N - 2, v[8], v[6]);
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain()).contains("{#0 add", "{#2 add", "{#4 add");
                exec.submit();
                space.fence();
            }
            double[] expected = {5, 8, 3, 5, 8, 3, 5, 2, 13};
            for (int k = 0; k < v.length; k++) {
                double[] all = new double[N];
                Arrays.fill(all, k % 3 + 1);
                Arrays.fill(all, 0, N - k / 3, expected[k]);
                assertThat(v[k].toArray()).as("v%d", k).isEqualTo(all);
                v[k].close();
            }
        }
    }
}
