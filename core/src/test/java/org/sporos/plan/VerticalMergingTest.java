package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.MemoryMeter;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

final class VerticalMergingTest {
    private static final int N = 1000;
    private static final FusionSupport ALL =
            FusionSupport.ofLoops(1).withFills().withReductions();

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), N);
    private final DoubleView y = DoubleView.of("y", MemorySpace.host(), N);
    private final DoubleView z = DoubleView.of("z", MemorySpace.host(), N);
    private final DoubleView sum = DoubleView.of("sum", MemorySpace.host());
    private final IntView at = IntView.of("at", MemorySpace.host(), N);
    private final RangePolicy all = RangePolicy.of(N);

    private static LaunchPlan plan(FusionSupport merges, Consumer<NodeRef> definition) {
        Graph graph = Graph.define("g", definition::accept);
        return Planner.plan(graph, KernelIndex.of(graph), merges);
    }

    private static String text(Consumer<NodeRef> definition) {
        return PlanText.of(plan(ALL, definition));
    }

    private NodeRef scale(NodeRef after, String label, DoubleView to, DoubleView from) {
        return after.thenParallelFor(label, all, i -> to.set(i, 2 * from.get(i)));
    }

    @Test
    void a_chain_over_the_same_indexes_is_one_loop() {
        LaunchPlan plan = plan(ALL, root -> scale(scale(scale(root, "a", y, x), "b", z, y), "c", x, z));
        assertThat(PlanText.of(plan)).isEqualTo("0 {a;b;c} <-\n");
        LaunchUnit unit = plan.units().get(0);
        assertThat(unit.merge()).isEqualTo(FusionKind.VERTICAL);
        assertThat(unit.members()).extracting(LaunchUnit::index).containsExactly(0, 1, 2);
        assertThat(unit.node().label()).isEqualTo("a");
        assertThat(unit)
                .hasToString("{#0 a parallelFor[0, 1000); #1 b parallelFor[0, 1000); #2 c parallelFor[0, 1000)}");
    }

    @Test
    void a_diamond_is_one_loop() {
        assertThat(text(root -> {
                    NodeRef a = root.thenParallelFor("a", all, i -> x.set(i, i));
                    NodeRef b = scale(a, "b", y, x);
                    NodeRef c = scale(a, "c", z, x);
                    Graph.whenAll(b, c).thenParallelFor("d", all, i -> x.set(i, y.get(i) + z.get(i)));
                }))
                .isEqualTo("0 {a;b;c;d} <-\n");
    }

    @Test
    void siblings_stay_apart_where_there_is_too_little_work_for_the_device() {
        LaunchPlan plan = plan(FusionSupport.ofLoops(N + 1), root -> {
            NodeRef a = root.thenParallelFor("a", all, i -> x.set(i, i));
            NodeRef b = scale(a, "b", y, x);
            NodeRef c = scale(a, "c", z, x);
            NodeRef d = Graph.whenAll(b, c).thenParallelFor("d", all, i -> x.set(i, y.get(i) + z.get(i)));
            scale(d, "e", y, x);
        });
        assertThat(PlanText.of(plan)).isEqualTo("""
                0 a <-
                1 b <- ~0
                2 c <- ~0
                3 {d;e} <- ~1 ~2
                """);
        assertThat(plan.remarks().get(0))
                .isEqualTo(
                        "'a' and 'b', 'a' and 'c', 'b' and 'd' stay apart: so few indexes that other nodes may run at the same time");
    }

    @Test
    void a_neighbour_at_an_offset_ends_the_loop() {
        LaunchPlan plan = plan(ALL, root -> {
            NodeRef a = scale(root, "a", y, x);
            NodeRef b = a.thenParallelFor("b", all, i -> z.set(i, y.get(i < 1 ? 0 : i - 1)));
            scale(b, "c", x, z);
        });
        // c writes at its index what a reads there; but what b reads of a's keeps a and b apart.
        assertThat(PlanText.of(plan)).isEqualTo("0 a <-\n1 {b;c} <- 0\n");
        assertThat(plan.remarks())
                .containsExactly("'a' and 'b' stay apart: they touch view 'y' not at their own index alone");
    }

    @Test
    void a_read_at_an_offset_of_what_a_later_loop_writes_ends_the_loop() {
        assertThat(text(root -> {
                    RangePolicy inner = RangePolicy.of(1, N - 1);
                    NodeRef a = root.thenParallelFor("a", inner, i -> y.set(i, x.get(i - 1) + x.get(i + 1)));
                    a.thenParallelFor("b", inner, i -> x.set(i, y.get(i)));
                }))
                .isEqualTo("0 a <-\n1 b <- 0\n");
    }

    @Test
    void reads_at_offsets_of_what_nobody_writes_are_merged() {
        assertThat(text(root -> {
                    RangePolicy inner = RangePolicy.of(1, N - 1);
                    NodeRef a = root.thenParallelFor("a", inner, i -> y.set(i, x.get(i - 1) + x.get(i + 1)));
                    a.thenParallelFor("b", inner, i -> z.set(i, y.get(i) + x.get(i + 1)));
                }))
                .isEqualTo("0 {a;b} <-\n");
    }

    @Test
    void indirect_writes_end_the_loop() {
        assertThat(text(root -> {
                    NodeRef a = root.thenParallelFor("a", all, i -> x.set(at.get(i), 1));
                    scale(a, "b", y, x);
                }))
                .isEqualTo("0 a <-\n1 b <- 0\n");
    }

    @Test
    void other_ranges_and_other_choices_of_the_user_end_the_loop() {
        assertThat(text(root -> {
                    NodeRef a = root.thenParallelFor("a", all, i -> x.set(i, 1));
                    NodeRef b = a.thenParallelFor("b", RangePolicy.of(N / 2), i -> x.set(i, 2));
                    b.thenParallelFor("c", RangePolicy.of(N / 2).withChunk(7), i -> x.set(i, 3));
                }))
                .isEqualTo("0 a <-\n1 b <- 0\n2 c <- 1\n");
    }

    @Test
    void each_reason_has_the_pairs_of_kernels_that_stay_apart() {
        LaunchPlan plan = plan(ALL, root -> {
            NodeRef a = root.thenParallelFor("a", all, i -> x.set(i, 1));
            NodeRef b = a.thenParallelFor("b", RangePolicy.of(N / 2), i -> x.set(i, 2));
            NodeRef c = b.thenParallelFor("c", RangePolicy.of(N / 2).withChunk(7), i -> x.set(i, 3));
            NodeRef team = c.thenParallelFor("team", TeamPolicy.of(10, 4), t -> y.set(t.leagueRank(), 1));
            NodeRef dot = team.thenParallelReduce("dot", all, Sum.into(sum, i -> y.get(i)));
            NodeRef d = dot.thenParallelFor("d", all, i -> z.set(i, 1));
            d.thenHost("host", () -> {}).thenFill("fill", z, 0);
        });
        assertThat(plan.remarks())
                .containsExactly(
                        "'a' and 'b' stay apart: they run over different indexes",
                        "'b' and 'c' stay apart: their policies differ in blocks, chunks or tiles",
                        "'c' and 'team', 'team' and 'dot' stay apart: one of them is no loop that this space merges",
                        "'dot' and 'd' stay apart: nothing follows a reduction in its loop");
    }

    @Test
    void a_reason_names_the_first_pairs_and_views() {
        List<DoubleView> views = new ArrayList<>();
        for (int k = 0; k < 7; k++) {
            views.add(DoubleView.of("v" + k, MemorySpace.host(), N));
        }
        LaunchPlan plan = plan(ALL, root -> {
            NodeRef at = root;
            for (int k = 0; k < 6; k++) {
                DoubleView from = views.get(k);
                DoubleView to = views.get(k + 1);
                at = at.thenParallelFor("n" + k, all, i -> to.set(i, from.get((i + 1) % N)));
            }
        });
        assertThat(plan.remarks())
                .containsExactly("'n0' and 'n1', 'n1' and 'n2', 'n2' and 'n3', 'n3' and 'n4' and 1 more stay apart:"
                        + " they touch views 'v1', 'v2', 'v3', 'v4' and 1 more not at their own index alone");
    }

    @Test
    void a_loop_of_too_many_nodes_is_two() {
        LaunchPlan plan = plan(ALL, root -> {
            NodeRef at = root;
            for (int k = 0; k < 65; k++) {
                at = scale(at, "n" + k, x, x);
            }
        });
        assertThat(plan.units()).hasSize(2);
        assertThat(plan.remarks())
                .containsExactly("'n63' and 'n64' stay apart: they would be one loop of too many nodes");
    }

    @Test
    void parts_of_one_view_at_other_offsets_end_the_loop() {
        DoubleView whole = DoubleView.of("whole", MemorySpace.host(), 2 * N);
        DoubleView left = whole.subview(Slice.range(0, N));
        DoubleView right = whole.subview(Slice.range(1, N + 1));
        DoubleView again = whole.subview(Slice.range(0, N));
        assertThat(text(root -> scale(scale(root, "a", left, x), "b", y, right)))
                .isEqualTo("0 a <-\n1 b <- 0\n");
        assertThat(text(root -> scale(scale(root, "a", left, x), "b", y, again)))
                .isEqualTo("0 {a;b} <-\n");
    }

    @Test
    void two_allocations_over_one_array_are_one_memory() {
        double[] array = new double[N + 1];
        DoubleView one = DoubleView.spec(N).over("one", new Shared(array));
        DoubleView two = DoubleView.spec(N).over("two", new Shared(array));
        assertThat(text(root -> scale(scale(root, "a", one, x), "b", y, two))).isEqualTo("0 a <-\n1 b <- 0\n");
    }

    @Test
    void boxes_are_merged_like_lines() {
        DoubleView u = DoubleView.of("u", MemorySpace.host(), 20, 30);
        DoubleView v = DoubleView.of("v", MemorySpace.host(), 20, 30);
        MDRangePolicy box = MDRangePolicy.of(20, 30);
        assertThat(text(root -> {
                    NodeRef a = root.thenParallelFor("a", box, (i, j) -> u.set(i, j, i + j));
                    NodeRef b = a.thenParallelFor("b", box, (i, j) -> v.set(i, j, u.get(i, j)));
                    b.thenParallelFor("c", MDRangePolicy.of(20, 20), (i, j) -> u.set(i, j, v.get(j, i)));
                }))
                .isEqualTo("0 {a;b} <-\n1 c <- 0\n");
    }

    @Test
    void fills_copies_and_loops_of_four_indexes_are_one() {
        DoubleView u = DoubleView.of("u", MemorySpace.host(), 2, 3, 4, 5);
        DoubleView v = DoubleView.of("v", MemorySpace.host(), 2, 3, 4, 5);
        DoubleView w = DoubleView.of("w", MemorySpace.host(), 2, 3, 4, 5);
        MDRangePolicy box = MDRangePolicy.of(2, 3, 4, 5);
        assertThat(text(root -> root.thenFill("a", u, 1)
                        .thenParallelFor("b", box, (i, j, k, l) -> v.set(i, j, k, l, u.get(i, j, k, l) + i))
                        .thenDeepCopy("c", w, v)
                        .thenParallelFor("d", MDRangePolicy.of(2, 3, 4, 4), (i, j, k, l) -> u.set(i, j, k, l, l))
                        .thenParallelReduce("e", box, Sum.into(sum, (i, j, k, l) -> w.get(i, j, k, l)))))
                .isEqualTo("0 {a;b;c} <-\n1 d <- 0\n2 e <- 1\n");
    }

    @Test
    void a_reduction_is_the_last_of_its_loop() {
        Consumer<NodeRef> definition = root -> {
            NodeRef a = scale(root, "a", y, x);
            NodeRef dot = a.thenParallelReduce("dot", all, Sum.into(sum, i -> y.get(i) * x.get(i)));
            NodeRef b = scale(dot, "b", z, y);
            b.thenParallelFor("c", all, i -> x.set(i, z.get(i) / sum.get()));
        };
        assertThat(text(definition)).isEqualTo("0 {a;dot} <-\n1 {b;c} <- 0\n");
        // The result is there only at the end: an edge to what reads it holds for all indexes.
        assertThat(PlanText.of(plan(FusionSupport.ofLoops(1), definition)))
                .isEqualTo("0 a <-\n1 dot <- ~0\n2 {b;c} <- 1\n");
    }

    @Test
    void fills_and_copies_of_the_same_elements_are_members() {
        Consumer<NodeRef> definition = root -> {
            NodeRef a = scale(root.thenFill("fill", y, 1), "a", z, y);
            a.thenDeepCopy("copy", x, z).thenFill("part", x.subview(Slice.range(0, 5)), 0);
        };
        assertThat(text(definition)).isEqualTo("0 {fill;a;copy} <-\n1 part <- 0\n");
        assertThat(PlanText.of(plan(FusionSupport.ofLoops(1), definition)))
                .isEqualTo("0 fill <-\n1 a <- ~0\n2 copy <- ~1\n3 part <- 2\n");
    }

    @Test
    void fills_alone_stay_as_they_are() {
        assertThat(text(root -> root.thenFill("a", x, 1).thenFill("b", y, 1).thenDeepCopy("c", z, y)))
                .isEqualTo("0 a <-\n1 b <- ~0\n2 c <- ~1\n");
    }

    @Test
    void single_calls_one_after_the_other_are_one_call() {
        assertThat(text(root -> {
                    NodeRef a = root.then("a", () -> x.set(0, 1));
                    NodeRef b = a.then("b", () -> x.set(1, x.get(0)));
                    Graph.whenAll(b.then("c", () -> y.set(0, x.get(1))), b.then("d", () -> z.set(0, x.get(1))));
                }))
                .isEqualTo("0 {a;b} <-\n1 c <- 0\n2 d <- 0\n");
    }

    @Test
    void host_nodes_conditionals_and_teams_end_the_loop() {
        IntParam more = IntParam.of("more", 1);
        Graph body = Graph.define("body", root -> scale(scale(root, "in", y, x), "side", z, y));
        LaunchPlan plan = plan(ALL, root -> {
            NodeRef a = scale(root, "a", y, x);
            NodeRef b = scale(a.thenHost("host", () -> {}), "b", z, y);
            NodeRef c = scale(b.thenIf("if", () -> more.get() > 0, body), "c", x, z);
            c.thenParallelFor("team", TeamPolicy.of(10, 4), team -> y.set(team.leagueRank(), 1));
        });
        assertThat(PlanText.of(plan)).isEqualTo("0 a <-\n1 host <- 0\n2 b <- 1\n3 if <- 2\n4 c <- 3\n5 team <- 4\n");
        assertThat(PlanText.of(plan.units().get(3).bodies().get(0))).isEqualTo("0 {in;side} <-\n");
    }

    @Test
    void a_way_out_and_back_in_keeps_a_loop_from_growing() {
        assertThat(text(root -> {
                    NodeRef a = scale(root, "a", y, x);
                    NodeRef out = a.thenHost("out", () -> {});
                    Graph.whenAll(a, out).thenParallelFor("b", all, i -> z.set(i, y.get(i)));
                }))
                .isEqualTo("0 a <-\n1 out <- 0\n2 b <- 1\n");
    }

    @Test
    void a_loop_does_not_wait_for_what_it_did_not_wait_for_before() {
        assertThat(text(root -> {
                    NodeRef a = scale(root, "a", y, x);
                    NodeRef other = root.thenHost("other", () -> {});
                    Graph.whenAll(a, other).thenParallelFor("b", all, i -> z.set(i, y.get(i)));
                }))
                .isEqualTo("0 a <-\n1 other <-\n2 b <- ~0 1\n");
    }

    @Test
    void edges_hold_for_each_index_only_if_all_before_them_do() {
        // c reads at an offset what a writes: it may not run ahead, though it fits to b.
        LaunchPlan plan = plan(FusionSupport.ofLoops(Long.MAX_VALUE), root -> {
            NodeRef a = scale(root, "a", y, x);
            NodeRef b = a.thenParallelFor("b", all, i -> z.set(i, i));
            NodeRef side = a.thenParallelFor("side", all, i -> at.set(i, i));
            Graph.whenAll(b, side).thenParallelFor("c", all, i -> sum.set(i < 1 ? y.get(i) : y.get(i - 1) * z.get(i)));
        });
        assertThat(PlanText.of(plan)).isEqualTo("0 a <-\n1 b <- ~0\n2 side <- ~0\n3 c <- 1 2\n");
    }

    @Test
    void nothing_is_merged_where_nothing_is_wanted() {
        assertThat(PlanText.of(plan(FusionSupport.NONE, root -> scale(scale(root, "a", y, x), "b", z, y))))
                .isEqualTo("0 a <-\n1 b <- 0\n");
    }

    /** Memory that a user lays over an array. */
    private static final class Shared extends ArrayAllocation {
        Shared(double[] array) {
            super("shared", MemorySpace.host(), ElementType.DOUBLE, array, new MemoryMeter());
        }
    }
}
