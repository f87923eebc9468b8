package org.sporos.docs;

import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The page on explain(). */
@ShownOnPages
final class ExplainTest {

    // snippet: explain-graph
    static Graph step(DoubleView u, DoubleView v, DoubleView smooth, DoubleView sum, IntView place) {
        int n = (int) u.extent(0);
        Graph inner = Graph.define("inner", root -> {
            root.thenParallelFor("gather", RangePolicy.of(n), i -> v.set(i, u.get(place.get(i))));
        });
        return Graph.define("step", root -> {
            NodeRef a = root.thenParallelFor("grow", RangePolicy.of(n), i -> u.set(i, 1.01 * u.get(i)));
            NodeRef b = a.thenParallelFor("scale", RangePolicy.of(n), i -> v.set(i, 2 * u.get(i)));
            NodeRef c = a.thenParallelFor("even", RangePolicy.of(n / 2), i -> place.set(2 * i, i));
            Graph.whenAll(b, c)
                    .thenParallelFor("mean", RangePolicy.of(1, n - 1), i -> {
                        smooth.set(i, (v.get(i - 1) + v.get(i) + v.get(i + 1)) / 3);
                    })
                    .thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> smooth.get(i)))
                    .thenGraph("nested", inner);
        });
    }
    // end

    @Test
    void explained() {
        int n = 100_000;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,kernels=bytecode");
                DoubleView u = DoubleView.of("u", space, n);
                DoubleView v = DoubleView.of("v", space, n);
                DoubleView smooth = DoubleView.of("smooth", space, n);
                DoubleView sum = DoubleView.of("sum", space);
                IntView place = IntView.of("place", space, n)) {
            // snippet: explain-call
            try (ExecutableGraph exec = step(u, v, smooth, sum, place).instantiate(space)) {
                System.out.println(exec.explain());
            }
            // end
        }
    }
}
