package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.graph.NodeRef;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.kernel.zoo.ElementBits;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.View;

/** The tiers of kernels' code give the same bits and the same failures. */
class TierTest {
    private static ExecutionSpace space(String tier) {
        if (tier.equals("native")) {
            assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        }
        return ExecutionSpaces.open("host,threads=2,kernels=" + tier);
    }

    /** All named loops in one graph, so that there is one library. */
    @ParameterizedTest
    @ValueSource(strings = {"loop", "bytecode", "native", "auto"})
    void each_tier_gives_the_bits_of_the_lambda_for_all_named_loops(String tier) {
        space(tier).close();
        List<NamedKernel> kernels = Zoo.all().stream()
                .filter(kernel -> hasLoop(kernel.fresh()) && (kernel.exact() || !tier.equals("native")))
                .toList();
        assertThat(kernels).hasSizeGreaterThan(30);
        List<NamedKernel.Instance> made = new ArrayList<>();
        Graph graph = Graph.define("zoo", root -> {
            for (NamedKernel kernel : kernels) {
                NamedKernel.Instance instance = kernel.fresh();
                made.add(instance);
                node(root, kernel.name(), instance);
            }
        });
        // Some of them depend on the order of their indexes, which more threads would leave open.
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + tier);
                ExecutableGraph exec =
                        graph.instantiate(space, InstantiateOption.relax("G102"), InstantiateOption.relax("G110"))) {
            exec.submit();
            space.fence();
            if (!tier.equals("auto")) {
                assertThat(exec.explain()).contains("code: " + tier);
            }
        }
        for (int k = 0; k < made.size(); k++) {
            NamedKernel.Instance onJvm = kernels.get(k).fresh();
            JvmRun.run(onJvm);
            for (int v = 0; v < onJvm.views().size(); v++) {
                assertThat(bits(made.get(k).views().get(v)))
                        .as("%s of %s", onJvm.views().get(v), kernels.get(k).name())
                        .isEqualTo(bits(onJvm.views().get(v)));
            }
        }
    }

    private static boolean hasLoop(NamedKernel.Instance instance) {
        Object body = instance.body();
        return instance.policy() != null
                && (body instanceof RangeBody
                        || body instanceof LongRangeBody
                        || body instanceof RangeBody2
                        || body instanceof RangeBody3
                        || body instanceof RangeBody4);
    }

    private static void node(NodeRef root, String label, NamedKernel.Instance instance) {
        if (instance.body() instanceof RangeBody body) {
            root.thenParallelFor(label, (RangePolicy) instance.policy(), body);
        } else if (instance.body() instanceof LongRangeBody body) {
            root.thenParallelFor(label, (LongRangePolicy) instance.policy(), body);
        } else if (instance.body() instanceof RangeBody2 body) {
            root.thenParallelFor(label, (MDRangePolicy) instance.policy(), body);
        } else if (instance.body() instanceof RangeBody3 body) {
            root.thenParallelFor(label, (MDRangePolicy) instance.policy(), body);
        } else {
            root.thenParallelFor(label, (MDRangePolicy) instance.policy(), (RangeBody4) instance.body());
        }
    }

    /** NaNs have one pattern: which of theirs comes out of an operation is left open. */
    private static long[] bits(View view) {
        long[] bits = new long[(int) view.allocation().size()];
        for (int k = 0; k < bits.length; k++) {
            bits[k] =
                    ElementBits.canonical(view.elementType(), view.allocation().bits(k));
        }
        return bits;
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop", "bytecode", "native"})
    void options_that_are_for_gpus_drop_no_checks_and_contract_nothing(String tier) {
        int n = 1000;
        try (ExecutionSpace space = space(tier)) {
            DoubleView whole = DoubleView.of("whole", space, 2 * n);
            DoubleView part = whole.subview(Slice.range(0, n));
            DoubleView x = DoubleView.of("x", space, n);
            IntView place = IntView.of("place", space, n);
            for (int i = 0; i < n; i++) {
                place.set(i, i);
                x.set(i, 1 + i * 1e-9);
            }
            place.set(777, n + 777);
            Graph graph = Graph.define(
                    "options",
                    root -> root.thenParallelFor(
                            "scatter",
                            RangePolicy.of(n),
                            i -> part.set(place.get(i), x.get(i) * x.get(i) - (1 + i * 2e-9))));
            try (ExecutableGraph exec =
                    graph.instantiate(space, BoundsChecks.OFF, Arithmetic.FAST, InstantiateOption.relax("G110"))) {
                exec.submit();
                assertThatThrownBy(space::fence)
                        .isInstanceOf(GraphRunException.class)
                        .hasMessageContaining("index (1777) is outside of view 'whole");
                assertThat(whole.get(n + 777)).isZero();
                place.set(777, 777);
                exec.submit();
                space.fence();
                for (int i = 0; i < n; i++) {
                    assertThat(part.get(i)).isEqualTo(x.get(i) * x.get(i) - (1 + i * 2e-9));
                }
                assertThat(exec.explain(ExplainOption.WITH_CODE))
                        .contains(
                                "BoundsChecks.OFF is for GPUs: on host each index is checked that is not proven\n",
                                "Arithmetic.FAST is for GPUs: on host arithmetic is strict\n",
                                tier.equals("native") ? "fault.check(" : "no kernel is compiled as C++");
            }
        }
    }

    /** Rows of a sparse matrix, each of which begins and ends where the one before says. */
    @ParameterizedTest
    @ValueSource(strings = {"loop", "bytecode", "native"})
    void a_counted_loop_fails_where_it_leaves_its_views_and_nowhere_else(String tier) {
        int n = 5_000;
        try (ExecutionSpace space = space(tier)) {
            IntView rows = IntView.of("rows", space, n + 1);
            IntView columns = IntView.of("columns", space, 3L * n - 2);
            DoubleView values = DoubleView.of("values", space, 3L * n);
            DoubleView y = DoubleView.of("y", space, n);
            for (int i = 0; i < n; i++) {
                rows.set(i + 1, i == n - 1 ? 3 * n - 2 : 3 * (i + 1));
            }
            for (int k = 0; k < 3 * n; k++) {
                values.set(k, 1 + k % 7);
            }
            Graph graph = Graph.define(
                    "rows",
                    root -> root.thenParallelFor("multiply", RangePolicy.of(n), i -> {
                        double sum = 0;
                        for (int k = rows.get(i); k < rows.get(i + 1); k++) {
                            sum += values.get(k) * (1 + columns.get(k));
                        }
                        y.set(i, sum);
                    }));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                assertThat(exec.explain()).contains("code: " + tier);
                assertThat(y.get(2)).isEqualTo(7 + 1 + 2);
                assertThat(y.get(n - 1)).isEqualTo(1 + (3 * n - 3) % 7);
                fails(space, exec, rows, n, 3 * n, "index (14998) is outside of view 'columns' of extents");
                fails(space, exec, rows, n, 3 * n + 9, "index (14998) is outside of view 'columns' of extents");
                fails(space, exec, rows, 100, -2, "index (-2) is outside of view 'values' of extents");
                rows.set(n, 0);
                exec.submit();
                space.fence();
                assertThat(y.get(n - 1)).isZero();
            }
        }
    }

    private static void fails(ExecutionSpace space, ExecutableGraph exec, IntView view, int at, int value, String how) {
        int before = view.get(at);
        view.set(at, value);
        exec.submit();
        assertThatThrownBy(space::fence)
                .isInstanceOf(GraphRunException.class)
                .hasMessageContaining("'multiply'")
                .hasMessageContaining(how);
        view.set(at, before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop", "bytecode", "native"})
    void nodes_that_run_as_one_loop_give_the_same_bits_and_blame_the_right_one(String tier) {
        int n = 100_000;
        try (ExecutionSpace space = space(tier)) {
            DoubleView x = DoubleView.of("x", space, n);
            DoubleView y = DoubleView.of("y", space, n);
            IntView place = IntView.of("place", space, n);
            Graph graph = Graph.define("chain", root -> {
                NodeRef last = root.thenParallelFor("first", RangePolicy.of(n), i -> x.set(i, i));
                last = last.thenParallelFor("second", RangePolicy.of(n), i -> y.set(i, x.get(i) + y.get(i)));
                last = last.thenParallelFor("third", RangePolicy.of(n), i -> y.set(i, y.get(i) * 3));
                last.thenParallelFor("fourth", RangePolicy.of(n), i -> x.set(i, 100 / (1 + place.get(i))));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain()).contains("4 nodes as one loop", "code: " + tier);
                exec.submit();
                exec.submit();
                space.fence();
                assertThat(y.get(77)).isEqualTo((77 * 3 + 77) * 3.0);
                assertThat(x.get(77)).isEqualTo(100);
                place.set(5, -1);
                exec.submit();
                assertThatThrownBy(space::fence)
                        .hasMessageContaining("node 'fourth'")
                        .hasMessageContaining("divides an integer by zero at TierTest.java:");
            }
        }
    }

    private static final int[] AHEAD = {-70, -64, -9, -8, -7, -2, -1, 0, 1, 2, 3, 7, 8, 15, 16, 17, 32, 64, 70};

    /** Defines loops over pairs of views of one array each, from one element to many apart; returns the arrays. */
    private static List<DoubleView> overlapping(List<RangeBody> bodies) {
        List<DoubleView> arrays = new ArrayList<>();
        for (int ahead : AHEAD) {
            for (int order = 0; order < 3; order++) {
                DoubleView all = DoubleView.of("all", MemorySpace.host(), 400);
                all.assign(IntStream.range(0, 400).mapToDouble(Math::sin).toArray());
                arrays.add(all);
                DoubleView x = all.subview(Slice.range(75, 275));
                DoubleView y = all.subview(Slice.range(75 + ahead, 275 + ahead));
                bodies.add(
                        switch (order) {
                            case 0 -> i -> x.set(i, 2 * y.get(i) + 1);
                            case 1 ->
                                i -> {
                                    x.set(i, i + 0.5);
                                    y.set(i, 2 * y.get(i));
                                };
                            default ->
                                i -> {
                                    double before = x.get(i) + y.get(i);
                                    y.set(i, before * 0.5);
                                    x.set(i, y.get(i) - before * 0.25);
                                };
                        });
            }
        }
        return arrays;
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void one_thread_sees_views_that_overlap_index_by_index(String tier) {
        List<RangeBody> lambdas = new ArrayList<>();
        List<DoubleView> expected = overlapping(lambdas);
        lambdas.forEach(body -> IntStream.range(0, 200).forEach(body::at));
        List<RangeBody> bodies = new ArrayList<>();
        List<DoubleView> found = overlapping(bodies);
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        Graph graph = Graph.define("overlap", root -> {
            for (int k = 0; k < bodies.size(); k++) {
                root.thenParallelFor("loop " + k, RangePolicy.of(200), bodies.get(k));
            }
        });
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + tier);
                ExecutableGraph exec =
                        graph.instantiate(space, InstantiateOption.relax("G102"), InstantiateOption.relax("G110"))) {
            exec.submit();
            space.fence();
            assertThat(exec.explain()).contains("code: " + tier);
        }
        for (int k = 0; k < found.size(); k++) {
            assertThat(found.get(k).toArray())
                    .as("%d ahead, order %d", AHEAD[k / 3], k % 3)
                    .isEqualTo(expected.get(k).toArray());
        }
    }
}
