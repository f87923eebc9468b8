package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.debug.Debug;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.Scan;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;

abstract class PrintContract extends Contract {

    @Test
    void each_run_prints_its_lines_sorted_by_node_and_index() {
        DoubleView u = doubles("u", 5);
        DoubleView m = doubles("m", 2, 2);
        LongView sum = longs("sum");
        try (PrintLogRecorder log = new PrintLogRecorder(100)) {
            ExecutableGraph exec = instantiate(Graph.define("prints", root -> {
                root.thenParallelFor("fill", RangePolicy.of(5), i -> {
                            u.set(i, u.get(i) + 0.5 * i);
                            if (i % 3 == 0) {
                                Debug.print("i = {}, u = {}", i, u.get(i));
                                Debug.print("at {}: 1 / {} = {}", 1L << 40 + i, 0f, 1 / 0.0);
                            }
                        })
                        .thenParallelReduce("sum", RangePolicy.of(2), Sum.into(sum, i -> {
                            Debug.print("adds {}", i + 1);
                            return i + 1L;
                        }))
                        .then("one", () -> Debug.print("sum is {}", sum.get()));
                root.thenParallelFor("box", MDRangePolicy.of(2, 2), (i, j) -> {
                    m.set(i, j, i);
                    if (i == 1) {
                        Debug.print("here");
                    }
                });
                root.thenParallelFor("four", MDRangePolicy.of(1, 2, 1, 2), (i, j, k, l) -> Debug.print("l is {}", l));
                root.thenParallelFor("teams", TeamPolicy.of(2, 2, 4), team -> {
                    if (team.leagueRank() == 1) {
                        Debug.print("member {}", team.teamRank());
                    }
                    team.barrier();
                });
            }));
            exec.submit();
            run(exec);
            String rest = "fill (0): at 1099511627776: 1 / 0.0 = Infinity\n"
                    + "fill (3): i = 3, u = %s\n"
                    + "fill (3): at 8796093022208: 1 / 0.0 = Infinity\n"
                    + "sum (0): adds 1\nsum (1): adds 2\n"
                    + "one: sum is 3\n"
                    + "box (1, 0): here\nbox (1, 1): here\n"
                    + "four (0, 0, 0, 0): l is 0\nfour (0, 0, 0, 1): l is 1\n"
                    + "four (0, 1, 0, 0): l is 0\nfour (0, 1, 0, 1): l is 1\n"
                    + "teams (team 1, member 0): member 0\nteams (team 1, member 1): member 1";
            assertThat(log.taken())
                    .containsExactly(
                            "graph 'prints' printed 15 lines in run 1\nfill (0): i = 0, u = 0.0\n"
                                    + rest.formatted("1.5"),
                            "graph 'prints' printed 15 lines in run 2\nfill (0): i = 0, u = 0.0\n"
                                    + rest.formatted("3.0"));
        }
    }

    @Test
    void lines_above_the_limit_are_counted() {
        try (PrintLogRecorder log = new PrintLogRecorder(2)) {
            ExecutableGraph exec = instantiate(Graph.define(
                    "many", root -> root.thenParallelFor("each", RangePolicy.of(50), i -> Debug.print("x"))));
            run(exec);
            assertThat(log.taken())
                    .singleElement()
                    .asString()
                    .startsWith("graph 'many' printed 50 lines in run 1\neach (")
                    .endsWith("\nand 48 more, which are above the limit of 2 lines; -Dsporos.debug.lines=N moves it");
        }
    }

    @Test
    void without_the_property_nothing_is_printed_and_nothing_is_read_for_it() {
        DoubleView u = doubles("u", 4);
        try (PrintLogRecorder log = new PrintLogRecorder(9)) {
            System.setProperty("sporos.debug", "false");
            ExecutableGraph exec = instantiate(root -> root.thenParallelFor("set", RangePolicy.of(4), i -> {
                u.set(i, i);
                Debug.print("{}", u.get(i));
            }));
            run(exec);
            assertThat(log.taken()).isEmpty();
            assertThat(u.toArray()).containsExactly(0, 1, 2, 3);
        }
    }

    @Test
    void a_scan_and_a_condition_refuse_prints_whether_they_are_wanted_or_not() {
        LongView x = longs("x", 4);
        Graph graph = Graph.define("refused", root -> {
            root.thenParallelScan(
                            "scan",
                            RangePolicy.of(4),
                            i -> {
                                Debug.print("again and again");
                                return 1L;
                            },
                            (i, s) -> x.set(i, s),
                            Scan.inclusiveLong())
                    .thenIf(
                            "ask",
                            () -> {
                                Debug.print("asked");
                                return x.get(0) > 0;
                            },
                            Graph.define("then", then -> then.then("nothing", () -> x.set(0, 1))));
        });
        assertThatThrownBy(() -> instantiate(graph))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("K219: node 'scan' (PrintContract.java:")
                .hasMessageContaining(" of graph 'refused' prints in a scan at PrintContract.java:")
                .hasMessageContaining(" of graph 'refused' prints in a condition at PrintContract.java:")
                .hasMessageContaining(
                        "Print in a loop, in a contribution of a reduction, in the body of a team outside of nested"
                                + " ranges and single, or in the call of a node.");
    }
}
