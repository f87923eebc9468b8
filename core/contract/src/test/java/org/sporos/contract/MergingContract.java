package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** What a graph does does not depend on which of its nodes were merged. */
abstract class MergingContract extends Contract {
    private static final int N = 3000;

    private static long[] bits(DoubleView view) {
        return Arrays.stream(view.toArray())
                .mapToLong(Double::doubleToRawLongBits)
                .toArray();
    }

    @Test
    void random_graphs_give_the_same_bits_merged_or_not() {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("merging on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < 25; number++) {
            Program program = Program.random(new Random(seeds.nextLong()), 1 + number);
            try (ProgramMemory merged = new ProgramMemory(space());
                    ProgramMemory plain = new ProgramMemory(space());
                    ExecutableGraph on = program.graph("merged", merged).instantiate(space(), Merging.ON);
                    ExecutableGraph off = program.graph("plain", plain).instantiate(space(), Merging.OFF)) {
                for (int run = 0; run < 3; run++) {
                    on.submit();
                    off.submit();
                }
                space().fence();
                String what = "program " + number + " of seed " + seed;
                for (int a = 0; a < ProgramState.ARRAYS; a++) {
                    assertThat(bits(merged.arrays[a]))
                            .as("array %d, %s", a, what)
                            .isEqualTo(bits(plain.arrays[a]));
                }
                for (int s = 0; s < ProgramState.SCALARS; s++) {
                    assertThat(bits(merged.scalars[s]))
                            .as("scalar %d, %s", s, what)
                            .isEqualTo(bits(plain.scalars[s]));
                }
                for (int l = 0; l < ProgramState.LONGS; l++) {
                    assertThat(merged.longs[l].toArray())
                            .as("longs %d, %s", l, what)
                            .isEqualTo(plain.longs[l].toArray());
                }
            }
        }
    }

    @Test
    void one_before_a_hundred_before_one() {
        DoubleView x = doubles("x", N);
        List<DoubleView> all = new ArrayList<>();
        DoubleView sum = doubles("sum", N);
        ExecutableGraph exec = instantiate(root -> {
            NodeRef first = root.thenParallelFor("first", RangePolicy.of(N), i -> x.set(i, x.get(i) + i));
            List<NodeRef> middle = new ArrayList<>();
            for (int k = 0; k < 100; k++) {
                DoubleView to = doubles("y" + k, N);
                double factor = k;
                all.add(to);
                middle.add(first.thenParallelFor(
                        "m" + k, RangePolicy.of(100 + k, N - k), i -> to.set(i, factor * x.get(i))));
            }
            DoubleView a = all.get(7);
            DoubleView b = all.get(99);
            Graph.whenAll(middle).thenParallelFor("last", RangePolicy.of(N), i -> sum.set(i, a.get(i) + b.get(i)));
        });
        exec.submit();
        run(exec);
        for (int k = 0; k < 100; k++) {
            double[] y = all.get(k).toArray();
            for (int i = 0; i < N; i++) {
                assertThat(y[i]).isEqualTo(i >= 100 + k && i < N - k ? k * 2.0 * i : 0.0);
            }
        }
        assertThat(sum.toArray()[1000]).isEqualTo(2000.0 * 106);
    }

