package org.sporos.docs;

// snippet: heat-rod
import static org.sporos.reduce.Reducers.Max;

import java.util.Locale;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** Heat in a rod of length 1 whose ends are kept at 0, compared with the exact solution. */
public final class HeatRod {

    public static void main(String[] args) {
        int n = 101;
        int steps = 1000;
        double dx = 1.0 / (n - 1);
        double dt = 0.4 * dx * dx;
        double decay = Math.exp(-Math.PI * Math.PI * dt * steps);

        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView u = DoubleView.of("u", space, n);
                DoubleView next = DoubleView.of("next", space, n);
                DoubleView error = DoubleView.of("error", space)) {

            Graph start = Graph.define("start", root -> {
                root.thenParallelFor("sine", RangePolicy.of(n), i -> u.set(i, Math.sin(Math.PI * i * dx)));
            });
            Graph step = Graph.define("step", root -> {
                root.thenParallelFor("diffuse", RangePolicy.of(1, n - 1), i -> {
                            double curvature = (u.get(i - 1) - 2 * u.get(i) + u.get(i + 1)) / (dx * dx);
                            next.set(i, u.get(i) + dt * curvature);
                        })
                        .thenDeepCopy("advance", u, next);
            });
            Graph compare = Graph.define("compare", root -> {
                root.thenParallelReduce(
                        "error",
                        RangePolicy.of(n),
                        Max.into(error, i -> Math.abs(u.get(i) - decay * Math.sin(Math.PI * i * dx))));
            });

            try (ExecutableGraph first = start.instantiate(space);
                    ExecutableGraph each = step.instantiate(space);
                    ExecutableGraph last = compare.instantiate(space)) {
                first.submit();
                for (int t = 0; t < steps; t++) {
                    each.submit();
                }
                last.submit();
                space.fence();
            }

            double middle = u.toArray()[n / 2];
            System.out.printf(Locale.ROOT, "t = %.3f: %.5f in the middle%n", dt * steps, middle);
            System.out.printf(Locale.ROOT, "largest error %.1e%n", error.read());
        }
    }
}
// end
