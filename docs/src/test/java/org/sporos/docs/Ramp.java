package org.sporos.docs;

import java.util.Arrays;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

// snippet: debugging-ramp
/** A program to be debugged: it fills a view with squares. */
final class Ramp {
    public static void main(String[] arguments) {
        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView u = DoubleView.of("u", space, 4)) {
            Graph graph = Graph.define("ramp", root -> {
                root.thenParallelFor("fill", RangePolicy.of(4), i -> {
                    double x = 0.5 * i;
                    u.set(i, x * x);
                });
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            System.out.println(Arrays.toString(u.toArray()));
        }
    }
}
// end
