package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Chains of small launches become phases of one, and nothing outside of these begins later than before. */
final class PhaseMergingTest {
    private static final int N = 100;
    private static final FusionSupport PHASES = FusionSupport.ofLoops(Long.MAX_VALUE)
            .withoutEdges()
            .withFills()
            .withReductions()
            .withSideBySide(200)
            .withPhases(new PhaseCosts(1, 0.2, 0.24, 3.4));

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), 100_000);
    private final DoubleView y = DoubleView.of("y", MemorySpace.host(), 100_000);
    private final DoubleView sum = DoubleView.of("sum", MemorySpace.host());

    private static LaunchPlan plan(Consumer<NodeRef> definition) {
        Graph graph = Graph.define("g", definition::accept);
        return Planner.plan(graph, KernelIndex.of(graph), PHASES);
    }

    private static String text(Consumer<NodeRef> definition) {
        return PlanText.of(plan(definition));
    }

    /** A node that no other can share a loop with. */
    private NodeRef step(NodeRef after, String label, int n) {
        return after.thenParallelFor(label, RangePolicy.of(1, n + 1), i -> x.set(i, x.get(i - 1)));
    }

    private NodeRef steps(NodeRef after, int count, int n) {
        NodeRef last = after;
        for (int k = 0; k < count; k++) {
            last = step(last, "s" + k, n);
        }
        return last;
    }

    @Test
    void a_chain_of_small_loops_is_one_launch_whose_phases_are_its_nodes() {
        LaunchPlan plan = plan(root -> steps(root, 100, 32));
        assertThat(plan.units()).hasSize(1);
        LaunchUnit unit = plan.units().get(0);
        assertThat(unit.merge()).isEqualTo(FusionKind.PHASED);
        assertThat(unit.members()).hasSize(100).extracting(LaunchUnit::index).startsWith(0, 1, 2);
        assertThat(unit.nodes()).hasSize(100);
        assertThat(plan.phased()).containsExactly("100 launches -> 1 of 100 phases, about 22 us instead of 101");
    }

    @Test
    void a_diamond_is_three_phases() {
        assertThat(text(root -> {
                    NodeRef a = step(root, "a", N);
                    Graph.whenAll(step(a, "b", N), step(a, "c", N)).thenFill("d", y, 1);
                }))
                .isEqualTo("0 {a>{b|c}} <-\n1 d <- 0\n");
        assertThat(text(root -> {
                    NodeRef a = step(root, "a", N);
                    step(Graph.whenAll(step(a, "b", N), step(a, "c", N)), "d", N);
                }))
                .isEqualTo("0 {a>{b|c}>d} <-\n");
    }

    @Test
    void a_phase_is_all_that_a_launch_may_be() {
        DoubleView few = DoubleView.of("few", MemorySpace.host(), N);
        RangePolicy all = RangePolicy.of(N);
        assertThat(text(root -> {
                    NodeRef last = step(root, "a", N)
                            .thenFill("fill", few, 1)
                            .thenParallelFor("p", all, i -> few.set(i, 2 * few.get(i)))
                            .thenParallelReduce("sum", all, Sum.into(sum, i -> few.get(N - 1 - i)))
                            .then("call", () -> x.set(0, sum.get()));
                    NodeRef[] wide = new NodeRef[5];
                    for (int k = 0; k < wide.length; k++) {
                        wide[k] = step(last, "w" + k, k < 2 ? N : 8);
                    }
                    step(Graph.whenAll(wide), "z", N);
                }))
                .isEqualTo("0 {a>{fill;p}>{sum;call}>{w0|w1|w2|w3|w4}>z} <-\n");
    }

    @Test
    void large_loops_stay_launches_and_cut_a_chain() {
        assertThat(text(root -> steps(steps(step(steps(root, 2, N), "large", 50_000), 3, N), 0, 0)))
                .isEqualTo("0 {s0>s1} <-\n1 large <- 0\n2 {s0>s1>s2} <- 1\n");
        assertThat(text(root -> steps(root, 2, 2000))).isEqualTo("0 {s0>s1} <-\n");
        assertThat(text(root -> steps(root, 2, 4000))).isEqualTo("0 s0 <-\n1 s1 <- 0\n");
    }

    @Test
    void accesses_far_from_those_of_neighbours_take_longer_in_one_block() {
        DoubleView a = DoubleView.of("a", MemorySpace.host(), 1000, 1000);
        DoubleView b = DoubleView.of("b", MemorySpace.host(), 1000, 1000);
        IntView at = IntView.of("at", MemorySpace.host(), 1000);
        RangePolicy all = RangePolicy.of(999);
        RangePolicy few = RangePolicy.of(100);
        assertThat(text(root -> root.thenParallelFor("p", all, i -> a.set(0, i, b.get(1, i) + b.get(2, i)))
                        .thenParallelFor("q", all, i -> b.set(0, i + 1, a.get(0, i + 1)))))
                .isEqualTo("0 {p>q} <-\n");
        assertThat(text(root -> root.thenParallelFor("p", all, i -> a.set(i, 0, b.get(i, 1) + b.get(i, 2)))
                        .thenParallelFor("q", all, i -> b.set(i + 1, 0, a.get(i + 1, 0)))))
                .isEqualTo("0 p <-\n1 q <- 0\n");
        assertThat(text(root -> root.thenParallelFor("p", few, i -> a.set(i, 0, b.get(i, 1) + b.get(i, 2)))
                        .thenParallelFor("q", few, i -> b.set(i + 1, 0, a.get(i + 1, 0)))))
                .isEqualTo("0 {p>q} <-\n");
        assertThat(text(root -> root.thenParallelFor(
                                "p", all, i -> a.set(0, i, b.get(0, at.get(i)) + b.get(1, at.get(i + 1))))
                        .thenParallelFor("q", all, i -> b.set(0, i + 1, a.get(0, i + 1)))))
                .isEqualTo("0 p <-\n1 q <- 0\n");
    }

    @Test
    void what_waits_for_the_middle_of_a_chain_begins_no_later_than_before() {
        assertThat(text(root -> {
                    NodeRef second = steps(root, 2, N);
                    step(second, "large", 50_000);
                    steps(second, 3, N);
                }))
                .isEqualTo("0 {s0>s1} <-\n1 large <- 0\n2 {s0>s1>s2} <- 0\n");
    }

    @Test
    void a_chain_goes_on_before_what_waits_for_its_end_as_well() {
        assertThat(text(root -> {
                    NodeRef second = steps(root, 2, N);
                    NodeRef last = steps(second, 3, N);
                    step(Graph.whenAll(second, last), "large", 50_000);
                }))
                .isEqualTo("0 {s0>s1>s0>s1>s2} <-\n1 large <- 0\n");
    }

    @Test
    void a_unit_that_waits_for_something_else_begins_a_launch_of_its_own() {
        assertThat(text(root -> {
                    NodeRef large = step(root, "large", 50_000);
                    NodeRef small = steps(root, 2, N);
                    steps(Graph.whenAll(large, small), 2, N);
                }))
                .isEqualTo("0 large <-\n1 {s0>s1} <-\n2 {s0>s1} <- 0 1\n");
    }

    @Test
    void chains_that_come_together_are_phases_side_by_side() {
        assertThat(text(root -> {
                    NodeRef one = step(step(root, "a0", N), "a1", N);
                    NodeRef two = step(step(root, "b0", N), "b1", N);
                    step(Graph.whenAll(one, two), "z", N);
                }))
                .isEqualTo("0 {{a0|b0}>{a1|b1}>z} <-\n");
        // A block would take longer for both than two multiprocessors.
        assertThat(text(root -> {
                    NodeRef one = step(step(root, "a0", 2500), "a1", 2500);
                    NodeRef two = step(step(root, "b0", 2500), "b1", 2500);
                    step(Graph.whenAll(one, two), "z", N);
                }))
                .isEqualTo("0 {a0>a1} <-\n1 {b0>b1} <-\n2 z <- 0 1\n");
    }

    @Test
    void a_plan_without_phases_has_their_launches_in_order() {
        LaunchPlan plan = plan(root -> {
            NodeRef first = step(step(root, "large", 50_000), "a", N);
            NodeRef[] wide = new NodeRef[5];
            for (int k = 0; k < wide.length; k++) {
                wide[k] = step(first, "w" + k, N);
            }
            NodeRef joined = step(Graph.whenAll(wide), "b", N);
            NodeRef both = Graph.whenAll(step(joined, "c", N), step(joined, "d", N));
            NodeRef body = both.thenIf("if", () -> sum.get() > 0, Graph.define("then", then -> steps(then, 3, N)));
            step(body, "end", N);
        });
        assertThat(plan.hasPhases()).isTrue();
        assertThat(PlanText.of(plan))
                .isEqualTo("0 large <-\n1 {a>{w0|w1|w2|w3|w4}>b>{c|d}} <- 0\n2 if <- 1\n3 end <- 2\n");
        LaunchPlan without = Unphasing.of(plan);
        assertThat(without.hasPhases()).isFalse();
        assertThat(PlanText.of(without))
                .isEqualTo("0 large <-\n1 a <- 0\n2 {w0|w1|w2|w3|w4} <- 1\n3 b <- 2\n4 c <- 3\n5 d <- 3\n"
                        + "6 if <- 4 5\n7 end <- 6\n");
        assertThat(PlanText.of(without.units().get(6).bodies().get(0))).isEqualTo("0 s0 <-\n1 s1 <- 0\n2 s2 <- 1\n");
    }

    @Test
    void bodies_that_loop_join_while_one_block_would_do_them_anyhow() {
        for (int n : new int[] {256, 257}) {
            String text = text(root -> {
                NodeRef last = root;
                for (int k = 0; k < 2; k++) {
                    last = last.thenParallelFor("s" + k, RangePolicy.of(n), i -> {
                        double all = 0;
                        for (int j = 0; j < i; j++) {
                            all += x.get(j + 1);
                        }
                        x.set(i, all);
                    });
                }
            });
            assertThat(text).as("%d", n).isEqualTo(n == 256 ? "0 {s0>s1} <-\n" : "0 s0 <-\n1 s1 <- 0\n");
        }
    }

    @Test
    void teams_scans_and_blocks_of_the_user_stay_launches() {
        assertThat(text(root -> step(
                                step(root, "a", N).thenParallelFor("team", TeamPolicy.of(1, 32), team -> x.set(0, 1)),
                                "b",
                                N)
                        .thenParallelFor("own", RangePolicy.of(N).withBlock(64), i -> x.set(i, x.get(N - i)))))
                .isEqualTo("0 a <-\n1 team <- 0\n2 b <- 1\n3 own <- 2\n");
    }
}
