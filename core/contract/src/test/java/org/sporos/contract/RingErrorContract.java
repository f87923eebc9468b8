package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.sporos.contract.EagerContract.withoutLines;

import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Relax;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.Slice;
import org.sporos.view.View;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** Wrong uses of rings of views are refused, each with the whole text that is compared here. */
abstract class RingErrorContract extends Contract {
    private static final int N = 100;

    private ViewRing<IntView> ring() {
        return own(ViewRing.of(2, j -> IntView.of("u" + j, space(), N)));
    }

    private String refused(Graph graph) {
        return withoutLines(refusal(graph));
    }

    @Test
    void a_turn_without_order_to_a_use_of_a_level_is_a_race() {
        ViewRing<IntView> u = ring();
        IntView now = u.level(0);
        Graph graph = Graph.define("g", root -> {
            root.thenParallelFor("use", RangePolicy.of(N), i -> now.set(i, i));
            root.thenAdvance("turn", u);
        });
        assertThat(refused(graph))
                .isEqualTo("G102: in graph 'g' the nodes 'use' and 'turn' touch view 'u0.level(0)' in no fixed order:"
                        + " 'use' writes it (LINE), 'turn' writes it (LINE).\n"
                        + "      Let 'turn' depend on 'use'.");
        instantiate(graph, new Relax("G102")).submit();
        space().fence();
    }

    @Test
    void two_turns_without_order_are_a_race() {
        ViewRing<IntView> u = ring();
        Graph graph = Graph.define("g", root -> {
            root.thenAdvance("one", u);
            root.thenAdvance("two", u);
        });
        assertThat(refused(graph)).startsWith("G102: in graph 'g' the nodes 'one' and 'two' touch view 'u0.level(0)'");
    }

