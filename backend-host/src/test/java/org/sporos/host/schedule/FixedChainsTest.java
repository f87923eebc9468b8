package org.sporos.host.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.Planner;

/** Of which schedules each queue is a chain. */
class FixedChainsTest {

    @Test
    void each_list_of_a_diamond_is_a_chain_and_all_is_done_with_the_last_task_of_the_first() {
        FixedChains chains = chains(Graph.define("diamond", FixedChainsTest::diamond), 2);
        assertThat(chains).isNotNull();
        assertThat(chains.endsWith(0)).isTrue();
        assertThat(chains.endsWith(1)).isFalse();
    }

    @Test
    void a_list_may_be_a_chain_by_way_of_another_one() {
        FixedChains chains = chains(
                Graph.define("diamonds", root -> {
                    NodeRef d = diamond(root);
                    diamond(d);
                }),
                2);
        // The second queue has one node of each diamond, between which all others lie.
        assertThat(chains).isNotNull();
        assertThat(chains.endsWith(0)).isTrue();
    }

    @Test
    void lists_that_end_apart_are_chains_of_which_none_is_the_last() {
        FixedChains chains = chains(
                Graph.define("two", root -> {
                    root.then("a", () -> {}).then("b", () -> {});
                    root.then("c", () -> {}).then("d", () -> {});
                }),
                2);
        assertThat(chains).isNotNull();
        assertThat(chains.endsWith(0)).isFalse();
        assertThat(chains.endsWith(1)).isFalse();
    }

    @Test
    void tasks_side_by_side_in_one_list_are_no_chain() {
        assertThat(chains(wide(3), 2)).isNull();
        assertThat(chains(wide(3), 3)).isNotNull();
    }

    @Test
    void a_task_that_does_not_wait_for_the_one_before_it_in_its_list_is_no_chain() {
        Graph crossed = Graph.define("crossed", root -> {
            NodeRef a = root.then("a", () -> {});
            NodeRef b = root.then("b", () -> {});
            b.then("c", () -> {});
            a.then("d", () -> {});
        });
        assertThat(chains(crossed, 2)).isNull();
    }

    @Test
    void nothing_is_known_of_lists_longer_than_a_word() {
        assertThat(chains(diamonds(10), 2)).isNotNull();
        assertThat(chains(diamonds(11), 2)).isNull();
    }

    private static Graph diamonds(int count) {
        return Graph.define("diamonds", root -> {
            NodeRef at = root;
            for (int i = 0; i < count; i++) {
                at = diamond(at);
            }
        });
    }

    private static NodeRef diamond(NodeRef at) {
        NodeRef a = at.then("a", () -> {});
        return Graph.whenAll(a.then("b", () -> {}), a.then("c", () -> {})).then("d", () -> {});
    }

    private static Graph wide(int nodes) {
        return Graph.define("wide", root -> IntStream.range(0, nodes).forEach(i -> root.then("n" + i, () -> {})));
    }

    private static FixedChains chains(Graph graph, int threads) {
        return FixedChains.of(
                ListScheduler.of(ProgramBuilder.build(Planner.plan(graph), new TaskContext(threads, false)), threads),
                Integer.SIZE);
    }
}