    @Test
    void nodes_of_many_kinds_side_by_side() {
        int n = 200_000;
        DoubleView x = doubles("x", n);
        DoubleView box = doubles("box", 30, 70);
        DoubleView deep = doubles("deep", 5, 6, 40);
        DoubleView filled = doubles("filled", 77);
        DoubleView copied = doubles("copied", n);
        DoubleView single = doubles("single", 3);
        DoubleView least = doubles("least");
        LongView where = longs("where");
        List<DoubleView> sums = new ArrayList<>();
        List<DoubleView> most = new ArrayList<>();
        ExecutableGraph exec = instantiate(root -> {
            NodeRef first = root.thenParallelFor("first", RangePolicy.of(n), i -> x.set(i, 1 + (i * 7) % 1001));
            first.thenParallelFor("box", MDRangePolicy.of(30, 70), (i, j) -> box.set(i, j, i * 100 + j));
            MDRangePolicy part = MDRangePolicy.of(new int[] {1, 2, 3}, new int[] {5, 6, 40});
            first.thenParallelFor("deep", part, (i, j, k) -> deep.set(i, j, k, i * 10_000 + j * 100 + k));
            first.thenFill("fill", filled, 2.5);
            first.thenDeepCopy("copy", copied, x);
            first.then("one", () -> single.set(0, x.get(5))).then("two", () -> single.set(2, single.get(0) + 1));
            first.thenParallelReduce(
                    "least", RangePolicy.of(10, n), MinLoc.into(least, where, i -> x.get(i) + (i < 500 ? 9 : 0)));
            for (int k = 0; k < 20; k++) {
                DoubleView sum = doubles("sum" + k);
                DoubleView greatest = doubles("greatest" + k);
                double by = k;
                sums.add(sum);
                most.add(greatest);
                first.thenParallelReduce(
                        "sum" + k,
                        RangePolicy.of(n - k),
                        Sum.into(sum, i -> by * x.get(i)),
                        Max.into(greatest, i -> x.get(i) - by));
            }
        });
        submit(exec, 3);
        space().fence();
        assertThat(box.toArray()[2 * 70 + 5]).isEqualTo(205);
        assertThat(box.toArray()[29 * 70 + 69]).isEqualTo(2969);
        assertThat(deep.toArray()[4 * 240 + 5 * 40 + 39]).isEqualTo(40_539);
        assertThat(deep.toArray()[4 * 240 + 1 * 40 + 39]).isZero();
        assertThat(filled.toArray()).containsOnly(2.5);
        assertThat(copied.toArray()).isEqualTo(x.toArray());
        assertThat(single.toArray()).containsExactly(36, 0, 37);
        assertThat(least.toArray()).containsExactly(1);
        assertThat(where.toArray()).containsExactly(572);
        double[] values = x.toArray();
        for (int k = 0; k < 20; k++) {
            // Whole numbers: the order does not matter.
            double by = k;
            assertThat(sums.get(k).toArray())
                    .containsExactly(
                            Arrays.stream(values, 0, n - k).map(v -> by * v).sum());
            assertThat(most.get(k).toArray()).containsExactly(995 - by);
        }
    }

    @Test
    void a_failure_in_a_loop_of_several_names_its_own_node() {
        IntView at = intsOf("at", 0, 1, 2, 99);
        DoubleView x = doubles("x", 4);
        DoubleView y = doubles("y", 4);
        Graph graph = Graph.define(
                "chain",
                root -> root.thenParallelFor("a", RangePolicy.of(4), i -> x.set(i, i))
                        .thenParallelFor("b", RangePolicy.of(4), i -> y.set(i, x.get(i) + y.get(at.get(i))))
                        .thenParallelFor("c", RangePolicy.of(4), i -> x.set(i, 2 * x.get(i))));
        ExecutableGraph exec = instantiate(graph);
        GraphRunException failure = failure(exec);
        assertThat(failure.node()).isEqualTo("b");
        assertThat(failure).hasMessageStartingWith("R301: " + name(graph, "b")).hasMessageContaining("view 'y'");
        at.assign(0, 1, 2, 3);
        run(exec);
        assertThat(x.toArray()).containsExactly(0, 2, 4, 6);
    }

    @Test
    void a_failure_side_by_side_with_others_names_its_own_node() {
        IntView at = intsOf("at", 0, 99);
        ExecutableGraph exec = instantiate(root -> {
            for (int k = 0; k < 10; k++) {
                DoubleView x = doubles("x" + k, 2);
                int own = k;
                root.thenParallelFor("k" + k, RangePolicy.of(2), i -> x.set(own == 7 ? at.get(i) : i, 1));
            }
        });
        GraphRunException failure = failure(exec);
        assertThat(failure.node()).isEqualTo("k7");
        assertThat(failure).hasMessageContaining("view 'x7'").hasMessageContaining("99");
    }

