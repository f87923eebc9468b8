package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

final class FusionSizesTest {
    private static final int N = 100_000;

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), N);
    private final DoubleView part = DoubleView.of("part", MemorySpace.host(), 500);
    private final DoubleView sum = DoubleView.of("sum", MemorySpace.host());

    private Graph graph(int loop, int reduction, int inner) {
        Graph nested =
                Graph.define("nested", root -> root.thenParallelFor("inner", RangePolicy.of(inner), i -> x.set(i, i)));
        return Graph.define(
                "g",
                root -> root.thenParallelFor("loop", RangePolicy.of(loop), i -> x.set(i, 1))
                        .thenGraph("nested", nested)
                        .thenParallelReduce("sum", RangePolicy.of(reduction), Sum.into(sum, i -> x.get(i)))
                        .thenFill("fill", part, 1)
                        .then("one", () -> x.set(0, sum.get())));
    }

    private static double[] decided(Graph instantiated, Graph to) {
        FusionSizes sizes = FusionSizes.update(to, FusionSizes.list(instantiated));
        double[] inner = to.nodes().get(1).work().nested().get(0).graph().nodes().stream()
                .mapToDouble(sizes::of)
                .toArray();
        assertThat(sizes.of(to.nodes().get(3))).isEqualTo(500);
        assertThat(sizes.of(to.nodes().get(4))).isEqualTo(1);
        return new double[] {sizes.of(to.nodes().get(0)), sizes.of(to.nodes().get(2)), inner[0]};
    }

    @Test
    void sizes_are_listed_with_those_of_nested_graphs() {
        assertThat(FusionSizes.list(graph(5, 6, 7))).containsExactly(5, 1, 7, 6, 500, 1);
        assertThat(FusionSizes.OWN.of(graph(5, 6, 7).nodes().get(2))).isEqualTo(6);
    }

    @Test
    void an_update_keeps_similar_sizes_and_takes_others_as_they_are() {
        assertThat(decided(graph(5, 6, 7), graph(1000, 4096, 1))).containsExactly(5, 6, 7);
        assertThat(decided(graph(5, 6, 7), graph(4097, N, 4096))).containsExactly(4097, N, 7);
        assertThat(decided(graph(20_000, N, 4097), graph(5000, 25_000, 1024))).containsExactly(20_000, N, 1024);
        assertThat(decided(graph(20_000, N, 4096), graph(4999, 24_999, 1))).containsExactly(4999, 24_999, 4096);
    }
}
