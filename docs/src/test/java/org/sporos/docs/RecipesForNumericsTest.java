package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.LongParam;
import org.sporos.policy.RangePolicy;
import org.sporos.random.Distributions;
import org.sporos.random.Philox;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;

/** The recipes for numerical methods: each is compiled and run, and its result is compared with what is known. */
final class RecipesForNumericsTest extends OnASpace {

    private DoubleView line(double... values) {
        return DoubleView.copyOf("u", space, values);
    }

    @Test
    void the_first_nan() {
        DoubleView u = line(1, -1, 4, -4, 9);
        // snippet: recipe-nan
        IntView bad = IntView.of("bad", space);
        Graph step = Graph.define("step", root -> {
            root.thenParallelFor("root", RangePolicy.over(u), i -> u.set(i, Math.sqrt(u.get(i))))
                    .thenParallelReduce(
                            "first bad index",
                            RangePolicy.over(u),
                            Min.into(bad, i -> Double.isFinite(u.get(i)) ? Integer.MAX_VALUE : i));
        });
        step.run(space);
        if (bad.read() < Integer.MAX_VALUE) {
            System.out.println("not finite at index " + bad.read());
        }
        // end
        assertThat(bad.read()).isEqualTo(1);
    }

    @Test
    void small_dense_systems() {
        int systems = 2;
        int n = 3;
        // snippet: recipe-dense
        DoubleView a = DoubleView.of("a", space, Layout.preferredBy(space), systems, n, n);
        DoubleView b = DoubleView.of("b", space, Layout.preferredBy(space), systems, n);
        Graph solve = Graph.define("solve", root -> {
            root.thenParallelFor("Gauss", RangePolicy.of(systems), s -> {
                for (int k = 0; k < n; k++) {
                    for (int row = k + 1; row < n; row++) {
                        double factor = a.get(s, row, k) / a.get(s, k, k);
                        for (int j = k; j < n; j++) a.set(s, row, j, a.get(s, row, j) - factor * a.get(s, k, j));
                        b.set(s, row, b.get(s, row) - factor * b.get(s, k));
                    }
                }
                for (int k = n - 1; k >= 0; k--) {
                    double rest = b.get(s, k);
                    for (int j = k + 1; j < n; j++) rest -= a.get(s, k, j) * b.get(s, j);
                    b.set(s, k, rest / a.get(s, k, k));
                }
            });
        });
        // end
        a.assign(4, 1, 0, 1, 5, 2, 0, 1, 3, 2, 0, 0, 0, 2, 0, 0, 0, 2);
        b.assign(6, 13, 10, 2, 4, 6);
        run(solve);
        double[] x = b.toArray();
        assertThat(4 * x[0] + x[1]).isCloseTo(6, within(1e-12));
        assertThat(x[0] + 5 * x[1] + 2 * x[2]).isCloseTo(13, within(1e-12));
        assertThat(x[1] + 3 * x[2]).isCloseTo(10, within(1e-12));
        assertThat(new double[] {x[3], x[4], x[5]}).containsExactly(new double[] {1, 2, 3}, within(1e-12));
    }

    // snippet: recipe-rk4-rate
    /** Logistic growth: dy/dt. */
    static double rate(double y, double growth) {
        return growth * y * (1 - y);
    }
    // end

    @Test
    void an_ode_for_each_index() {
        DoubleView y = line(0.1, 0.5, 0.9);
        DoubleView growth = DoubleView.copyOf("growth", space, 1, 2, 3);
        double dt = 0.01;
        int steps = 100;
        // snippet: recipe-rk4
        Graph integrate = Graph.define("integrate", root -> {
            root.thenParallelFor("RK4", RangePolicy.over(y), i -> {
                double g = growth.get(i);
                double u = y.get(i);
                for (int t = 0; t < steps; t++) {
                    double k1 = rate(u, g);
                    double k2 = rate(u + dt / 2 * k1, g);
                    double k3 = rate(u + dt / 2 * k2, g);
                    double k4 = rate(u + dt * k3, g);
                    u += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
                }
                y.set(i, u);
            });
        });
        // end
        run(integrate);
        double[] begin = {0.1, 0.5, 0.9};
        double[] known = new double[3];
        Arrays.setAll(known, i -> 1 / (1 + (1 / begin[i] - 1) * Math.exp(-(i + 1))));
        assertThat(y.toArray()).containsExactly(known, within(1e-9));
    }

    @Test
    void a_sum_over_a_subset() {
        DoubleView u = line(1, -2, 3, -4, 5);
        // snippet: recipe-subset
        DoubleView sum = DoubleView.of("sum", space);
        IntView count = IntView.of("count", space);
        Graph positive = Graph.define("positive", root -> {
            root.thenParallelReduce(
                    "sum and count",
                    RangePolicy.over(u),
                    Sum.into(sum, i -> u.get(i) > 0 ? u.get(i) : 0),
                    Sum.into(count, i -> u.get(i) > 0 ? 1 : 0));
        });
        positive.run(space);
        double mean = sum.read() / count.read();
        // end
        assertThat(mean).isEqualTo(3);
    }

    @Test
    void a_moving_average() {
        int n = 5;
        int w = 1;
        DoubleView u = line(0, 3, 6, 9, 6, 3, 0);
        DoubleView v = DoubleView.of("v", space, n);
        // snippet: recipe-moving
        Graph smooth = Graph.define("smooth", root -> {
            root.then("halo", () -> {
                        for (int k = 0; k < w; k++) {
                            u.set(k, u.get(w));
                            u.set(n + w + k, u.get(n + w - 1));
                        }
                    })
                    .thenParallelFor("average", RangePolicy.of(n), i -> {
                        double sum = 0;
                        for (int k = 0; k <= 2 * w; k++) sum += u.get(i + k);
                        v.set(i, sum / (2 * w + 1));
                    });
        });
        // end
        run(smooth);
        assertThat(v.toArray()).containsExactly(4, 6, 7, 6, 4);
    }

    @Test
    void noise_at_each_index() {
        int n = 10_000;
        DoubleView u = DoubleView.of("u", space, n);
        // snippet: recipe-noise
        long seed = 42;
        LongParam step = LongParam.of("step", 0);
        Graph shake = Graph.define("shake", root -> {
            root.thenParallelFor("noise", RangePolicy.over(u), i -> {
                double noise = Distributions.normal(Philox.bits(seed, i, step.get()));
                u.set(i, u.get(i) + 0.1 * noise);
            });
        });
        try (ExecutableGraph exec = shake.instantiate(space)) {
            for (int t = 0; t < 100; t++) {
                step.set(t);
                exec.submit();
            }
            space.fence();
        }
        // end
        double[] all = u.toArray();
        assertThat(Arrays.stream(all).average().orElseThrow()).isCloseTo(0, within(0.05));
        assertThat(Arrays.stream(all).map(x -> x * x).average().orElseThrow()).isCloseTo(1, within(0.05));
    }
}