    @Test
    void the_memory_of_a_level_is_used_by_the_level_alone() {
        IntView[] views = new IntView[2];
        ViewRing<IntView> u = own(ViewRing.of(2, j -> views[j] = IntView.of("u" + j, space(), N)));
        IntView own = views[1];
        IntView level = u.level(0);
        Graph graph =
                Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(N), i -> level.set(i, own.get(i))));
        assertThat(refused(graph))
                .isEqualTo("G115: node 'k' (LINE) of graph 'g' uses view 'u1', whose memory is that of a level of the"
                        + " ring of 'u0', which the graph uses too\n"
                        + "      Use level(j) of the ring everywhere in the graph.");
        run(Graph.define("alone", root -> root.thenFill("fill", own, 3)));
        assertThat(u.level(1).toArray()).containsOnly(3);
    }

    @Test
    void two_rings_over_the_same_memory_do_not_meet_in_a_graph() {
        IntView[] views = new IntView[2];
        ViewRing<IntView> u = own(ViewRing.of(2, j -> views[j] = IntView.of("u" + j, space(), N)));
        ViewRing<IntView> again = own(ViewRing.of(2, j -> views[j]));
        Graph graph = Graph.define("g", root -> root.thenDeepCopy("copy", u.level(0), again.level(1)));
        assertThat(refused(graph)).startsWith("G115: node 'copy' (LINE) of graph 'g' uses view 'u0.level(0)', whose");
    }

    @Test
    void a_capture_touches_no_level() {
        ViewRing<IntView> u = ring();
        Capture capture = Capture.host(() -> {})
                .andCuda(stream -> {})
                .andHip(stream -> {})
                .accessing(Access.writes(u.level(1)));
        assertThat(refused(Graph.define("g", root -> root.thenCapture("call", capture))))
                .isEqualTo("G116: node 'call' (LINE) of graph 'g' captures calls on view 'u0.level(1)', a level of a"
                        + " ring\n"
                        + "      Copy it to a view of your own before and back after: recorded calls keep the address"
                        + " that they were given.");
    }

    private String unfit(IntFunction<View> view) {
        return messageOf(() -> ViewRing.of(2, view).close());
    }

    @Test
    void the_views_of_a_ring_are_alike_and_its_own() {
        String cure = "; make each level anew, by the same call of of(...)";
        String begin = "S245: view 'v' cannot be level 1 of the ring of 'u': it ";
        assertThat(unfit(j -> j == 0 ? DoubleView.of("u", space(), N) : IntView.of("v", space(), N)))
                .isEqualTo(begin + "has elements of type int" + cure);
        assertThat(unfit(j -> DoubleView.of(j == 0 ? "u" : "v", space(), N + j)))
                .isEqualTo(begin + "has extents [101] RIGHT, not [100] RIGHT" + cure);
        assertThat(unfit(j -> DoubleView.of(j == 0 ? "u" : "v", space(), j == 0 ? Layout.RIGHT : Layout.LEFT, 4, 5)))
                .isEqualTo(begin + "has extents [4, 5] LEFT, not [4, 5] RIGHT" + cure);
    }

    @Test
    void a_level_is_not_made_of_parts_of_what_others_have() {
        DoubleView big = doubles("big", 2 * N);
        assertThat(unfit(j -> big.subview(Slice.range(j * N, (j + 1) * N))))
                .isEqualTo("S245: view 'big' cannot be level 0 of the ring of 'big': it is a part of another view;"
                        + " make each level anew, by the same call of of(...)");
        assertThat(unfit(j -> doubles("one", N).subview(Slice.all()))).contains("it is a part of another view");
        DoubleView one = doubles("one", N);
        assertThat(unfit(j -> one)).contains("cannot be level 1").contains("it shows memory that another level has");
        assertThat(unfit(j -> ring().level(0))).contains("it is a level of a ring");
        assertThat(messageOf(() -> ViewRing.of(1, j -> one)))
                .isEqualTo("S245: a ring has 1 levels; give it 2 or more, or use a view");
    }

    @Test
    void a_level_that_a_ring_has_not_is_named() {
        ViewRing<IntView> u = ring();
        assertThat(messageOf(() -> u.level(2))).isEqualTo("S246: the ring of 'u0' has no level 2; they are 0 to 1");
        assertThat(messageOf(() -> u.level(-1))).isEqualTo("S246: the ring of 'u0' has no level -1; they are 0 to 1");
        assertThat(u)
                .hasToString(
                        "ring of 2 levels of " + u.level(0).toString().replace(".level(0)", "") + " at position 0");
    }

    @Test
    void a_closed_ring_is_not_used_any_more() {
        ViewRing<IntView> u = ring();
        u.close();
        u.close();
        assertThat(messageOf(u::advance)).isEqualTo("S202: view 'u0' is closed");
        assertThat(messageOf(() -> Views.fill(u.level(1), 1))).isEqualTo("S202: view 'u0.level(1)' is closed");
        assertThat(refused(Graph.define("g", root -> root.thenFill("fill", u.level(0), 1))))
                .startsWith("S202: node 'fill' (LINE) of graph 'g' uses view 'u0.level(0)', which is closed");
    }

    @Test
    void a_host_node_turns_no_ring() {
        ViewRing<IntView> u = ring();
        instantiate(root -> root.thenHost("turn", Access.reads(), u::advance)).submit();
        assertThat(withoutLines(failure())).contains("R305").contains("a host node must not call advance");
        assertThat(u.position()).isZero();
    }

    @Test
    void a_kernel_captures_levels_and_not_the_ring() {
        ViewRing<IntView> u = ring();
        IntView x = ints("x", N);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "k", RangePolicy.of(N), i -> x.set(i, u.level(0).get(i))));
        assertThat(refused(graph))
                .isEqualTo("K314: kernel 'k' of graph 'g' calls ViewRing.level(), at LINE\n"
                        + "      Take the level into a variable before the lambda, which captures that.");
    }

    @Test
    void a_ring_is_null_nowhere() {
        assertThat(withoutLines(catchThrowable(() -> Graph.define("g", root -> root.thenAdvance("turn", null)))))
                .startsWith("G004: node 'turn' (LINE) of graph 'g' is given null");
    }
}
