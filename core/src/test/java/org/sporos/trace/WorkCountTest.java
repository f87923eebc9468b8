package org.sporos.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile.LeastWork;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** The least work of well-known kernels against counts by hand. */
final class WorkCountTest {
    private static final MemorySpace HOST = MemorySpace.host();
    private static final int N = 1000;

    private static LeastWork count(Consumer<NodeRef> definition) {
        Graph graph = Graph.define("g", definition);
        return WorkCount.of(graph.nodes(), KernelIndex.of(graph));
    }

    private static DoubleView doubles(String label, long... extents) {
        return DoubleView.of(label, HOST, extents);
    }

    @Test
    void axpy_moves_three_numbers_and_does_two_operations_at_each_index() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        double a = 3;
        assertThat(count(root ->
                        root.thenParallelFor("axpy", RangePolicy.of(N), i -> y.set(i, a * x.get(i) + y.get(i)))))
                .isEqualTo(new LeastWork(3L * 8 * N, true, 2L * N, true));
        assertThat(count(root -> root.thenParallelFor(
                        "fused", RangePolicy.of(N), i -> y.set(i, Math.fma(a, x.get(i), y.get(i))))))
                .isEqualTo(new LeastWork(3L * 8 * N, true, 2L * N, true));
    }

    @Test
    void a_stencil_reads_each_neighbour_once() {
        DoubleView u = doubles("u", N);
        DoubleView v = doubles("v", N);
        assertThat(count(root -> root.thenParallelFor(
                        "smooth", RangePolicy.of(1, N - 1), i -> v.set(i, 0.5 * (u.get(i - 1) + u.get(i + 1))))))
                .isEqualTo(new LeastWork(8L * N + 8L * (N - 2), true, 2L * (N - 2), true));
        int m = 60;
        int n = 80;
        DoubleView a = doubles("a", m, n);
        DoubleView b = doubles("b", m, n);
        long inner = (m - 2L) * (n - 2L);
        LeastWork five = count(root -> root.thenParallelFor(
                "five points", MDRangePolicy.of(new int[] {1, 1}, new int[] {m - 1, n - 1}), (i, j) -> {
                    double around = a.get(i - 1, j) + a.get(i + 1, j) + a.get(i, j - 1) + a.get(i, j + 1);
                    b.set(i, j, a.get(i, j) + 0.1 * (around - 4 * a.get(i, j)));
                }));
        // All points but the four corners are read.
        assertThat(five).isEqualTo(new LeastWork(8 * (m * n - 4L) + 8 * inner, true, 7 * inner, true));
    }

    @Test
    void a_sparse_product_moves_at_least_its_row_pointers_and_its_result() {
        int nonZeros = 5 * N;
        IntView first = IntView.of("first", HOST, N + 1);
        IntView column = IntView.of("column", HOST, nonZeros);
        DoubleView value = doubles("value", nonZeros);
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        assertThat(count(root -> root.thenParallelFor("spmv", RangePolicy.of(N), i -> {
                    double sum = 0;
                    for (int k = first.get(i); k < first.get(i + 1); k++) {
                        sum += value.get(k) * x.get(column.get(k));
                    }
                    y.set(i, sum);
                })))
                .isEqualTo(new LeastWork(4L * (N + 1) + 8L * N, false, 0, false));
    }

    @Test
    void bodies_that_attract_each_other_read_all_of_them_once() {
        int n = 300;
        DoubleView x = doubles("x", n);
        DoubleView mass = doubles("mass", n);
        DoubleView force = doubles("force", n);
        LeastWork all = count(root -> root.thenParallelFor("n-body", RangePolicy.of(n), i -> {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                double d = x.get(j) - x.get(i);
                double r = d * d + 0.01;
                sum += mass.get(j) * d / (r * Math.sqrt(r));
            }
            force.set(i, sum);
        }));
        // The difference, 2 for r, the root, and 5 for the sum, for each pair.
        assertThat(all).isEqualTo(new LeastWork(3L * 8 * n, true, 8L * n * n, true));
    }

    @Test
    void a_matrix_product_reads_each_element_once_and_does_two_operations_for_each_of_its_cube() {
        int m = 20;
        int n = 30;
        int k = 40;
        FloatView a = FloatView.of("a", HOST, m, k);
        FloatView b = FloatView.of("b", HOST, k, n);
        FloatView c = FloatView.of("c", HOST, m, n);
        assertThat(count(root -> root.thenParallelFor("sgemm", MDRangePolicy.of(m, n), (i, j) -> {
                    float sum = 0;
                    for (int l = 0; l < k; l++) {
                        sum += a.get(i, l) * b.get(l, j);
                    }
                    c.set(i, j, sum);
                })))
                .isEqualTo(new LeastWork(4L * (m * k + k * n + m * n), true, 2L * m * n * k, true));
    }

    @Test
    void reductions_add_their_operator_and_their_result() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        DoubleView dot = doubles("dot");
        assertThat(count(root ->
                        root.thenParallelReduce("dot", RangePolicy.of(N), Sum.into(dot, i -> x.get(i) * y.get(i)))))
                .isEqualTo(new LeastWork(2L * 8 * N + 8, true, 2L * N - 1, true));
    }

    @Test
    void copies_and_fills_move_their_elements_and_columns_only_theirs() {
        DoubleView a = doubles("a", 10, 20);
        DoubleView column = a.subview(Slice.all(), Slice.at(3));
        DoubleView other = doubles("other", 10);
        assertThat(count(root -> root.thenDeepCopy("copy", other, column)))
                .isEqualTo(new LeastWork(2L * 8 * 10, true, 0, true));
        assertThat(count(root -> root.thenFill("fill", a, 1.0))).isEqualTo(new LeastWork(8L * 200, true, 0, true));
        assertThat(count(root -> root.thenParallelFor(
                        "columns", RangePolicy.of(1, 9), i -> other.set(i, column.get(i - 1) + column.get(i + 1)))))
                .isEqualTo(new LeastWork(8L * 10 + 8L * 8, true, 8, true));
    }

    @Test
    void what_conditions_on_data_decide_and_what_users_run_is_not_known() {
        DoubleView x = doubles("x", N);
        assertThat(count(root -> root.thenParallelFor("clip", RangePolicy.of(N), i -> {
                    if (x.get(i) > 1) {
                        x.set(i, x.get(i) / 2);
                    }
                })))
                .isEqualTo(new LeastWork(8L * N, false, 0, false));
        assertThat(count(root -> root.thenHost("host", () -> {}))).isEqualTo(LeastWork.UNKNOWN);
        assertThat(WorkCount.of(List.of(), KernelIndex.empty())).isEqualTo(new LeastWork(0, true, 0, true));
    }

    @Test
    void conditions_on_indexes_are_known() {
        DoubleView x = doubles("x", N);
        assertThat(count(root -> root.thenParallelFor("half", RangePolicy.of(N), i -> {
                    if (i < N / 4) {
                        x.set(i, x.get(i) * 2);
                    }
                })))
                .isEqualTo(new LeastWork(2L * 8 * N / 4, true, N / 4, true));
    }
}
