package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The steps of the tutorial about a string; each test is the program as it is after that step. */
final class TutorialTest extends OnASpace {
    // snippet: tutorial-numbers
    final int n = 201;
    final double dx = 1.0 / (n - 1);
    final double r = 0.8;
    final double dt = r * dx;
    // end

    // snippet: tutorial-next
    /** Returns what the displacement at point i is in the next step. */
    static double next(DoubleView now, DoubleView before, int i, double r) {
        double bend = now.get(i - 1) - 2 * now.get(i) + now.get(i + 1);
        return 2 * now.get(i) - before.get(i) + r * r * bend;
    }
    // end

    // snippet: tutorial-define
    /** The first mode of the string, and the same a step earlier: it is at rest at time 0. */
    static Graph start(DoubleView a, DoubleView b, double dx, double dt) {
        int n = (int) a.extent(0);
        return Graph.define(
                "start",
                root -> root.thenParallelFor("sine", RangePolicy.of(n), i -> {
                    double u = Math.sin(Math.PI * i * dx);
                    a.set(i, u * Math.cos(Math.PI * dt));
                    b.set(i, u);
                }));
    }

    /** Two steps: each puts the new displacement in the place of the oldest. */
    static Graph twoSteps(DoubleView a, DoubleView b, double r) {
        RangePolicy inside = RangePolicy.of(1, (int) a.extent(0) - 1);
        return Graph.define("two steps", root -> {
            root.thenParallelFor("to a", inside, i -> a.set(i, next(b, a, i, r)))
                    .thenParallelFor("to b", inside, i -> b.set(i, next(a, b, i, r)));
        });
    }
    // end

    @Test
    void string() {
        // snippet: tutorial-string
        DoubleView a = DoubleView.of("a", space, n);
        DoubleView b = DoubleView.of("b", space, n);
        try (ExecutableGraph begin = start(a, b, dx, dt).instantiate(space);
                ExecutableGraph steps = twoSteps(a, b, r).instantiate(space)) {
            begin.submit();
            for (int k = 0; k < 250; k++) {
                steps.submit();
            }
        }
        double middle = b.toArray()[n / 2];
        System.out.printf(Locale.ROOT, "t = %.1f: %.4f in the middle%n", 500 * dt, middle);
        // end
        assertThat(middle).isCloseTo(1, offset(1e-3));
    }

    // snippet: tutorial-energy
    /** The energy of motion and of bending; the steps keep it, but for rounding. */
    static Graph energy(DoubleView a, DoubleView b, double dx, double dt, DoubleView energy) {
        int n = (int) a.extent(0);
        return Graph.define("energy", root -> {
            root.thenParallelReduce("sum", RangePolicy.of(n - 1), Sum.into(energy, i -> {
                double speed = (b.get(i) - a.get(i)) / dt;
                double slopes = (a.get(i + 1) - a.get(i)) / dx * ((b.get(i + 1) - b.get(i)) / dx);
                return dx * (speed * speed + slopes) / 2;
            }));
        });
    }
    // end

    @Test
    void energy_is_kept() {
        DoubleView a = DoubleView.of("a", space, n);
        DoubleView b = DoubleView.of("b", space, n);
        // snippet: tutorial-energy-kept
        DoubleView energy = DoubleView.of("energy", space);
        try (ExecutableGraph begin = start(a, b, dx, dt).instantiate(space);
                ExecutableGraph steps = twoSteps(a, b, r).instantiate(space);
                ExecutableGraph measure = energy(a, b, dx, dt, energy).instantiate(space)) {
            begin.submit();
            measure.submit();
            double first = energy.toArray()[0];
            for (int k = 0; k < 250; k++) {
                steps.submit();
            }
            measure.submit();
            double last = energy.toArray()[0];
            System.out.printf(Locale.ROOT, "energy %.6f, and %.6f after a period%n", first, last);
        }
        // end
        assertThat(energy.toArray()[0]).isCloseTo(Math.PI * Math.PI / 4, offset(1e-3));
    }

