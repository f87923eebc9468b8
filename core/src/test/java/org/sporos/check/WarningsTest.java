package org.sporos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.IntParam;
import org.sporos.policy.Condition;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;

/** Many nodes of one line have one warning; what differs in its line, its view or its graph keeps its own. */
class WarningsTest {
    private final DoubleView x = Races.view("x", 64);
    private final DoubleView y = Races.view("y", 64);
    private final IntView index = IntView.of("index", MemorySpace.host(), 64);

    private static List<Diagnostic> check(Consumer<NodeRef> definition) {
        Graph graph = Graph.define("step", definition::accept);
        return GraphCheck.of(graph, GraphEffects.of(CapturedGraph.of(graph)), TestTarget.host(), KernelIndex.of(graph));
    }

    private NodeRef scatter(NodeRef after, String label, DoubleView to) {
        return after.thenParallelFor(label, RangePolicy.of(64), i -> to.set(index.get(i), to.get(index.get(i)) + 1));
    }

    @Test
    void nodes_of_one_line_have_one_warning_with_their_number() {
        List<Diagnostic> found = check(root -> {
            NodeRef at = root;
            for (int k = 0; k < 100; k++) {
                at = scatter(at, "scatter", x);
            }
        });
        assertThat(found).hasSize(1);
        assertThat(found.get(0).message())
                .matches(
                        "node 'scatter' \\(#0, WarningsTest.java:(\\d+)\\) of graph 'step' \\(and 99 more nodes of this"
                                + " line\\) has work items that may touch the same element of view 'x' in no fixed order: one"
                                + " reads it \\(WarningsTest.java:\\1\\), another writes it \\(WarningsTest.java:\\1\\)\\.");
    }

    @Test
    void another_view_another_line_and_another_graph_have_warnings_of_their_own() {
        Graph inner = Graph.define("inner", root -> scatter(root, "a", x));
        List<Diagnostic> found = check(root -> {
            NodeRef a = scatter(scatter(root, "a", x), "b", y);
            NodeRef c = a.thenParallelFor("c", RangePolicy.of(64), i -> x.set(index.get(i), i));
            scatter(c, "d", x).thenGraph("nested", inner);
        });
        assertThat(found).extracting(Diagnostic::code).containsOnly("G111").hasSize(4);
        assertThat(found.get(0).message()).contains("node 'a' (Warn", " (and 1 more node of this line)", "view 'x'");
        assertThat(found.get(1).message())
                .contains("node 'b' (Warn", "view 'y'")
                .doesNotContain("more node");
        assertThat(found.get(2).message())
                .contains("node 'c' (Warn", "view 'x'")
                .doesNotContain("more node");
        assertThat(found.get(3).message()).contains("of graph 'inner' has");
    }

    @Test
    void nodes_of_equal_labels_have_their_numbers() {
        List<Diagnostic> found = check(root -> {
            NodeRef a = root.thenParallelFor("a", RangePolicy.of(64), i -> x.set(index.get(i), i));
            NodeRef b = a.thenParallelFor("b", RangePolicy.of(64), i -> x.set(index.get(i), i));
            b.thenParallelFor("a", RangePolicy.of(64), i -> y.set(index.get(i), i));
        });
        assertThat(found).hasSize(3);
        assertThat(found.get(0).message()).startsWith("node 'a' (#0, WarningsTest.java:");
        assertThat(found.get(1).message()).startsWith("node 'b' (WarningsTest.java:");
        assertThat(found.get(2).message()).startsWith("node 'a' (#2, WarningsTest.java:");
    }

    @Test
    void pairs_of_nodes_of_one_line_have_one_warning() {
        List<Diagnostic> found = check(root -> {
            NodeRef first = scatter(root, "a", x);
            for (int k = 0; k < 20; k++) {
                first.thenParallelFor("b" + k, RangePolicy.of(32), i -> y.set(i, x.get(i)));
                first.thenParallelFor("c" + k, RangePolicy.of(64), i -> x.set(index.get(i), i));
            }
        });
        assertThat(found.stream().filter(violation -> violation.code().equals("G108")))
                .hasSize(2)
                .allMatch(violation ->
                        violation.message().contains(" more pairs of these lines) may touch the same elements"));
    }

    @Test
    void a_loop_whose_condition_nothing_changes_has_a_warning() {
        IntParam most = IntParam.of("most", 3);
        ViewRing<DoubleView> ring = ViewRing.of(2, j -> DoubleView.of("u" + j, MemorySpace.host(), 8));
        DoubleView now = ring.level(0);
        DoubleView part = x.subview(Slice.range(0, 4));
        Graph writesX = body(root -> root.thenFill("zero", x, 0));
        assertThat(loop(() -> x.get(0) > 0, writesX)).isEmpty();
        assertThat(loop(() -> x.get(0) > 0, body(root -> root.thenGraph("nested", writesX))))
                .isEmpty();
        assertThat(loop(() -> part.get(0) > y.get(0), writesX)).isEmpty();
        assertThat(loop(() -> x.atomicAdd(0, 1) < 10, body(root -> root.thenFill("zero", y, 0))))
                .isEmpty();
        assertThat(loop(() -> now.get(0) > 0, body(root -> root.thenAdvance("turn", ring))))
                .isEmpty();
        assertThat(loop(() -> y.get(0) > 0, writesX))
                .singleElement()
                .satisfies(found -> assertThat(found.toString())
                        .matches("(?s)G120: node 'loop' \\(WarningsTest.java:\\d+\\) of graph 'step' runs never or"
                                + " without end: its condition reads view 'y' alone, and its body writes"
                                + " none of that.\n"
                                + " +Let the body write what the condition reads, or give a maximum of"
                                + " iterations."));
        assertThat(loop(() -> most.get() > 0, writesX))
                .singleElement()
                .satisfies(found -> assertThat(found.message()).contains("its condition reads no view, and"));
        assertThat(check(root -> root.thenWhile("loop", () -> y.get(0) > 0, writesX, 10)))
                .isEmpty();
    }

    private static Graph body(Consumer<NodeRef> nodes) {
        return Graph.define("body", nodes::accept);
    }

    private List<Diagnostic> loop(Condition condition, Graph body) {
        return check(root -> root.thenWhile("loop", condition, body));
    }

    @Test
    void host_nodes_of_one_line_that_declare_nothing_have_one_warning() {
        List<Diagnostic> found = check(root -> {
            for (int k = 0; k < 3; k++) {
                root.thenHost("h" + k, () -> {});
            }
        });
        assertThat(found).hasSize(1);
        assertThat(found.get(0).message())
                .matches(
                        "node 'h0' \\(WarningsTest.java:\\d+\\) of graph 'step' \\(and 2 more nodes of this line\\) is a"
                                + " host node that declares no views.*");
    }

    @Test
    void errors_of_one_line_are_told_once_too() {
        List<Diagnostic> found = check(root -> {
            NodeRef at = root;
            for (int k = 0; k < 5; k++) {
                at = at.thenParallelFor("k" + k, RangePolicy.of(64), i -> x.set(i + 1, x.get(i)));
            }
        });
        assertThat(found).extracting(Diagnostic::code).containsExactlyInAnyOrder("G110", "G112");
        assertThat(found)
                .allMatch(
                        violation -> violation.message().contains(" of graph 'step' (and 4 more nodes of this line) "));
        assertThat(new GraphException(found)).hasMessageContaining("(and 4 more nodes of this line)");
    }
}
