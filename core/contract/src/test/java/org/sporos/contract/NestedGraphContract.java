package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

abstract class NestedGraphContract extends Contract {

    @Test
    void a_nested_graph_runs_between_the_nodes_around_it() {
        IntView x = ints("x", 10);
        Graph inner = Graph.define("inner", root -> {
            NodeRef a = root.thenParallelFor("a", RangePolicy.of(10), i -> x.set(i, x.get(i) * 2));
            a.thenParallelFor("b", RangePolicy.of(10), i -> x.set(i, x.get(i) + 1));
        });
        run(root -> root.thenFill("fill", x, 5)
                .thenGraph("once", inner)
                .thenGraph("twice", inner)
                .thenParallelFor("end", RangePolicy.of(10), i -> x.set(i, -x.get(i))));
        assertThat(x.toArray()).containsOnly(-23);
    }

    @Test
    void empty_graphs_nest() {
        IntView x = ints("x");
        Graph empty = Graph.define("empty", root -> {});
        Graph deeper =
                Graph.define("deeper", root -> root.thenGraph("empty", empty).thenGraph("again", empty));
        run(root -> root.then("a", () -> x.set(1)).thenGraph("deeper", deeper).then("b", () -> x.set(x.get() * 10)));
        assertThat(x.toArray()).containsExactly(10);
    }

    @Test
    void graphs_nest_deeply() {
        IntView x = ints("x");
        Graph graph = Graph.define("0", root -> root.then("count", () -> x.set(x.get() + 1)));
        for (int level = 1; level <= 100; level++) {
            Graph inner = graph;
            graph = Graph.define("" + level, root -> root.thenGraph("g", inner));
        }
        run(graph);
        assertThat(x.toArray()).containsExactly(1);
    }

    /** The inner graph of level k counts 2^k times. */
    private static Graph doubled(int levels, IntView x) {
        Graph graph = Graph.define("0", root -> root.then("count", () -> x.set(x.get() + 1)));
        for (int level = 1; level <= levels; level++) {
            Graph inner = graph;
            graph = Graph.define(
                    "" + level, root -> root.thenGraph("once", inner).thenGraph("twice", inner));
        }
        return graph;
    }

    @Test
    void a_graph_that_is_nested_twice_in_each_level_runs_in_each_place() {
        IntView x = ints("x");
        run(doubled(8, x));
        assertThat(x.toArray()).containsExactly(256);
    }

    @Test
    void nestings_that_multiply_to_millions_of_nodes_are_refused_where_they_are_defined() {
        IntView x = ints("x");
        assertThatThrownBy(() -> doubled(60, x))
                .isInstanceOf(GraphException.class)
                .hasMessageMatching(
                        "G135: node 'twice' \\(NestedGraphContract.java:\\d+\\) of graph '19' makes it a graph"
                                + " of 1572862 nodes, as each nested graph counts wherever it is nested; at most 1000000 are"
                                + " allowed\n      Repeat a graph with thenWhile, or submit it several times, instead of nesting"
                                + " copies of it.");
        Graph inner = doubled(17, x);
        assertThatThrownBy(() -> Graph.define("cases", root -> root.thenSwitch("s", () -> 0, inner, inner, inner)))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("G135: node 's' ");
    }

    @Test
    void conditionals_nest_deeply() {
        IntView x = ints("x");
        Graph graph = Graph.define("0", root -> root.then("count", () -> x.set(x.get() + 1)));
        for (int level = 1; level <= 100; level++) {
            Graph inner = graph;
            graph = Graph.define("" + level, root -> root.thenIf("if", () -> true, inner));
        }
        run(graph);
        assertThat(x.toArray()).containsExactly(1);
    }

    @Test
    void a_nested_graph_with_many_ends_is_waited_for() {
        IntView sum = ints("sum");
        IntView seen = ints("seen");
        Graph wide = Graph.define("wide", root -> {
            for (int i = 0; i < 50; i++) {
                root.thenParallelFor("k" + i, RangePolicy.of(100), k -> sum.atomicAdd(1));
            }
        });
        run(Graph.define("outer", root -> root.thenGraph("wide", wide).then("look", () -> seen.set(sum.get()))));
        assertThat(seen.toArray()).containsExactly(5000);
    }

    @Test
    void a_failure_inside_names_the_inner_graph_and_node() {
        Graph inner = Graph.define(
                "inner",
                root -> root.thenHost("thrower", Access.reads(), () -> {
                    throw new IllegalStateException("inside");
                }));
        ExecutableGraph exec = instantiate(Graph.define("outer", root -> root.thenGraph("nested", inner)));
        GraphRunException failure = failure(exec);
        assertThat(failure.graph()).isEqualTo("inner");
        assertThat(failure.node()).isEqualTo("thrower");
        assertThat(failure).hasMessageContaining(name(inner, "thrower"));
    }
}