    @Test
    void calls_after_reductions_see_their_results_and_all_that_loops_before_them_wrote() {
        for (int n : new int[] {0, 1, 31, 2048, 2049, 70_000, 1_100_000}) {
            DoubleView x = doubles("x" + n, Math.max(1, n));
            DoubleView sum = doubles("sum" + n);
            DoubleView least = doubles("least" + n);
            LongView where = longs("where" + n);
            DoubleView results = doubles("results" + n, 4);
            RangePolicy all = RangePolicy.of(n);
            ExecutableGraph exec = instantiate(root -> root.thenParallelFor(
                            "loop", all, i -> x.set(i, x.get(i) + (i * 7) % 1001))
                    .thenParallelReduce(
                            "both", all, Sum.into(sum, i -> x.get(i)), MinLoc.into(least, where, i -> -x.get(i)))
                    .then("first", () -> {
                        results.set(0, sum.get());
                        results.set(1, least.get());
                        results.set(2, where.get());
                    })
                    .then("second", () -> results.set(3, results.get(0) + x.get(n > 500 ? n / 2 : 0))));
            exec.submit();
            run(exec);
            double[] values = x.toArray();
            double total = 0;
            int most = -1;
            for (int i = 0; i < n; i++) {
                assertThat(values[i]).isEqualTo(2 * ((i * 7) % 1001));
                total += values[i];
                most = most < 0 || values[i] > values[most] ? i : most;
            }
            double greatest = n == 0 ? Double.POSITIVE_INFINITY : -values[most];
            assertThat(results.toArray())
                    .as("%d indexes", n)
                    .containsExactly(total, greatest, most, total + values[n > 500 ? n / 2 : 0]);
        }
    }

    @Test
    void offences_in_a_loop_and_in_a_call_after_its_reduction_name_their_nodes() {
        DoubleView x = doubles("x", N);
        DoubleView sum = doubles("sum");
        IntView at = ints("at", 2);
        RangePolicy all = RangePolicy.of(N);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("loop", all, i -> x.set(i == 7 ? at.get(0) : i, i))
                        .thenParallelReduce("sum", all, Sum.into(sum, i -> x.get(i)))
                        .then("call", () -> x.set(at.get(1), sum.get())));
        assertThatThrownBy(() -> run(exec, at, N, 0))
                .isInstanceOf(GraphRunException.class)
                .hasMessageContaining("'loop'")
                .hasMessageContaining("index (" + N + ")");
        assertThatThrownBy(() -> run(exec, at, 7, -3))
                .isInstanceOf(GraphRunException.class)
                .hasMessageContaining("'call'")
                .hasMessageContaining("index (-3)");
        run(exec, at, 7, 2);
        assertThat(x.toArray()[2]).isEqualTo(sum.toArray()[0]).isEqualTo(N * (N - 1) / 2.0);
    }

    private void run(ExecutableGraph exec, IntView at, int first, int second) {
        at.assign(first, second);
        run(exec);
    }

    @Test
    void explain_names_all_nodes_and_merging_can_be_turned_off() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        Graph graph = Graph.define(
                "chain",
                root -> root.thenParallelFor("scale", RangePolicy.of(N), i -> x.set(i, 2 * x.get(i)))
                        .thenParallelFor("shift", RangePolicy.of(N), i -> y.set(i, x.get(i) + 1)));
        String all = instantiate(graph).explain(ExplainOption.WITH_CODE);
        assertThat(all).contains("scale", "shift").containsAnyOf("double", "no kernel is compiled as C++");
        String text = instantiate(graph).explain();
        assertThat(text).contains("scale", "shift").doesNotContain("double");
        assertThat(text.length()).isLessThan(all.length());
        assertThat(instantiate(graph, Merging.OFF).explain())
                .contains("scale", "shift")
                .doesNotContain("as one loop");
    }
}
