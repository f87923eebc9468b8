package org.sporos.docs;

// snippet: tutorial-frame
import java.util.Locale;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/** The first step of the tutorial as a whole program. */
public final class Wave {
    // snippet: tutorial-numbers
    static final int n = 201;
    static final double dx = 1.0 / (n - 1);
    static final double r = 0.8;
    static final double dt = r * dx;
    // end

    public static void main(String[] args) {
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            string(space);
        }
    }

    /** Step 1. The other steps are methods like this one. */
    static void string(ExecutionSpace space) {
        try (ViewRing<DoubleView> string = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n));
                ExecutableGraph begin = start(string, dx, dt).instantiate(space);
                ExecutableGraph step = step(string, r).instantiate(space)) {
            begin.submit();
            for (int k = 0; k < 500; k++) {
                step.submit();
            }
            double middle = string.level(0).toArray()[n / 2];
            System.out.printf(Locale.ROOT, "t = %.1f: %.4f in the middle%n", 500 * dt, middle);
        }
    }

    // snippet: tutorial-define
    /** The first mode of the string, and the same a step earlier: it is at rest at time 0. */
    static Graph start(ViewRing<DoubleView> string, double dx, double dt) {
        DoubleView now = string.level(0);
        DoubleView before = string.level(1);
        int n = (int) now.extent(0);
        return Graph.define(
                "start",
                root -> root.thenParallelFor("sine", RangePolicy.of(n), i -> {
                    double u = Math.sin(Math.PI * i * dx);
                    before.set(i, u * Math.cos(Math.PI * dt));
                    now.set(i, u);
                }));
    }

    /** A step puts the new displacements in the place of the oldest, and makes them those of now. */
    static Graph step(ViewRing<DoubleView> string, double r) {
        DoubleView now = string.level(0);
        DoubleView before = string.level(1);
        RangePolicy inside = RangePolicy.of(1, (int) now.extent(0) - 1);
        return Graph.define("step", root -> {
            root.thenParallelFor("move", inside, i -> before.set(i, next(now, before, i, r)))
                    .thenAdvance("turn", string);
        });
    }
    // end

    // snippet: tutorial-next
    /** Returns what the displacement at point i is in the next step. */
    static double next(DoubleView now, DoubleView before, int i, double r) {
        double bend = now.get(i - 1) - 2 * now.get(i) + now.get(i + 1);
        return 2 * now.get(i) - before.get(i) + r * r * bend;
    }
    // end
}
// end
