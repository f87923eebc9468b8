package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** Kernels loop over a captured array of views. */
abstract class ViewArrayContract extends Contract {
    private static final int N = 5;

    private DoubleView[] views(double factor) {
        return new DoubleView[] {
            doublesOf("a", factor, 2, 3, 4, 5),
            doublesOf("b", 10, 20, factor, 40, 50),
            doublesOf("c", 7, 7, 7, 7, factor)
        };
    }

    private static double expected(double[][] from, int i) {
        double sum = 0;
        for (double[] each : from) {
            sum = 0.5 * sum + each[i];
        }
        for (int k = 0; k < from.length; k++) {
            sum = sum * (k + 1) - from[k][i];
        }
        return sum;
    }

    /** The same code with other views, which may not be taken for the first. */
    @Test
    void each_graph_has_its_own_views() {
        for (double factor : new double[] {1, -3}) {
            DoubleView[] views = views(factor);
            double[][] from = {views[0].toArray(), views[1].toArray(), views[2].toArray()};
            DoubleView y = doubles("y", N);
            run(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> {
                double sum = 0;
                for (DoubleView view : views) {
                    sum = 0.5 * sum + view.get(i);
                }
                for (int k = 0; k < views.length; k++) {
                    sum = sum * (k + 1) - views[k].get(i);
                }
                y.set(i, sum);
            }));
            for (int i = 0; i < N; i++) {
                assertThat(y.toArray()[i]).isEqualTo(expected(from, i));
            }
        }
    }

    /** An array of another length has other code. */
    @Test
    void arrays_of_other_lengths_are_other_kernels() {
        DoubleView[] all = views(2);
        DoubleView y = doubles("y", N);
        for (int n = 0; n <= all.length; n++) {
            DoubleView[] views = java.util.Arrays.copyOf(all, n);
            run(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> {
                double sum = 0;
                for (DoubleView view : views) {
                    sum += view.get(i);
                }
                y.set(i, sum);
            }));
            assertThat(y.toArray()[0]).isEqualTo(new double[] {0, 2, 12, 19}[n]);
        }
    }

    @Test
    void a_loop_over_views_writes_them() {
        DoubleView[] views = views(1);
        run(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> {
            for (DoubleView view : views) {
                view.set(i, view.get(i) + i);
            }
        }));
        assertThat(views[0].toArray()).containsExactly(1, 3, 5, 7, 9);
        assertThat(views[1].toArray()).containsExactly(10, 21, 3, 43, 54);
        assertThat(views[2].toArray()).containsExactly(7, 8, 9, 10, 5);
    }
}
