package org.sporos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.IntParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reducers;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** What the facts of kernels say against a graph. */
class KernelCheckTest {
    private static final int N = 100;
    private final DoubleView u = Races.view("u", N);
    private final DoubleView v = Races.view("v", N);
    private final DoubleView grid = Races.view("grid", N, N);
    private final IntView index = IntView.of("index", MemorySpace.host(), N);

    private static List<Diagnostic> check(Consumer<NodeRef> definition) {
        Graph graph = Graph.define("step", definition::accept);
        KernelIndex kernels = KernelIndex.of(graph);
        assertThat(kernels.problems()).isEmpty();
        return GraphCheck.of(graph, GraphEffects.of(CapturedGraph.of(graph)), TestTarget.host(), kernels);
    }

    private static List<String> codes(Consumer<NodeRef> definition) {
        return check(definition).stream().map(Diagnostic::code).distinct().toList();
    }

    @Test
    void kernels_without_a_path_race_on_the_view_that_one_writes() {
        List<Diagnostic> found = check(root -> {
            root.thenParallelFor("left", RangePolicy.of(N), i -> u.set(i, i));
            root.thenParallelFor("right", RangePolicy.of(N), i -> v.set(i, u.get(i)));
        });
        assertThat(found).hasSize(1);
        assertThat(found.get(0).message())
                .matches(
                        "in graph 'step' the nodes 'left' and 'right' touch view 'u' in no fixed order: 'left' writes it"
                                + " \\(KernelCheckTest.java:\\d+\\), 'right' reads it \\(KernelCheckTest.java:\\d+\\)\\.");
    }

    @Test
    void ordered_kernels_do_not_race() {
        assertThat(codes(root -> root.thenParallelFor("a", RangePolicy.of(N), i -> u.set(i, i))
                        .thenParallelFor("b", RangePolicy.of(N), i -> v.set(i, u.get(i)))))
                .isEmpty();
    }

    @Test
    void kernels_over_disjoint_ranges_do_not_race() {
        assertThat(codes(root -> {
                    root.thenParallelFor("low", RangePolicy.of(0, 50), i -> u.set(i, i));
                    root.thenParallelFor("high", RangePolicy.of(50, N), i -> u.set(i, u.get(i) + 1));
                }))
                .isEmpty();
        assertThat(codes(root -> {
                    root.thenParallelFor("low", RangePolicy.of(0, 51), i -> u.set(i, i));
                    root.thenParallelFor("high", RangePolicy.of(50, N), i -> u.set(i, i));
                }))
                .containsExactly("G102");
    }

    @Test
    void red_and_black_points_do_not_race() {
        assertThat(codes(root -> {
                    root.thenParallelFor("red", RangePolicy.of(N / 2), i -> u.set(2 * i, i));
                    root.thenParallelFor("black", RangePolicy.of(N / 2), i -> u.set(2 * i + 1, i));
                }))
                .isEmpty();
    }

    @Test
    void guards_on_the_index_count() {
        assertThat(codes(root -> {
                    root.thenParallelFor("low", RangePolicy.of(N), i -> {
                        if (i < 50) {
                            u.set(i, i);
                        }
                    });
                    root.thenParallelFor("high", RangePolicy.of(N), i -> {
                        if (i >= 50 && i < 90) {
                            u.set(i, i);
                        }
                    });
                    root.thenFill("rest", u.subview(Slice.range(90, 100)), 0);
                }))
                .isEmpty();
    }

    @Test
    void the_border_and_the_inside_of_a_grid_do_not_race() {
        assertThat(codes(root -> {
                    root.thenParallelFor(
                            "inside",
                            MDRangePolicy.of(new int[] {1, 1}, new int[] {N - 1, N - 1}),
                            (i, j) -> grid.set(i, j, 1));
                    root.thenParallelFor("border", RangePolicy.of(N), i -> {
                        grid.set(0, i, 0);
                        grid.set(N - 1, i, 0);
                    });
                    root.thenParallelFor("sides", RangePolicy.of(1, N - 1), i -> {
                        grid.set(i, 0, 0);
                        grid.set(i, N - 1, 0);
                    });
                }))
                .isEmpty();
    }

    @Test
    void a_scatter_may_race_with_a_reader_of_a_part() {
        assertThat(codes(root -> {
                    root.thenParallelFor("scatter", RangePolicy.of(N), i -> u.atomicAdd(index.get(i), 1));
                    root.thenParallelFor("reader", RangePolicy.of(N / 2), i -> v.set(i, u.get(i)));
                }))
                .containsExactly("G108");
    }

    /** Whatever the indexes are. */
    @Test
    void a_scatter_races_with_what_touches_all_elements() {
        assertThat(codesBesideFill(
                        root -> root.thenParallelFor("scatter", RangePolicy.of(N), i -> u.atomicAdd(index.get(i), 1))))
                .containsExactly("G102");
        assertThat(codesBesideFill(
                        root -> root.thenParallelFor("scatter", RangePolicy.of(N), i -> u.atomicAdd(i % 4, 1))))
                .containsExactly("G102");
        assertThat(codesBesideFill(root ->
                        root.thenParallelFor("gather", RangePolicy.of(N), i -> v.set(i, u.get(index.get(i))))))
                .containsExactly("G102");
        assertThat(codesBesideFill(root -> root.thenParallelFor("loop", RangePolicy.of(N), i -> {
                    for (int k = 0; k < 3; k++) {
                        u.atomicAdd(index.get(i), 1);
                    }
                })))
                .containsExactly("G102");
    }

