package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The front page and the quickstart. */
@ShownOnPages
final class QuickstartTest {

    @Test
    void readme() {
        // snippet: readme
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
            System.out.println(diamond + ": " + sum.toArray()[0]);
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
