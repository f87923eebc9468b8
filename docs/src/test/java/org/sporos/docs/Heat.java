package org.sporos.docs;

// snippet: own-heat
import java.util.Locale;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/** A hot rod whose ends are kept cold. */
public final class Heat {

    public static void main(String[] args) {
        int n = 101;
        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView u = DoubleView.of("u", space, n);
                DoubleView next = DoubleView.of("next", space, n)) {
            Graph step = Graph.define("step", root -> {
                root.thenParallelFor("diffuse", RangePolicy.of(1, n - 1), i -> {
                            double curvature = u.get(i - 1) - 2 * u.get(i) + u.get(i + 1);
                            next.set(i, u.get(i) + 0.4 * curvature);
                        })
                        .thenDeepCopy("advance", u, next);
            });
            Views.fill(u, 1);
            try (ExecutableGraph exec = step.instantiate(space)) {
                for (int t = 0; t < 1000; t++) {
                    exec.submit();
                }
                space.fence();
            }
            System.out.printf(Locale.ROOT, "%.5f in the middle%n", u.toArray()[n / 2]);
        }
    }
}
// end
