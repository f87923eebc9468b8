package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

final class HorizontalMergingTest {
    private static final int N = 1000;
    /** Launches of 16 blocks or fewer are small; loops are never merged at the cost of running side by side. */
    private static final FusionSupport SIDE_BY_SIDE =
            FusionSupport.ofLoops(Long.MAX_VALUE).withFills().withSideBySide(16);

    private final List<DoubleView> views = new ArrayList<>();
    private final RangePolicy all = RangePolicy.of(N);

    private DoubleView view(int n) {
        DoubleView view = DoubleView.of("v" + views.size(), MemorySpace.host(), n);
        views.add(view);
        return view;
    }

    private NodeRef set(NodeRef after, String label, int n) {
        DoubleView to = view(n);
        return after.thenParallelFor(label, RangePolicy.of(n), i -> to.set(i, i));
    }

    private static LaunchPlan plan(Consumer<NodeRef> definition) {
        Graph graph = Graph.define("g", definition::accept);
        return Planner.plan(graph, KernelIndex.of(graph), SIDE_BY_SIDE);
    }

    private static String text(Consumer<NodeRef> definition) {
        return PlanText.of(plan(definition));
    }

    @Test
    void one_before_a_hundred_before_one_is_three_launches() {
        LaunchPlan plan = plan(root -> {
            NodeRef first = set(root, "first", N);
            List<NodeRef> middle = new ArrayList<>();
            for (int k = 0; k < 100; k++) {
                middle.add(set(first, "m" + k, N));
            }
            set(Graph.whenAll(middle), "last", N);
        });
        assertThat(plan.units())
                .extracting(LaunchUnit::merge)
                .containsExactly(FusionKind.NONE, FusionKind.HORIZONTAL, FusionKind.NONE);
        assertThat(plan.units().get(1).members()).hasSize(100);
        assertThat(plan.predecessorCount(2)).isEqualTo(1);
    }

    /** The join passes five on to four as long as the five are apart: it goes when they are one. */
    @Test
    void a_join_that_goes_once_loops_are_merged_shifts_nothing() {
        DoubleView x = view(N);
        Graph graph = Graph.define("g", root -> {
            List<NodeRef> chain = new ArrayList<>();
            NodeRef last = root;
            for (int k = 0; k < 5; k++) {
                last = last.thenParallelFor("p" + k, all, i -> x.set(i, x.get(i) + 1));
                chain.add(last);
            }
            NodeRef join = Graph.whenAll(chain);
            for (int k = 0; k < 4; k++) {
                set(join, "s" + k, N / 2);
            }
            join.thenHost("host", () -> {});
        });
        FusionSupport merges = FusionSupport.ofLoops(1).withFills().withSideBySide(16);
        LaunchPlan plan = Planner.plan(graph, KernelIndex.of(graph), merges);
        assertThat(plan.units())
                .extracting(LaunchUnit::merge)
                .containsExactly(FusionKind.VERTICAL, FusionKind.HORIZONTAL, FusionKind.NONE);
        assertThat(plan.units().get(1).members())
                .extracting(unit -> unit.node().label())
                .containsExactly("s0", "s1", "s2", "s3");
        assertThat(plan.units().get(2).node().label()).isEqualTo("host");
    }

    @Test
    void random_layers_become_one_launch_each() {
        Random random = new Random(7);
        LaunchPlan plan = plan(root -> {
            List<NodeRef> before = new ArrayList<>();
            for (int k = 0; k < 100; k++) {
                before.add(set(root, "0." + k, N));
            }
            for (int level = 1; level < 10; level++) {
                List<NodeRef> layer = new ArrayList<>();
                for (int k = 0; k < 100; k++) {
                    NodeRef after = Graph.whenAll(before.get(random.nextInt(100)), before.get(random.nextInt(100)));
                    layer.add(set(after, level + "." + k, N));
                }
                before = layer;
            }
        });
        assertThat(plan.size()).isEqualTo(10);
        assertThat(plan.units()).allMatch(unit -> unit.members().size() >= 50);
        assertThat(PlanText.of(plan)).contains("}").endsWith(" <- 8\n");
    }

