package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** A loop whose body fits one block is one launch; other loops stay as they are. */
final class LoopMergingTest {
    private static final int N = 100;
    private static final FusionSupport PHASES = FusionSupport.ofLoops(Long.MAX_VALUE)
            .withoutEdges()
            .withFills()
            .withReductions()
            .withSideBySide(200)
            .withPhases(new PhaseCosts(1, 0.2, 0.24, 3.4));
    private static final FusionSupport LOOPS = PHASES.withPersistentLoops(LoopScope.BLOCK);

    private static final FusionSupport WAVES = LOOPS.withPhases(new PhaseCosts(1, 0.2, 0.24, 3.4).withWaves(1.3, 72))
            .withPersistentLoops(LoopScope.WAVE);

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), 100_000);
    private final DoubleView sum = DoubleView.of("sum", MemorySpace.host());
    private final IntView count = IntView.of("count", MemorySpace.host());

    private static LaunchPlan plan(FusionSupport merges, Consumer<NodeRef> definition) {
        Graph graph = Graph.define("g", definition::accept);
        return Planner.plan(graph, KernelIndex.of(graph), merges);
    }

    private LaunchPlan loop(FusionSupport merges, Consumer<NodeRef> body) {
        return plan(merges, root -> root.thenWhile("loop", () -> count.get() < 10, body::accept, 20));
    }

    private String text(Consumer<NodeRef> body) {
        return PlanText.of(loop(LOOPS, body));
    }

    private NodeRef step(NodeRef after, String label, int n) {
        return after.thenParallelFor(label, RangePolicy.of(1, n + 1), i -> x.set(i, x.get(i - 1)));
    }

    @Test
    void a_small_loop_is_one_launch_of_the_phases_of_its_body_and_itself() {
        LaunchPlan plan = loop(LOOPS, body -> step(step(body, "a", N), "b", N));
        assertThat(PlanText.of(plan)).isEqualTo("0 {a>b>loop} <-\n");
        LaunchUnit unit = plan.units().get(0);
        assertThat(unit.merge()).isEqualTo(FusionKind.LOOP);
        assertThat(unit.bodies()).isEmpty();
        assertThat(unit.node().label()).isEqualTo("loop");
        assertThat(unit.members()).extracting(LaunchUnit::index).containsExactly(0, 1, 2);
        assertThat(unit.nodes()).extracting(Node::label).containsExactly("a", "b", "loop");
        assertThat(unit.toString())
                .startsWith("{#0 a ")
                .contains(" > #1 b ")
                .endsWith(" > #0 loop while 'loop' at most 20}");
        assertThat(plan.hasPhases()).isTrue();
        assertThat(plan.phased())
                .containsExactly("loop 'loop' in one launch: 2 phases and the condition, about 0.7 us an iteration"
                        + " instead of 6.5");
    }

    @Test
    void a_phase_of_a_loop_is_all_that_a_launch_may_be() {
        DoubleView few = DoubleView.of("few", MemorySpace.host(), N);
        RangePolicy all = RangePolicy.of(N);
        assertThat(text(body -> {
                    NodeRef last = body.thenFill("fill", few, 1)
                            .thenParallelFor("p", all, i -> few.set(i, 2 * few.get(i)))
                            .thenParallelReduce("sum", all, Sum.into(sum, i -> few.get(N - 1 - i)))
                            .then("call", () -> x.set(0, sum.get()));
                    NodeRef[] wide = new NodeRef[5];
                    for (int k = 0; k < wide.length; k++) {
                        wide[k] = step(last, "w" + k, 8);
                    }
                    step(Graph.whenAll(wide), "z", N);
                }))
                .isEqualTo("0 {{fill;p}>{sum;call}>{w0|w1|w2|w3|w4}>z>loop} <-\n");
        assertThat(text(body -> Graph.whenAll(step(step(body, "a", N), "b", N), step(body, "c", N))))
                .isEqualTo("0 {{a|c}>b>loop} <-\n");
        assertThat(text(body -> body.then("one", () -> count.set(count.get() + 1))))
                .isEqualTo("0 {one>loop} <-\n");
    }

    @Test
    void what_comes_before_and_behind_a_loop_has_the_edges_that_it_had() {
        LaunchPlan plan = plan(LOOPS, root -> {
            NodeRef first = step(root, "large", 50_000);
            Graph body = Graph.define("body", inside -> step(inside, "a", N));
            step(first.thenWhile("loop", () -> count.get() < 10, body), "end", 50_000);
        });
        assertThat(PlanText.of(plan)).isEqualTo("0 large <-\n1 {a>loop} <- 0\n2 end <- 1\n");
    }

    @Test
    void a_body_that_one_block_cannot_run_or_that_takes_longer_there_stays_launches() {
        assertThat(text(body -> step(body, "a", 16_000))).isEqualTo("0 {a>loop} <-\n");
        assertThat(text(body -> step(step(body, "a", 30_000), "b", N))).isEqualTo("0 loop <-\n");
        assertThat(text(body -> body.thenParallelReduce("tiles", RangePolicy.of(2049), Sum.into(sum, i -> x.get(i)))))
                .isEqualTo("0 loop <-\n");
        assertThat(text(body -> step(body, "a", N).thenParallelFor("team", TeamPolicy.of(1, 32), team -> x.set(0, 1))))
                .isEqualTo("0 loop <-\n");
        assertThat(text(body -> body.thenParallelFor("own", RangePolicy.of(N).withBlock(64), i -> x.set(i, 1))))
                .isEqualTo("0 loop <-\n");
        assertThat(text(body -> Graph.whenAll(List.of(body)))).isEqualTo("0 loop <-\n");
    }

    @Test
    void a_body_that_is_too_large_for_a_block_is_phases_of_a_wave() {
        LaunchPlan plan = loop(WAVES, body -> step(step(body, "a", 50_000), "b", N));
        assertThat(PlanText.of(plan)).isEqualTo("0 {a>b>loop} <-\n");
        assertThat(plan.units().get(0).merge()).isEqualTo(FusionKind.WAVE_LOOP);
        assertThat(plan.hasPhases()).isTrue();
        assertThat(plan.phased())
                .containsExactly("loop 'loop' in one launch of one wave: 2 phases and the condition, about 2.8 us an"
                        + " iteration instead of 6.6");
        assertThat(merge(body -> body.thenParallelReduce("sum", RangePolicy.of(2049), Sum.into(sum, i -> x.get(i)))))
                .isEqualTo(FusionKind.WAVE_LOOP);
        assertThat(PlanText.of(Unphasing.of(plan))).isEqualTo("0 loop <-\n");
    }

    @Test
    void the_faster_of_a_block_and_a_wave_repeats_a_loop_and_neither_where_launches_are_as_fast() {
        assertThat(merge(body -> step(step(body, "a", N), "b", N))).isEqualTo(FusionKind.LOOP);
        assertThat(merge(body -> step(body, "a", 16_000))).isEqualTo(FusionKind.WAVE_LOOP);
        // A barrier of a wave takes longer than a launch: a long body has no gain.
        assertThat(merge(body -> chain(body, 9))).isEqualTo(FusionKind.WAVE_LOOP);
        assertThat(merge(body -> chain(body, 10))).isEqualTo(FusionKind.NONE);
        // Where the work takes much longer than barriers there is none either.
        assertThat(merge(body -> body.thenParallelFor("far", RangePolicy.of(20_000_000), i -> count.set(i % 2 * 0))))
                .isEqualTo(FusionKind.NONE);
        LaunchPlan block = loop(WAVES.withPersistentLoops(LoopScope.BLOCK), body -> step(body, "a", 50_000));
        assertThat(block.units().get(0).merge()).isEqualTo(FusionKind.NONE);
        LaunchPlan none = loop(LOOPS.withPersistentLoops(LoopScope.WAVE), body -> step(body, "a", 50_000));
        assertThat(none.units().get(0).merge()).isEqualTo(FusionKind.NONE);
    }

    private NodeRef chain(NodeRef after, int nodes) {
        NodeRef last = after;
        for (int k = 0; k < nodes; k++) {
            last = step(last, "s" + k, 5_000);
        }
        return last;
    }

    private FusionKind merge(Consumer<NodeRef> body) {
        return loop(WAVES, body).units().get(0).merge();
    }

    @Test
    void bodies_that_loop_may_have_as_many_items_as_a_block() {
        for (int n : new int[] {256, 257}) {
            String text = text(body -> body.thenParallelFor("triangle", RangePolicy.of(n), i -> {
                double all = 0;
                for (int j = 0; j < i; j++) {
                    all += x.get(j + 1);
                }
                x.set(i, all);
            }));
            assertThat(text).as("%d", n).isEqualTo(n == 256 ? "0 {triangle>loop} <-\n" : "0 loop <-\n");
        }
    }

    @Test
    void bodies_with_rings_or_conditionals_of_their_own_stay_launches() {
        ViewRing<DoubleView> ring = ViewRing.of(2, k -> DoubleView.of("r" + k, MemorySpace.host(), N));
        assertThat(text(body -> step(body, "a", N).thenAdvance("turn", ring))).isEqualTo("0 loop <-\n");
        LaunchPlan plan =
                loop(LOOPS, body -> body.thenWhile("inner", () -> count.get() < 5, inner -> step(inner, "a", N), 7));
        assertThat(PlanText.of(plan)).isEqualTo("0 loop <-\n");
        assertThat(PlanText.of(plan.units().get(0).bodies().get(0))).isEqualTo("0 {a>inner} <-\n");
    }

    @Test
    void a_loop_stays_as_it_is_where_nobody_wants_it_in_one_launch() {
        LaunchPlan plan = loop(PHASES, body -> step(step(body, "a", N), "b", N));
        assertThat(PlanText.of(plan)).isEqualTo("0 loop <-\n");
        assertThat(PlanText.of(plan.units().get(0).bodies().get(0))).isEqualTo("0 {a>b} <-\n");
        assertThat(PlanText.of(loop(LOOPS.withPhases(PhaseCosts.NONE), body -> step(body, "a", N))))
                .isEqualTo("0 loop <-\n");
        assertThat(PlanText.of(loop(LOOPS.apart(), body -> step(body, "a", N)))).isEqualTo("0 loop <-\n");
    }

    @Test
    void a_plan_without_phases_has_the_loop_as_it_was() {
        LaunchPlan plan = plan(LOOPS, root -> {
            NodeRef first = step(root, "large", 50_000);
            Graph body = Graph.define("body", inside -> {
                NodeRef a = step(inside, "a", N);
                Graph.whenAll(step(a, "b", N), step(a, "c", N));
            });
            step(first.thenWhile("loop", () -> count.get() < 10, body), "end", 50_000);
        });
        assertThat(PlanText.of(plan)).isEqualTo("0 large <-\n1 {a>{b|c}>loop} <- 0\n2 end <- 1\n");
        LaunchPlan without = Unphasing.of(plan);
        assertThat(without.hasPhases()).isFalse();
        assertThat(PlanText.of(without)).isEqualTo("0 large <-\n1 loop <- 0\n2 end <- 1\n");
        assertThat(PlanText.of(without.units().get(1).bodies().get(0))).isEqualTo("0 a <-\n1 b <- 0\n2 c <- 0\n");
    }
}
