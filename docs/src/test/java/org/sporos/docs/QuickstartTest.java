package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/** The front page and the quickstart. */
@ShownOnPages
final class QuickstartTest {

    @Test
    void readme() {
        int n = 64;
        double r = 0.2;
        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView u = DoubleView.of("u", space, n, n);
                DoubleView v = DoubleView.of("v", space, n, n)) {
            MDRangePolicy inside = MDRangePolicy.of(n, n).interior(1);
            DoubleView spot = u.subview(Slice.range(30, 34), Slice.range(30, 34));
            Views.fill(spot, 1);
            double before = DoubleStream.of(u.toArray()).sum();
            // snippet: readme
            Graph step = Graph.define("step", root -> {
                root.thenParallelFor("spread", inside, (i, j) -> {
                            double around = u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1);
                            v.set(i, j, u.get(i, j) + r * (around - 4 * u.get(i, j)));
                        })
                        .thenDeepCopy("advance", u, v);
            });
            try (ExecutableGraph exec = step.instantiate(space)) {
                for (int t = 0; t < 100; t++) exec.submit();
                space.fence();
            }
            // end
            double[] heat = u.toArray();
            assertThat(DoubleStream.of(heat).sum()).isCloseTo(before, offset(1e-3));
            assertThat(heat[31 * n + 31]).isBetween(0.01, 0.1).isEqualTo(heat[32 * n + 32]);
        }
    }

    @Test
    void diamond() {
        // snippet: quickstart-diamond
        int n = 1000;
        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n);
                DoubleView z = DoubleView.of("z", space, n);
                DoubleView sum = DoubleView.of("sum", space)) {

            Graph diamond = Graph.define("diamond", root -> {
                NodeRef a = root.thenParallelFor("a", RangePolicy.of(n), i -> x.set(i, i));
                NodeRef b = a.thenParallelFor("b", RangePolicy.of(n), i -> y.set(i, 2 * x.get(i)));
                NodeRef c = a.thenParallelFor("c", RangePolicy.of(n), i -> z.set(i, 3 * x.get(i)));
                Graph.whenAll(b, c).thenParallelReduce("d", RangePolicy.of(n), Sum.into(sum, i -> y.get(i) + z.get(i)));
            });
            try (ExecutableGraph exec = diamond.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            System.out.println(diamond + ": " + sum.read());
        }
        // end
    }

    @Test
    void heat_rod() {
        HeatRod.main(new String[0]);
    }

    @Test
    void spaces() {
        // snippet: available-spaces
        List<Availability> spaces = ExecutionSpaces.available();
        // end
        assertThat(spaces).extracting(Availability::kind).contains("host");
    }
}
