package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Reductions at the end of loops, and calls after their results, as on a GPU. */
final class ReductionMergingTest {
    private static final int N = 1000;
    /** A device that a loop of N indexes does not fill, where a body that loops is apart from reductions. */
    private static final FusionSupport SMALL = FusionSupport.ofLoops(N + 1)
            .withoutEdges()
            .withFills()
            .withReductions(N + 1)
            .withSideBySide(8);

    private static final FusionSupport LARGE =
            FusionSupport.ofLoops(1).withoutEdges().withReductions(N).withSideBySide(1);

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), N);
    private final DoubleView r = DoubleView.of("r", MemorySpace.host(), N);
    private final DoubleView p = DoubleView.of("p", MemorySpace.host(), N);
    private final DoubleView q = DoubleView.of("q", MemorySpace.host(), N);
    private final DoubleView rr = DoubleView.of("rr", MemorySpace.host());
    private final DoubleView pq = DoubleView.of("pq", MemorySpace.host());
    private final DoubleView old = DoubleView.of("old", MemorySpace.host());
    private final RangePolicy all = RangePolicy.of(N);
    private final RangePolicy inner = RangePolicy.of(1, N - 1);

    private static LaunchPlan plan(FusionSupport merges, Consumer<NodeRef> definition) {
        Graph graph = Graph.define("g", definition::accept);
        return Planner.plan(graph, KernelIndex.of(graph), merges);
    }

    private static String text(FusionSupport merges, Consumer<NodeRef> definition) {
        return PlanText.of(plan(merges, definition));
    }

    private NodeRef dot(NodeRef after) {
        return after.thenParallelReduce("dot", all, Sum.into(pq, i -> p.get(i) * q.get(i)));
    }

    private void step(NodeRef root) {
        NodeRef dot = root.thenParallelFor("q", inner, i -> q.set(i, 2 * p.get(i) - p.get(i - 1) - p.get(i + 1)))
                .thenParallelReduce("p.q", inner, Sum.into(pq, i -> p.get(i) * q.get(i)));
        NodeRef keep = dot.then("keep", () -> old.set(rr.get()));
        NodeRef ux = dot.thenParallelFor("x", inner, i -> x.set(i, x.get(i) + rr.get() / pq.get() * p.get(i)));
        NodeRef ur = dot.thenParallelFor("r", inner, i -> r.set(i, r.get(i) - rr.get() / pq.get() * q.get(i)));
        Graph.whenAll(keep, ux, ur)
                .thenParallelReduce("r.r", inner, Sum.into(rr, i -> r.get(i) * r.get(i)))
                .thenParallelFor("p", inner, i -> p.set(i, r.get(i) + rr.get() / old.get() * p.get(i)));
    }

    @Test
    void a_step_of_conjugate_gradients_is_three_launches_whatever_its_size() {
        String expected = "0 {q;p.q;keep} <-\n1 {x;r;r.r} <- 0\n2 p <- 1\n";
        assertThat(text(SMALL, this::step)).isEqualTo(expected);
        assertThat(text(LARGE, this::step)).isEqualTo(expected);
    }

    @Test
    void calls_after_a_reduction_join_it_one_after_the_other() {
        LaunchPlan plan = plan(
                SMALL, root -> dot(root).then("one", () -> old.set(pq.get())).then("two", () -> rr.set(old.get())));
        assertThat(PlanText.of(plan)).isEqualTo("0 {dot;one;two} <-\n");
        assertThat(plan.units().get(0).callsAfter()).isEqualTo(2);
    }

    @Test
    void calls_alone_are_no_calls_after_a_reduction() {
        LaunchPlan plan = plan(SMALL, root -> root.then("one", () -> old.set(1)).then("two", () -> rr.set(old.get())));
        assertThat(PlanText.of(plan)).isEqualTo("0 {one;two} <-\n");
        assertThat(plan.units().get(0).callsAfter()).isZero();
    }

    @Test
    void a_call_that_loops_is_a_launch_of_its_own() {
        assertThat(text(
                        SMALL,
                        root -> dot(root).then("long", () -> {
                            for (int i = 0; i < N; i++) {
                                x.set(i, pq.get());
                            }
                        })))
                .isEqualTo("0 dot <-\n1 long <- 0\n");
    }

    @Test
    void a_call_after_a_loop_or_two_reductions_is_a_launch_of_its_own() {
        assertThat(text(
                        SMALL,
                        root -> root.thenParallelFor("p", all, i -> p.set(i, rr.get()))
                                .then("next", () -> rr.set(1))))
                .isEqualTo("0 p <-\n1 next <- 0\n");
        assertThat(text(SMALL, root -> {
                    NodeRef one = root.thenParallelReduce("one", all, Sum.into(pq, i -> p.get(i)));
                    NodeRef two = root.thenParallelReduce("two", inner, Sum.into(rr, i -> r.get(i)));
                    Graph.whenAll(one, two).then("both", () -> old.set(pq.get() + rr.get()));
                }))
                .isEqualTo("0 one <-\n1 two <-\n2 both <- 0 1\n");
    }

    @Test
    void a_call_joins_a_reduction_behind_which_other_nodes_wait_and_they_wait_for_it() {
        assertThat(text(SMALL, root -> {
                    NodeRef dot = dot(root);
                    NodeRef call = dot.then("call", () -> old.set(pq.get()));
                    dot.thenParallelFor("loop", all, i -> x.set(i, pq.get()));
                    call.thenParallelFor("last", inner, i -> r.set(i, old.get()));
                }))
                .isEqualTo("0 {dot;call} <-\n1 loop <- 0\n2 last <- 0\n");
    }

    @Test
    void a_body_that_loops_is_apart_from_a_reduction_over_few_indexes() {
        Consumer<NodeRef> rows = root -> root.thenParallelFor("rows", all, i -> {
                    double sum = 0;
                    for (int k = 0; k < 5; k++) {
                        sum += p.get((i + k) % N);
                    }
                    q.set(i, sum);
                })
                .thenParallelReduce("sum", all, Sum.into(pq, i -> q.get(i)));
        LaunchPlan few = plan(SMALL, rows);
        assertThat(PlanText.of(few)).isEqualTo("0 rows <-\n1 sum <- 0\n");
        assertThat(few.remarks())
                .containsExactly(
                        "'rows' and 'sum' stay apart: a body is long, and a thread of a reduction has several indexes");
        assertThat(text(LARGE, rows)).isEqualTo("0 {rows;sum} <-\n");
    }

    @Test
    void a_body_of_many_operations_is_apart_from_a_reduction_over_few_indexes() {
        Consumer<NodeRef> cells = root -> root.thenParallelFor("cells", all, i -> q.set(i, many(p.get(i))))
                .thenParallelReduce("sum", all, Sum.into(pq, i -> q.get(i)));
        assertThat(text(SMALL, cells)).isEqualTo("0 cells <-\n1 sum <- 0\n");
        assertThat(text(LARGE, cells)).isEqualTo("0 {cells;sum} <-\n");
        // A call has no index, so it costs no threads.
        assertThat(text(SMALL, root -> dot(root).then("call", () -> old.set(many(pq.get())))))
                .isEqualTo("0 {dot;call} <-\n");
    }

    private static double many(double x) {
        return twice(twice(twice(twice(x))));
    }

    private static double twice(double x) {
        double once = x * x * x * x + 2 * x * x + 3 * x / (1 + x * x);
        return once * once * once * once + 2 * once * once + 3 * once / (1 + once * once);
    }

    @Test
    void small_siblings_are_one_loop_with_the_node_that_alone_waits_for_them_where_they_are_few_and_short() {
        assertThat(text(SMALL, root -> {
                    NodeRef a = root.thenParallelFor("a", all, i -> x.set(i, i));
                    NodeRef b = a.thenParallelFor("b", all, i -> p.set(i, x.get(i)));
                    NodeRef c = a.thenParallelFor("c", all, i -> q.set(i, x.get(i)));
                    Graph.whenAll(b, c).thenParallelFor("d", all, i -> x.set(i, p.get(i) + q.get(i)));
                }))
                .isEqualTo("0 a <-\n1 {b;c;d} <- 0\n");
        assertThat(text(SMALL, root -> {
                    NodeRef b = root.thenParallelFor("b", all, i -> p.set(i, i));
                    NodeRef c = root.thenParallelFor("c", all, i -> q.set(i, i));
                    Graph.whenAll(b, c).thenParallelFor("d", all, i -> x.set(i, p.get(i) + q.get(i)));
                    c.thenParallelFor("e", inner, i -> r.set(i, q.get(i)));
                }))
                .isEqualTo("0 b <-\n1 c <-\n2 d <- 0 1\n3 e <- 1\n");
    }

    @Test
    void without_reductions_calls_stay_apart() {
        assertThat(text(FusionSupport.ofLoops(1), root -> dot(root).then("one", () -> old.set(pq.get()))))
                .isEqualTo("0 dot <-\n1 one <- 0\n");
    }
}
