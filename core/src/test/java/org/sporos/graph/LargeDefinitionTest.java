package org.sporos.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.Planner;
import org.sporos.policy.SingleBody;

/** Sizes at which recursion overflows a stack, or a quadratic step takes minutes. */
final class LargeDefinitionTest {
    private static final SingleBody NOTHING = () -> {};

    @Tag("matrix")
    @Test
    void a_chain_of_a_million_nodes_is_defined_and_planned() {
        Graph graph = Graph.define("chain", root -> {
            NodeRef last = root;
            for (int i = 0; i < 1_000_000; i++) {
                last = last.then("n", NOTHING);
            }
        });
        assertThat(graph).hasToString("graph 'chain' of 1000000 nodes and 999999 edges");
        LaunchPlan plan = Planner.plan(graph);
        assertThat(plan.size()).isEqualTo(1_000_000);
        assertThat(plan.successor(499_999, 0)).isEqualTo(500_000);
    }

    @Test
    void a_join_of_100_000_nodes_is_defined_and_planned() {
        Graph graph = Graph.define("wide", root -> {
            List<NodeRef> all = new ArrayList<>();
            for (int i = 0; i < 100_000; i++) {
                all.add(root.then("n", NOTHING));
            }
            Graph.whenAll(all).then("end", NOTHING);
        });
        LaunchPlan plan = Planner.plan(graph);
        assertThat(plan.predecessorCount(100_000)).isEqualTo(100_000);
        assertThat(plan.successorCount(5)).isEqualTo(1);
    }

    @Test
    void a_dense_graph_of_100_000_edges_is_defined_and_planned() {
        Graph graph = Graph.define("dense", root -> {
            List<NodeRef> all = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                NodeRef after = i == 0 ? root : Graph.whenAll(all.subList(Math.max(0, i - 100), i));
                all.add(after.then("n", NOTHING));
            }
        });
        LaunchPlan plan = Planner.plan(graph);
        int edges = 0;
        for (int unit = 0; unit < plan.size(); unit++) {
            edges += plan.predecessorCount(unit);
        }
        assertThat(edges).isGreaterThan(95_000);
    }
}
