package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.IntView;

/** Bodies that promise to write different elements: without a warning everywhere, and checked in strict mode. */
abstract class DisjointWritesContract extends Contract {
    private static final String PROMISE = "the body promises DisjointWrites, but work items ";

    private void failsInStrictMode(Graph graph, String label, String what) {
        assumeTrue(spec().contains("strict"), "only strict mode checks promises");
        ExecutableGraph exec = instantiate(graph);
        exec.submit();
        // The line, and the one of both work items that came last.
        assertThat(failure().getMessage().replaceAll(" fails at \\w+\\.java:\\d+[^:]*:", " fails:"))
                .isEqualTo("R314: " + name(graph, label) + " fails: " + PROMISE + what
                        + ", and one of them writes it; mend the indexes, or use atomics without the promise");
    }

    @Test
    void a_kept_promise_is_believed_in_each_run() {
        IntView place = intsOf("place", 3, 1, 0, 2);
        IntView x = ints("x", 4);
        RangeBody permute = (RangeBody & DisjointWrites) i -> {
            int at = place.get(i);
            x.set(at, x.get(at) + 10 * i);
        };
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("permute", 4, permute).thenParallelFor("again", 4, i -> {
                    x.set(i, x.get(i) + 1);
                }));
        for (InstantiateOption.Merging merging : InstantiateOption.Merging.values()) {
            ExecutableGraph exec = instantiate(graph, merging);
            assertThat(exec.warnings()).isEmpty();
            exec.submit();
            place.assign(0, 1, 2, 3);
            exec.submit();
            place.assign(3, 1, 0, 2);
        }
        assertThat(x.toArray()).containsExactly(44, 44, 104, 64);
    }

    @Test
    void a_nested_graph_may_run_several_times() {
        IntView place = intsOf("place", 1, 0);
        IntView x = ints("x", 2);
        RangeBody permute = (RangeBody & DisjointWrites) i -> x.set(place.get(i), x.get(place.get(i)) + i);
        Graph once = Graph.define("once", root -> root.thenParallelFor("permute", 2, permute));
        run(root -> root.thenGraph("one", once).thenGraph("two", once));
        assertThat(x.toArray()).containsExactly(2, 0);
    }

    @Test
    void atomics_on_shared_elements_break_no_promise() {
        IntView place = intsOf("place", 1, 0, 2);
        IntView x = ints("x", 3);
        IntView count = ints("count");
        RangeBody permute = (RangeBody & DisjointWrites) i -> {
            x.set(place.get(i), i);
            count.atomicAdd(1);
        };
        run(root -> root.thenParallelFor("permute", 3, permute));
        assertThat(x.toArray()).containsExactly(1, 0, 2);
        assertThat(count.toArray()).containsExactly(3);
    }

    @Test
    void scratch_memory_of_several_teams_breaks_no_promise() {
        IntView place = intsOf("place", 2, 0, 1);
        IntView x = ints("x", 3);
        TeamBody reverse = (TeamBody & DisjointWrites) team -> {
            IntView mine = team.scratchInt(1);
            team.single(() -> mine.set(0, place.get(team.leagueRank())));
            team.single(() -> x.set(mine.get(0), team.leagueRank()));
        };
        TeamPolicy teams = TeamPolicy.of(3, 2).withScratch(Integer.BYTES);
        run(root -> root.thenParallelFor("reverse", teams, reverse));
        assertThat(x.toArray()).containsExactly(1, 2, 0);
    }

    @Test
    void strict_mode_finds_two_writes_of_one_element() {
        IntView place = intsOf("place", 0, 2, 1, 2);
        IntView x = ints("x", 4);
        RangeBody permute = (RangeBody & DisjointWrites) i -> x.set(place.get(i), i);
        failsInStrictMode(
                Graph.define("g", root -> root.thenParallelFor("permute", 4, permute)),
                "permute",
                "1 and 3 touch the element at position 2 of view 'x'");
    }

    @Test
    void strict_mode_finds_a_read_of_what_another_work_item_writes() {
        IntView place = intsOf("place", 0, 1, 2, 3);
        IntView from = intsOf("from", 0, 1, 2, 1);
        IntView x = ints("x", 4);
        RangeBody move = (RangeBody & DisjointWrites) i -> x.set(place.get(i), x.get(from.get(i)) + 1);
        failsInStrictMode(
                Graph.define("g", root -> root.thenParallelFor("move", RangePolicy.of(4), move)),
                "move",
                "1 and 3 touch the element at position 1 of view 'x'");
        from.assign(3, 1, 2, 3);
        failsInStrictMode(
                Graph.define("g", root -> root.thenParallelFor("move", RangePolicy.of(4), move)),
                "move",
                "0 and 3 touch the element at position 3 of view 'x'");
    }

    @Test
    void strict_mode_finds_a_broken_promise_in_one_run_alone() {
        IntView place = intsOf("place", 0, 1);
        IntView x = ints("x", 2);
        RangeBody permute = (RangeBody & DisjointWrites) i -> x.set(place.get(i), i);
        Graph graph = Graph.define("g", root -> root.thenParallelFor("permute", 2, permute));
        run(graph);
        place.assign(1, 1);
        failsInStrictMode(graph, "permute", "0 and 1 touch the element at position 1 of view 'x'");
        place.assign(1, 0);
        run(graph);
        assertThat(x.toArray()).containsExactly(1, 0);
    }

    @Test
    void work_items_of_a_box_and_teams_are_named() {
        IntView place = intsOf("place", 0, 1, 2, 1);
        IntView x = ints("x", 4);
        RangeBody2 box = (RangeBody2 & DisjointWrites) (i, j) -> x.set(place.get(2 * i + j), i);
        failsInStrictMode(
                Graph.define("g", root -> root.thenParallelFor("box", MDRangePolicy.of(2, 2), box)),
                "box",
                "(0, 1) and (1, 1) touch the element at position 1 of view 'x'");
        TeamBody teams = (TeamBody & DisjointWrites) team -> {
            if (team.teamRank() == 0) {
                x.set(place.get(team.leagueRank()), 1);
            }
            team.barrier();
            x.set(place.get(team.leagueRank()), team.leagueRank());
        };
        failsInStrictMode(
                Graph.define("g", root -> root.thenParallelFor("teams", TeamPolicy.of(4, 1), teams)),
                "teams",
                "of team 1 and of team 3 touch the element at position 1 of view 'x'");
    }
}
