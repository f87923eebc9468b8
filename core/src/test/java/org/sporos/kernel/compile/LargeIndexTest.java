package org.sporos.kernel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Many nodes of one kind of lambda share one kernel. */
class LargeIndexTest {

    private static void compile(int nodes, int views, boolean numbers) {
        DoubleView[] all = new DoubleView[views];
        for (int k = 0; k < views; k++) {
            all[k] = DoubleView.of("v" + k, MemorySpace.host(), 100);
        }
        Graph graph = Graph.define("large", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                DoubleView x = all[k % views];
                DoubleView y = all[(k + 1) % views];
                double a = numbers ? k : 1;
                last = last.thenParallelFor("n", RangePolicy.of(100), i -> y.set(i, a * x.get(i)));
            }
        });
        long start = System.nanoTime();
        KernelIndex index = KernelIndex.of(graph);
        System.out.printf("%s, %d views: index in %d ms%n", graph, views, (System.nanoTime() - start) / 1_000_000);
        assertThat(index.problems()).isEmpty();
        long kernels = graph.nodes().stream()
                .map(node -> index.of(node).get(0).facts().kernel().body())
                .distinct()
                .count();
        assertThat(kernels).isLessThanOrEqualTo(2);
    }

    @Test
    void nodes_of_one_kind_of_lambda_are_lifted_once() {
        compile(20_000, 2, false);
        compile(20_000, 1000, false);
        compile(2_000, 10, true);
    }

    @Test
    @Tag("full")
    void a_million_nodes_are_lifted_once() {
        compile(1_000_000, 3, false);
        compile(100_000, 3, true);
    }
}
