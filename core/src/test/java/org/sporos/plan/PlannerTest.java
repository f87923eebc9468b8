package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeRef;

final class PlannerTest {

    /** Returns the plan as text: a line for each unit with those that it waits for. */
    private static String text(LaunchPlan plan) {
        StringBuilder text = new StringBuilder();
        for (LaunchUnit unit : plan.units()) {
            text.append(unit.index()).append(' ').append(unit.graph().label()).append('/');
            text.append(unit.node().label())
                    .append(unit.empty() ? " empty" : "")
                    .append(" <-");
            for (int k = 0; k < plan.predecessorCount(unit.index()); k++) {
                text.append(' ').append(plan.predecessor(unit.index(), k));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static NodeRef add(NodeRef after, String label) {
        return after.then(label, () -> {});
    }

    @Test
    void each_node_is_a_unit_and_joins_are_empty() {
        Graph graph = Graph.define("g", root -> {
            NodeRef a = add(root, "a");
            add(Graph.whenAll(add(a, "b"), add(a, "c")), "d");
        });
        assertThat(text(Planner.plan(graph))).isEqualTo("""
                0 g/a <-
                1 g/b <- 0
                2 g/c <- 0
                3 g/whenAll empty <- 1 2
                4 g/d <- 3
                """);
    }

    @Test
    void a_nested_graph_stands_between_two_empty_units() {
        Graph inner = Graph.define("inner", root -> {
            add(root, "left");
            add(add(root, "right"), "more");
        });
        Graph graph = Graph.define("g", root -> add(add(root, "a").thenGraph("nested", inner), "z"));
        assertThat(text(Planner.plan(graph))).isEqualTo("""
                0 g/a <-
                1 g/nested empty <- 0
                2 inner/left <- 1
                3 inner/right <- 1
                4 inner/more <- 3
                5 g/nested empty <- 2 4
                6 g/z <- 5
                """);
    }

    @Test
    void empty_nested_graphs_keep_the_order() {
        Graph empty = Graph.define("empty", root -> {});
        Graph around = Graph.define("around", root -> root.thenGraph("deep", empty));
        Graph graph = Graph.define("g", root -> add(add(root, "a").thenGraph("nested", around), "z"));
        assertThat(text(Planner.plan(graph))).isEqualTo("""
                0 g/a <-
                1 g/nested empty <- 0
                2 around/deep empty <- 1
                3 around/deep empty <- 2
                4 g/nested empty <- 3
                5 g/z <- 4
                """);
    }

    @Test
    void bodies_have_plans_of_their_own() {
        Graph one = Graph.define("one", root -> add(root, "x"));
        Graph two = Graph.define("two", root -> add(add(root, "y"), "z"));
        Graph graph = Graph.define("g", root -> {
            root.thenIf("if", () -> true, one);
            root.thenIf("else", () -> true, one, two);
            root.thenWhile("while", () -> true, two);
            root.thenSwitch("switch", () -> 0, one, two, one);
            root.thenSwitch("none", () -> 0);
        });
        LaunchPlan plan = Planner.plan(graph);
        assertThat(plan.units()).extracting(unit -> unit.bodies().size()).containsExactly(1, 2, 1, 3, 0);
        assertThat(plan.units()).noneMatch(LaunchUnit::empty);
        LaunchPlan otherwise = plan.units().get(1).bodies().get(1);
        assertThat(otherwise.graph()).isSameAs(two);
        assertThat(text(otherwise)).isEqualTo("0 two/y <-\n1 two/z <- 0\n");
        assertThat(plan.graph()).isSameAs(graph);
        assertThat(plan.units().get(0)).hasToString("#0 if if 'one'");
    }

    @Test
    void an_empty_graph_has_an_empty_plan() {
        LaunchPlan plan = Planner.plan(Graph.define("g", root -> {}));
        assertThat(plan.size()).isZero();
        assertThat(plan.units()).isEmpty();
    }

    @Test
    void successors_are_the_predecessors_turned_around() {
        long seed = System.nanoTime();
        System.out.println("successors: seed " + seed);
        Random random = new Random(seed);
        for (int trial = 0; trial < 50; trial++) {
            Graph graph = Graph.define("g", root -> {
                List<NodeRef> all = new ArrayList<>(List.of(root));
                for (int i = 0; i < 60; i++) {
                    List<NodeRef> after = new ArrayList<>();
                    for (int k = 0; k <= random.nextInt(4); k++) {
                        after.add(all.get(random.nextInt(all.size())));
                    }
                    all.add(add(Graph.whenAll(after), "n" + i));
                }
            });
            LaunchPlan plan = Planner.plan(graph);
            List<String> forward = new ArrayList<>();
            List<String> backward = new ArrayList<>();
            for (int unit = 0; unit < plan.size(); unit++) {
                for (int k = 0; k < plan.successorCount(unit); k++) {
                    forward.add(unit + " " + plan.successor(unit, k));
                }
                for (int k = 0; k < plan.predecessorCount(unit); k++) {
                    assertThat(plan.predecessor(unit, k)).isLessThan(unit);
                    backward.add(plan.predecessor(unit, k) + " " + unit);
                }
            }
            assertThat(forward).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(backward);
            int edges = graph.nodes().stream()
                    .map(Node::predecessors)
                    .mapToInt(List::size)
                    .sum();
            assertThat(forward).hasSize(edges);
        }
    }
}