    @Test
    void a_scatter_that_may_not_happen_may_race_with_what_touches_all_elements() {
        assertThat(codesBesideFill(root -> root.thenParallelFor("guarded", RangePolicy.of(N), i -> {
                    if (index.get(i) > 0) {
                        u.atomicAdd(index.get(i), 1);
                    }
                })))
                .containsExactly("G108");
        assertThat(codesBesideFill(root -> root.thenParallelFor("loop", RangePolicy.of(N), i -> {
                    for (int k = 0; k < index.get(i); k++) {
                        u.atomicAdd(index.get(k), 1);
                    }
                })))
                .containsExactly("G108");
        assertThat(codesBesideFill(root -> root.thenParallelFor(
                        "team", TeamPolicy.of(4, 2), team -> team.parallelFor(index.get(0), k -> u.atomicAdd(k, 1)))))
                .containsExactly("G108");
        IntParam size = IntParam.of("size", 0).within(0, N);
        assertThat(codesBesideFill(
                        root -> root.thenParallelFor("live", RangePolicy.of(size), i -> u.atomicAdd(index.get(i), 1))))
                .containsExactly("G108");
        assertThat(codesBesideFill(
                        root -> root.thenParallelFor("none", RangePolicy.of(5, 5), i -> u.atomicAdd(index.get(i), 1))))
                .isEmpty();
        assertThat(codesBesideFill(
                        root -> root.thenParallelFor("listed", IndexSet.of(new int[0]), i -> u.atomicAdd(i, 1))))
                .isEmpty();
    }

    private List<String> codesBesideFill(Consumer<NodeRef> scatter) {
        return codes(root -> {
            root.thenFill("fill", u, 0);
            scatter.accept(root);
        });
    }

    @Test
    void a_kernel_that_reads_a_result_races_with_its_reduction() {
        DoubleView sum = Races.view("sum");
        assertThat(codes(root -> {
                    root.thenParallelReduce("sum", RangePolicy.of(N), Reducers.Sum.into(sum, i -> u.get(i)));
                    root.thenParallelFor("scale", RangePolicy.of(N), i -> v.set(i, v.get(i) / sum.get()));
                }))
                .containsExactly("G102");
    }

    @Test
    void a_condition_reads_its_views() {
        IntView flag = IntView.of("flag", MemorySpace.host());
        Graph body = Graph.define("body", root -> root.thenFill("fill", u, 0));
        assertThat(codes(root -> {
                    root.thenIf("if", () -> flag.get() > 0, body);
                    root.thenFill("set", flag, 1);
                }))
                .containsExactly("G102");
    }

    @Test
    void an_index_that_surely_leaves_its_view_is_an_error() {
        List<Diagnostic> found =
                check(root -> root.thenParallelFor("shift", RangePolicy.of(N), i -> v.set(i, u.get(i + 1))));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).toString())
                .matches(
                        "G112: node 'shift' \\(KernelCheckTest.java:\\d+\\) of graph 'step' uses the indexes \\[1, 100\\] in"
                                + " dimension 0 of view 'u', whose extent there is 100, at KernelCheckTest.java:\\d+\n"
                                + "      Make the range of the node smaller, guard the access with an if, or make the view larger.");
    }

    @Test
    void an_index_that_is_guarded_or_unknown_is_no_error() {
        assertThat(codes(root -> root.thenParallelFor("shift", RangePolicy.of(N), i -> {
                    if (i + 1 < N) {
                        v.set(i, u.get(i + 1));
                    }
                })))
                .isEmpty();
        assertThat(codes(root ->
                        root.thenParallelFor("gather", RangePolicy.of(N), i -> v.set(i, u.get(index.get(i) + 200)))))
                .isEmpty();
    }

    @Test
    void a_loop_that_runs_too_far_is_an_error() {
        assertThat(codes(root -> root.thenParallelFor("rows", RangePolicy.of(N), i -> {
                    for (int j = 0; j <= N; j++) {
                        grid.set(i, j, 0);
                    }
                })))
                .containsExactly("G112");
        assertThat(codes(root -> root.thenParallelFor("rows", RangePolicy.of(N), i -> {
                    for (int j = 0; j <= N; j++) {
                        if (j == 50) {
                            break;
                        }
                        grid.set(i, j, 0);
                    }
                })))
                .isEmpty();
    }

    @Test
    void a_division_by_zero_that_surely_happens_is_an_error() {
        List<Diagnostic> found =
                check(root -> root.thenParallelFor("share", RangePolicy.of(N), i -> v.set(i, 100 / i)));
        assertThat(found.get(0).toString())
                .matches(
                        "G113: node 'share' \\(KernelCheckTest.java:\\d+\\) of graph 'step' divides an integer by zero at"
                                + " KernelCheckTest.java:\\d+\n      Leave out the work items whose divisor is zero.");
        assertThat(codes(root -> root.thenParallelFor("share", RangePolicy.of(1, N), i -> v.set(i, 100 / i))))
                .isEmpty();
    }

    @Test
    void an_empty_range_does_nothing_wrong() {
        assertThat(codes(root -> {
                    root.thenParallelFor("none", RangePolicy.of(0), i -> u.set(i + 1000, 1 / i));
                    root.thenFill("fill", u, 0);
                }))
                .isEmpty();
    }

    @Test
    void kernels_that_differ_in_captured_values_are_told_apart() {
        assertThat(codes(root -> {
                    for (int part = 0; part < 10; part++) {
                        int begin = 10 * part;
                        root.thenParallelFor("part", RangePolicy.of(10), i -> u.set(begin + i, i));
                    }
                }))
                .isEmpty();
        assertThat(codes(root -> {
                    for (int part = 0; part < 10; part++) {
                        int begin = 9 * part;
                        root.thenParallelFor("part", RangePolicy.of(10), i -> u.set(begin + i, i));
                    }
                }))
                .containsExactly("G102");
    }
}
