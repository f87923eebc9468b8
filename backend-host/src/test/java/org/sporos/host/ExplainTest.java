package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

class ExplainTest {

    @Test
    void it_shows_accesses_proofs_and_generated_code() {
        int n = 100;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n);
                IntView place = IntView.of("place", space, n)) {
            Graph graph = Graph.define("two", root -> {
                NodeRef a = root.thenParallelFor("scale", RangePolicy.of(n), i -> y.set(i, 2 * x.get(i)));
                a.thenParallelFor("gather", RangePolicy.of(n), i -> x.set(i, y.get(place.get(i))));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                String text = exec.explain();
                assertThat(text)
                        .contains("scale", "gather", "'x'", "'y'", "'place'")
                        .containsIgnoringCase("indirect")
                        .contains("y[i] = 2.0 * x[i];");
            }
        }
    }
}
