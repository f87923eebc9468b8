package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/** Two devices in one process. Skipped on machines with fewer. */
final class CudaTwoDevicesTest {
    private static final int N = 100_003;
    private static final int RUNS = 200;

    private ExecutionSpace first;
    private ExecutionSpace second;

    @BeforeEach
    void openBoth() {
        try {
            second = ExecutionSpaces.open("cuda:1");
        } catch (IllegalStateException | IllegalArgumentException e) {
            Assumptions.abort("no second CUDA device: " + e.getMessage());
        }
        first = ExecutionSpaces.open("cuda:0");
    }

    @AfterEach
    void closeBoth() {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
    }

    /** Some steps of a recurrence and its sum, with the bits that do not depend on the device. */
    private static double[] solve(ExecutionSpace space) {
        try (DoubleView x = DoubleView.of("x", space, N);
                DoubleView sum = DoubleView.of("sum", space);
                ExecutableGraph step = Graph.define(
                                "step",
                                root -> root.thenParallelFor(
                                                "x", RangePolicy.of(N), i -> x.set(i, 0.5 * x.get(i) + Math.sqrt(i)))
                                        .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> x.get(i))))
                        .instantiate(space)) {
            for (int k = 0; k < RUNS; k++) {
                step.submit();
            }
            double[] all = Arrays.copyOf(x.toArray(), N + 1);
            all[N] = sum.toArray()[0];
            return all;
        }
    }

    @Test
    void both_work_at_the_same_time_and_give_the_same_bits() throws Exception {
        CompletableFuture<double[]> one = CompletableFuture.supplyAsync(() -> solve(first));
        CompletableFuture<double[]> two = CompletableFuture.supplyAsync(() -> solve(second));
        assertThat(one.get()).isEqualTo(two.get());
        assertThat(one.get()[N]).isPositive();
    }

    @Test
    void one_thread_submits_to_both_in_turns() {
        try (DoubleView a = DoubleView.of("a", first, N);
                DoubleView b = DoubleView.of("b", second, N);
                ExecutableGraph onFirst = adding("first", a, 1).instantiate(first);
                ExecutableGraph onSecond = adding("second", b, 2).instantiate(second)) {
            for (int k = 0; k < RUNS; k++) {
                onFirst.submit();
                onSecond.submit();
            }
            assertThat(a.toArray()).containsOnly(RUNS);
            assertThat(b.toArray()).containsOnly(2 * RUNS);
        }
    }

    private static Graph adding(String label, DoubleView x, double number) {
        return Graph.define(
                label, root -> root.thenParallelFor("add", RangePolicy.of(N), i -> x.set(i, x.get(i) + number)));
    }

    @Test
    void a_view_goes_from_one_to_the_other_by_way_of_a_mirror() {
        try (DoubleView a = DoubleView.of("a", first, N);
                DoubleView b = DoubleView.of("b", second, N);
                DoubleView mirror = a.mirror()) {
            Views.fill(a, 7);
            Views.deepCopy(mirror, a);
            Views.deepCopy(b, mirror);
            assertThat(b.toArray()).containsOnly(7);
        }
    }

    @Test
    void a_view_goes_from_one_to_the_other_after_the_run_that_writes_it() {
        try (DoubleView a = DoubleView.of("a", first, N);
                DoubleView b = DoubleView.of("b", second, N);
                ExecutableGraph add = adding("add", a, 1).instantiate(first)) {
            for (int k = 1; k <= RUNS; k++) {
                add.submit();
                Views.deepCopy(b, a);
                assertThat(b.toArray()).containsOnly(k);
            }
        }
    }

    @Test
    void a_graph_with_a_view_of_the_other_device_is_refused() {
        try (DoubleView b = DoubleView.of("b", second, N)) {
            Graph graph = adding("wrong", b, 1);
            assertThatThrownBy(() -> graph.instantiate(first)).hasMessageContaining("S201");
        }
    }
}