    @Test
    void kernels_of_all_kinds_stand_side_by_side_but_for_teams_and_large_ones() {
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        DoubleView box = DoubleView.of("box", MemorySpace.host(), 20, 30);
        DoubleView x = view(N);
        DoubleView from = view(N);
        DoubleView to = view(N);
        DoubleView single = view(1);
        DoubleView team = view(10);
        assertThat(text(root -> {
                    set(root, "small", 10);
                    set(root, "large", 17 * FusionSupport.BLOCK);
                    root.thenParallelReduce("reduce", all, Sum.into(sum, i -> x.get(i)));
                    root.thenParallelFor("box", MDRangePolicy.of(20, 30), (i, j) -> box.set(i, j, i * j));
                    root.then("single", () -> single.set(0, 1));
                    root.thenDeepCopy("copy", to, from);
                    root.thenParallelFor("team", TeamPolicy.of(10), t -> team.set(t.leagueRank(), 1));
                    root.thenHost("host", () -> {});
                    DoubleView own = view(10);
                    root.thenParallelFor("own", RangePolicy.of(10).withBlock(64), i -> own.set(i, 1));
                }))
                .isEqualTo("""
                        0 {small|reduce|box|single|copy} <-
                        1 large <-
                        2 team <-
                        3 host <-
                        4 own <-
                        """);
    }

    @Test
    void loops_in_a_chain_stand_beside_others_as_one() {
        assertThat(text(root -> {
                    DoubleView x = view(N);
                    set(root, "a", N)
                            .thenParallelFor("b", all, i -> x.set(i, 1))
                            .thenFill("c", x, 2);
                    set(root, "d", 10);
                    root.then("e", () -> x.extent(0)).then("f", () -> x.extent(0));
                    set(root, "g", 10);
                }))
                .isEqualTo("0 {{a;b;c}|d|{e;f}|g} <-\n");
    }

    @Test
    void three_stay_apart_as_that_is_faster_and_four_become_one() {
        assertThat(text(root -> {
                    for (int k = 0; k < 3; k++) {
                        set(root, "n" + k, 10);
                    }
                }))
                .isEqualTo("0 n0 <-\n1 n1 <-\n2 n2 <-\n");
        assertThat(text(root -> {
                    for (int k = 0; k < 4; k++) {
                        set(root, "n" + k, 10);
                    }
                }))
                .isEqualTo("0 {n0|n1|n2|n3} <-\n");
    }

    @Test
    void what_starts_after_a_large_launch_does_not_hold_up_others() {
        assertThat(text(root -> {
                    set(set(root, "large", 100_000), "after", N);
                    set(set(root, "host", 10).thenHost("wait", () -> {}), "late", 10);
                    set(set(root, "quick", 10), "next", 20);
                    set(root, "more", 10);
                    set(root, "again", 10);
                }))
                .isEqualTo("""
                        0 large <-
                        1 after <- 0
                        2 {host|quick|more|again} <-
                        3 wait <- 2
                        4 late <- 3
                        5 next <- 2
                        """);
    }

    @Test
    void no_path_becomes_longer_and_none_is_lost() {
        long seed = System.nanoTime();
        System.out.println("side by side: seed " + seed);
        Random random = new Random(seed);
        for (int trial = 0; trial < 100; trial++) {
            boolean large = trial % 2 == 1;
            Graph graph = Graph.define("g", root -> {
                List<NodeRef> nodes = new ArrayList<>(List.of(root));
                for (int k = 0; k < 30; k++) {
                    NodeRef after = Graph.whenAll(
                            nodes.get(random.nextInt(nodes.size())), nodes.get(random.nextInt(nodes.size())));
                    nodes.add(set(after, "n" + k, large && random.nextInt(5) == 0 ? 10_000 : 10 + k));
                }
            });
            LaunchPlan plain = Planner.plan(graph);
            LaunchPlan merged = Planner.plan(graph, KernelIndex.of(graph), SIDE_BY_SIDE);
            if (!large) {
                assertThat(depth(merged)).as("seed %d", seed).isLessThanOrEqualTo(depth(plain));
            }
            assertThat(PlanOrder.isKept(plain, merged))
                    .as("seed %d: %s", seed, PlanText.of(merged))
                    .isTrue();
        }
    }

    /** Returns the number of launches on the longest path. */
    private static int depth(LaunchPlan plan) {
        int[] depth = new int[plan.size()];
        int most = 0;
        for (int u = 0; u < plan.size(); u++) {
            for (int k = 0; k < plan.predecessorCount(u); k++) {
                depth[u] = Math.max(depth[u], depth[plan.predecessor(u, k)]);
            }
            depth[u] += plan.units().get(u).empty() ? 0 : 1;
            most = Math.max(most, depth[u]);
        }
        return most;
    }
}
