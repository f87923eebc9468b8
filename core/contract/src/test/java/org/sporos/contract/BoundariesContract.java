package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Bodies that do something else at the boundaries of their indexes. */
abstract class BoundariesContract extends Contract {

    private static double line(int i, int n, double left, double right, double far) {
        return i > 0 && i < n - 1 ? left + 3 * right : i == 0 ? -far : far;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 9, 1000})
    void periodic_and_limited_indexes_and_guards_see_the_boundaries_of_each_range(int n) {
        DoubleView from = doubles("from", n);
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = 1 + i % 17;
        }
        from.assign(values);
        for (int begin : new int[] {0, 1, n / 2}) {
            for (int end : new int[] {n / 2 + 1, n - 1, n}) {
                if (begin <= end && end <= n) {
                    DoubleView to = doubles("to", n);
                    run(root -> root.thenParallelFor("k", RangePolicy.of(begin, end), i -> {
                        int left = i == 0 ? n - 1 : i - 1;
                        double right = from.get((i + 1) % n);
                        double far = from.get(Math.min(i + 2, n - 1));
                        to.set(i, line(i, n, from.get(left), right, far));
                    }));
                    double[] expected = new double[n];
                    for (int i = begin; i < end; i++) {
                        double far = values[Math.min(i + 2, n - 1)];
                        expected[i] = line(i, n, values[(i + n - 1) % n], values[(i + 1) % n], far);
                    }
                    assertThat(to.toArray()).as("[%d, %d)", begin, end).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 40})
    void boxes_have_boundaries_on_all_sides(int n) {
        DoubleView from = doubles("from", n, n);
        DoubleView to = doubles("to", n, n);
        double[] values = new double[n * n];
        for (int k = 0; k < values.length; k++) {
            values[k] = 1 + k % 29;
        }
        from.assign(values);
        run(root -> root.thenParallelFor("k", MDRangePolicy.of(n, n), (j, i) -> {
            double sum = from.get(j == 0 ? n - 1 : j - 1, i == n - 1 ? 0 : i + 1);
            if (j > 0 && j < n - 1 && i > 0 && i < n - 1) {
                sum += from.get(j - 1, i) + 3 * from.get(j, i + 1);
            }
            to.set(j, i, sum);
        }));
        double[] expected = new double[n * n];
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                double sum = values[(j + n - 1) % n * n + (i + 1) % n];
                boolean inside = j > 0 && j < n - 1 && i > 0 && i < n - 1;
                expected[j * n + i] = inside ? sum + (values[(j - 1) * n + i] + 3 * values[j * n + i + 1]) : sum;
            }
        }
        assertThat(to.toArray()).isEqualTo(expected);
    }

    @Test
    void a_boundary_that_is_a_param_is_that_of_each_run() {
        int n = 300;
        IntParam bound = IntParam.of("bound", 0);
        IntView to = ints("to", n);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor(
                "k", RangePolicy.of(n), i -> to.set(i, i < bound.get() ? 1 : i == bound.get() ? 2 : 3)));
        for (int value : new int[] {0, 1, 150, n - 1, n, -5, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            bound.set(value);
            run(exec);
            int[] found = to.toArray();
            for (int i = 0; i < n; i++) {
                assertThat(found[i]).as("%d of %d", i, value).isEqualTo(i < value ? 1 : i == value ? 2 : 3);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 99})
    void an_index_that_is_outside_is_found_at_the_ends_and_between_them(int wrong) {
        int n = 100;
        IntView at = ints("at", n);
        DoubleView from = doubles("from", n);
        DoubleView to = doubles("to", n);
        int[] places = new int[n];
        places[wrong] = n + 7;
        at.assign(places);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor("gather", RangePolicy.of(n), i -> {
            int left = i == 0 ? n - 1 : i - 1;
            to.set(i, from.get(left) + from.get(at.get(i)));
        }));
        assertThat(failure(exec))
                .hasMessageContaining("R301")
                .hasMessageContaining("(107)")
                .hasMessageContaining("view 'from'");
    }
}