    @Test
    void a_source() {
        DoubleView a = DoubleView.of("a", space, n);
        DoubleView b = DoubleView.of("b", space, n);
        // snippet: tutorial-source
        DoubleParam push = DoubleParam.of("push", 0);
        DoubleView energy = DoubleView.of("energy", space);
        RangePolicy inside = RangePolicy.of(1, n - 1);
        Graph pushed = Graph.define("pushed", root -> {
            root.thenParallelFor("to a", inside, i -> a.set(i, next(b, a, i, r) + (i == 60 ? push.get() : 0)))
                    .thenParallelFor("to b", inside, i -> b.set(i, next(a, b, i, r)))
                    .thenGraph("energy", energy(a, b, dx, dt, energy));
        });
        try (ExecutableGraph steps = pushed.instantiate(space)) {
            for (int k = 0; k <= 400; k++) {
                push.set(k < 200 ? 0.01 * Math.sin(0.1 * k) : 0);
                steps.submit();
                if (k % 100 == 0) {
                    System.out.printf(Locale.ROOT, "step %d: energy %.4f%n", 2 * k, energy.toArray()[0]);
                }
            }
        }
        // end
        assertThat(energy.toArray()[0]).isPositive();
    }

    @Test
    void a_host_node() {
        DoubleView a = DoubleView.of("a", space, n);
        DoubleView b = DoubleView.of("b", space, n);
        // snippet: tutorial-host
        List<Double> heard = new ArrayList<>();
        DoubleView seen = b.mirror();
        Graph listened = Graph.define("listened", root -> {
            root.thenGraph("steps", twoSteps(a, b, r))
                    .thenDeepCopy("to host", seen, b)
                    .thenHost("listen", Access.reads(seen), () -> heard.add(seen.get(n / 4)));
        });
        try (ExecutableGraph begin = start(a, b, dx, dt).instantiate(space);
                ExecutableGraph steps = listened.instantiate(space)) {
            begin.submit();
            for (int k = 0; k < 1000; k++) {
                steps.submit();
            }
            space.fence();
        }
        long periods = 0;
        for (int k = 1; k < heard.size(); k++) {
            periods += heard.get(k - 1) < 0 && heard.get(k) >= 0 ? 1 : 0;
        }
        System.out.println(heard.size() + " samples, " + periods + " periods");
        // end
        assertThat(periods).isEqualTo(4);
    }

    @Test
    void until_quiet() {
        DoubleView a = DoubleView.of("a", space, n);
        DoubleView b = DoubleView.of("b", space, n);
        // snippet: tutorial-while
        double loss = 0.002;
        DoubleView energy = DoubleView.of("energy", space);
        IntView passes = IntView.of("passes", space);
        RangePolicy inside = RangePolicy.of(1, n - 1);
        Graph damped = Graph.define("damped", root -> {
            root.thenParallelFor("to a", inside, i -> a.set(i, (next(b, a, i, r) + loss * a.get(i)) / (1 + loss)))
                    .thenParallelFor("to b", inside, i -> b.set(i, (next(a, b, i, r) + loss * b.get(i)) / (1 + loss)))
                    .thenGraph("energy", energy(a, b, dx, dt, energy));
        });
        Graph fade = Graph.define("fade", root -> {
            root.thenGraph("start", start(a, b, dx, dt))
                    .thenGraph("energy", energy(a, b, dx, dt, energy))
                    .thenWhile("until quiet", () -> energy.get() > 0.01, damped, 100_000, passes);
        });
        try (ExecutableGraph exec = fade.instantiate(space)) {
            exec.submit();
            System.out.println("quiet after " + 2 * passes.toArray()[0] + " steps");
        }
        // end
        assertThat(energy.toArray()[0]).isLessThan(0.01);
    }
}
