package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.sporos.docs.Wave.dt;
import static org.sporos.docs.Wave.dx;
import static org.sporos.docs.Wave.n;
import static org.sporos.docs.Wave.next;
import static org.sporos.docs.Wave.r;
import static org.sporos.docs.Wave.start;
import static org.sporos.docs.Wave.step;
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
import org.sporos.view.ViewRing;

/** The steps of the tutorial about a string; each test is the program as it is after that step. */
final class TutorialTest extends OnASpace {
    @Test
    void string() {
        // snippet: tutorial-string
        ViewRing<DoubleView> string = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n));
        try (ExecutableGraph begin = start(string, dx, dt).instantiate(space);
                ExecutableGraph step = step(string, r).instantiate(space)) {
            begin.submit();
            for (int k = 0; k < 500; k++) {
                step.submit();
            }
        }
        double middle = string.level(0).toArray()[n / 2];
        System.out.printf(Locale.ROOT, "t = %.1f: %.4f in the middle%n", 500 * dt, middle);
        // end
        assertThat(middle).isCloseTo(1, offset(1e-3));
        string.close();
    }

    @Test
    void whole_program() {
        Wave.main(new String[0]);
    }

    // snippet: tutorial-energy
    /** The energy of motion and of bending; the steps keep it, but for rounding. */
    static Graph energy(ViewRing<DoubleView> string, double dx, double dt, DoubleView energy) {
        DoubleView now = string.level(0);
        DoubleView before = string.level(1);
        int n = (int) now.extent(0);
        return Graph.define("energy", root -> {
            root.thenParallelReduce("sum", RangePolicy.of(n - 1), Sum.into(energy, i -> {
                double speed = (now.get(i) - before.get(i)) / dt;
                double slopes = (before.get(i + 1) - before.get(i)) / dx * ((now.get(i + 1) - now.get(i)) / dx);
                return dx * (speed * speed + slopes) / 2;
            }));
        });
    }
    // end

    @Test
    void energy_is_kept() {
        ViewRing<DoubleView> string = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n));
        // snippet: tutorial-energy-kept
        DoubleView energy = DoubleView.of("energy", space);
        try (ExecutableGraph begin = start(string, dx, dt).instantiate(space);
                ExecutableGraph step = step(string, r).instantiate(space);
                ExecutableGraph measure = energy(string, dx, dt, energy).instantiate(space)) {
            begin.submit();
            measure.submit();
            double first = energy.read();
            for (int k = 0; k < 500; k++) {
                step.submit();
            }
            measure.submit();
            double last = energy.read();
            System.out.printf(Locale.ROOT, "energy %.6f, and %.6f after a period%n", first, last);
        }
        // end
        assertThat(energy.read()).isCloseTo(Math.PI * Math.PI / 4, offset(1e-3));
        string.close();
    }

    @Test
    void a_source() {
        ViewRing<DoubleView> string = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n));
        // snippet: tutorial-source
        DoubleParam push = DoubleParam.of("push", 0);
        DoubleView energy = DoubleView.of("energy", space);
        DoubleView now = string.level(0);
        DoubleView before = string.level(1);
        RangePolicy inside = RangePolicy.of(1, n - 1);
        Graph pushed = Graph.define("pushed", root -> {
            root.thenParallelFor(
                            "move", inside, i -> before.set(i, next(now, before, i, r) + (i == 60 ? push.get() : 0)))
                    .thenAdvance("turn", string)
                    .thenGraph("energy", energy(string, dx, dt, energy));
        });
        try (ExecutableGraph step = pushed.instantiate(space)) {
            for (int k = 0; k <= 800; k++) {
                push.set(k < 400 ? 0.005 * Math.sin(0.05 * k) : 0);
                step.submit();
                if (k % 200 == 0) {
                    System.out.printf(Locale.ROOT, "step %d: energy %.4f%n", k, energy.read());
                }
            }
        }
        // end
        assertThat(energy.read()).isPositive();
        string.close();
    }

    @Test
    void a_host_node() {
        ViewRing<DoubleView> string = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n));
        // snippet: tutorial-host
        List<Double> heard = new ArrayList<>();
        DoubleView now = string.level(0);
        DoubleView seen = now.mirror();
        Graph listened = Graph.define("listened", root -> {
            root.thenGraph("step", step(string, r))
                    .thenDeepCopy("to host", seen, now)
                    .thenHost("listen", Access.reads(seen), () -> heard.add(seen.get(n / 4)));
        });
        try (ExecutableGraph begin = start(string, dx, dt).instantiate(space);
                ExecutableGraph step = listened.instantiate(space)) {
            begin.submit();
            for (int k = 0; k < 2000; k++) {
                step.submit();
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
        string.close();
    }

    @Test
    void until_quiet() {
        ViewRing<DoubleView> string = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n));
        // snippet: tutorial-while
        double loss = 0.002;
        DoubleView energy = DoubleView.of("energy", space);
        IntView iterations = IntView.of("iterations", space);
        DoubleView now = string.level(0);
        DoubleView before = string.level(1);
        RangePolicy inside = RangePolicy.of(1, n - 1);
        Graph damped = Graph.define("damped", root -> {
            root.thenParallelFor(
                            "move",
                            inside,
                            i -> before.set(i, (next(now, before, i, r) + loss * before.get(i)) / (1 + loss)))
                    .thenAdvance("turn", string);
        });
        Graph twoSteps = Graph.define("two steps", root -> {
            root.thenGraph("first", damped)
                    .thenGraph("second", damped)
                    .thenGraph("energy", energy(string, dx, dt, energy));
        });
        Graph fade = Graph.define("fade", root -> {
            root.thenGraph("start", start(string, dx, dt))
                    .thenGraph("energy", energy(string, dx, dt, energy))
                    .thenWhile("until quiet", () -> energy.get() > 0.01, twoSteps, 100_000, iterations);
        });
        try (ExecutableGraph exec = fade.instantiate(space)) {
            exec.submit();
            System.out.println("quiet after " + 2 * iterations.read() + " steps");
        }
        // end
        assertThat(energy.read()).isLessThan(0.01);
        string.close();
    }
}
