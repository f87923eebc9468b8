package org.sporos.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.check.Races.reads;
import static org.sporos.check.Races.view;
import static org.sporos.check.Races.writes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.SourceLocation;
import org.sporos.kernel.analysis.dependence.AccessMode;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.View;

class RaceCheckTest {
    private final DoubleView u = view("u", 100);
    private final DoubleView v = view("v", 100);

    private static List<Diagnostic> races(Consumer<NodeRef> definition) {
        return Races.of(Graph.define("step", definition::accept));
    }

    private static void assertRace(List<Diagnostic> found) {
        assertThat(found).hasSize(1).allMatch(d -> d.code().equals("G102"));
        assertThat(found.get(0).severity()).isEqualTo(Diagnostic.Severity.ERROR);
    }

    @Test
    void a_race_names_graph_nodes_view_lines_and_cure() {
        Graph graph = Graph.define("step", root -> {
            writes(root, "left", u);
            reads(root, "right", u);
        });
        int left = graph.nodes().get(0).where().line();

        assertThat(Races.of(graph)).hasToString("""
                [G102: in graph 'step' the nodes 'left' and 'right' touch view 'u' in no fixed order: 'left' writes it \
                (Races.java:%d), 'right' reads it (Races.java:%d).
                      Let 'right' depend on 'left'.]""".formatted(left, left - 4));
    }

    @Test
    void two_writes_race_and_two_reads_do_not() {
        assertRace(races(root -> {
            writes(root, "a", u);
            writes(root, "b", u);
        }));
        assertThat(races(root -> {
                    reads(root, "a", u);
                    reads(root, "b", u);
                }))
                .isEmpty();
    }

    @Test
    void a_path_over_other_nodes_orders() {
        assertThat(races(root -> {
                    NodeRef a = writes(root, "a", u);
                    NodeRef middle = Graph.whenAll(reads(a, "x", u), writes(a, "y", v), reads(a, "z", u));
                    writes(reads(middle, "r", v), "b", u);
                }))
                .isEmpty();
    }

    @Test
    void a_sibling_of_the_writer_races() {
        assertRace(races(root -> {
            NodeRef a = writes(root, "a", v);
            writes(a, "b", u);
            reads(reads(a, "c", v), "d", u);
        }));
    }

    @Test
    void copies_fills_and_results_are_touches() {
        DoubleView sum = view("sum");
        assertRace(races(root -> {
            root.thenDeepCopy("copy", u, v);
            reads(root, "r", u);
        }));
        assertRace(races(root -> {
            root.thenDeepCopy("copy", u, v);
            writes(root, "w", v);
        }));
        assertRace(races(root -> {
            root.thenFill("fill", u, 1.0);
            reads(root, "r", u);
        }));
        assertRace(races(root -> {
            root.thenParallelReduce(
                    "sum", org.sporos.policy.RangePolicy.of(10), org.sporos.reduce.Reducers.Sum.into(sum, i -> 1.0));
            reads(root, "r", sum);
        }));
        assertRace(races(root -> {
            root.thenCapture("blas", Capture.host(() -> {}).accessing(Access.updates(u)));
            reads(root, "r", u);
        }));
    }

    @Test
    void parts_that_do_not_overlap_are_no_race() {
        assertThat(races(root -> {
                    writes(root, "low", u.subview(Slice.range(0, 50)));
                    writes(root, "high", u.subview(Slice.range(50, 100)));
                }))
                .isEmpty();
        assertRace(races(root -> {
            writes(root, "low", u.subview(Slice.range(0, 51)));
            writes(root, "high", u.subview(Slice.range(50, 100)));
        }));
    }

    @Test
    void columns_of_a_matrix_are_no_race_and_a_row_crosses_them() {
        DoubleView a = view("a", 10, 10);
        assertThat(races(root -> {
                    for (int c = 0; c < 10; c++) {
                        writes(root, "c" + c, a.subview(Slice.all(), Slice.at(c)));
                    }
                }))
                .isEmpty();
        assertRace(races(root -> {
            writes(root, "column", a.subview(Slice.all(), Slice.at(3)));
            reads(root, "row", a.subview(Slice.at(4), Slice.all()));
        }));
    }

    @Test
    void nested_graphs_are_looked_into_with_their_order() {
        Graph inner = Graph.define("inner", root -> {
            writes(root, "w", u);
            writes(root, "other", v);
        });
        List<Diagnostic> found = races(root -> {
            NodeRef nested = root.thenGraph("nested", inner);
            reads(nested, "after", u);
            reads(root, "beside", u);
        });
        assertRace(found);
        assertThat(found.get(0).message())
                .startsWith("in graph 'step' the nodes 'w' in 'nested' and 'beside' touch view 'u'");
        assertThat(found.get(0).cure()).isEqualTo("Let 'beside' depend on 'nested'.");
    }

    @Test
    void a_graph_that_is_nested_twice_is_ordered_by_the_nodes_that_nest_it() {
        Graph inner = Graph.define("inner", root -> writes(root, "w", u));
        Graph middle = Graph.define("middle", root -> root.thenGraph("deep", inner));
        Graph graph = Graph.define("step", root -> {
            root.thenGraph("first", middle);
            root.thenGraph("second", inner);
        });
        List<Diagnostic> found = Races.of(graph);
        assertRace(found);
        Object inside = inner.nodes().get(0).where();
        assertThat(found.get(0)).hasToString("""
                G102: in graph 'step' the nodes 'w' in 'first' and 'w' in 'second' touch view 'u' in no fixed order: \
                'w' writes it (%s, in 'first' at %s), 'w' writes it (%s, in 'second' at %s).
                      Let 'second' depend on 'first'.""".formatted(
                        inside,
                        graph.nodes().get(0).where(),
                        inside,
                        graph.nodes().get(1).where()));
    }

    @Test
    void a_race_inside_of_a_nested_graph_is_told_once_and_names_that_graph() {
        Graph inner = Graph.define("inner", root -> {
            writes(root, "a", u);
            writes(root, "b", u);
        });
        List<Diagnostic> found = races(root -> root.thenGraph("first", inner).thenGraph("second", inner));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).message()).startsWith("in graph 'inner' the nodes 'a' and 'b'");
    }

    @Test
    void a_conditional_is_one_node_with_the_content_of_its_bodies() {
        IntView passes = IntView.of("passes", MemorySpace.host());
        Graph body = Graph.define("body", root -> writes(root, "w", u));
        assertRace(races(root -> {
            root.thenIf("if", () -> true, Graph.define("then", r -> reads(r, "r", v)), body);
            reads(root, "reader", u);
        }));
        assertRace(races(root -> {
            root.thenWhile("while", () -> true, body, 3, passes);
            root.thenFill("fill", passes, 0);
        }));
        List<Diagnostic> found = races(root -> {
            root.thenSwitch("switch", () -> 0, body);
            reads(root, "reader", u);
        });
        assertThat(found.get(0).message())
                .contains("the nodes 'switch' and 'reader'", "'switch' writes it (Races.java:");
    }

    @Test
    void bodies_of_conditionals_are_checked_by_themselves() {
        Graph body = Graph.define("body", root -> {
            root.thenFill("a", u, 1);
            root.thenFill("b", u, 2);
        });
        Graph graph = Graph.define("step", root -> root.thenIf("if", () -> true, body));

        List<Diagnostic> found = GraphCheck.of(
                graph,
                GraphEffects.of(CapturedGraph.of(graph)),
                TestTarget.host(),
                org.sporos.kernel.compile.KernelIndex.of(graph));

        assertThat(found).extracting(Diagnostic::code).containsExactly("G102");
        assertThat(found.get(0).message()).startsWith("in graph 'body' the nodes 'a' and 'b'");
    }

    @Test
    void atomics_of_one_kind_are_no_race_and_of_two_kinds_are() {
        Graph graph = Graph.define("step", root -> {
            root.thenHost("a", () -> {});
            root.thenHost("b", () -> {});
        });
        assertThat(withTouches(graph, touch(u, AccessMode.ATOMIC_ADD, true), touch(u, AccessMode.ATOMIC_ADD, true)))
                .isEmpty();
        assertRace(withTouches(graph, touch(u, AccessMode.ATOMIC_ADD, true), touch(u, AccessMode.ATOMIC_MAX, true)));
        assertRace(withTouches(graph, touch(u, AccessMode.ATOMIC_ADD, true), touch(u, AccessMode.READ, true)));
    }

    @Test
    void what_may_happen_is_a_warning_of_its_own() {
        Graph graph = Graph.define("step", root -> {
            root.thenHost("scatter", () -> {});
            root.thenHost("reader", () -> {});
        });
        List<Diagnostic> found = withTouches(graph, touch(u, AccessMode.WRITE, false), touch(u, AccessMode.READ, true));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).severity()).isEqualTo(Diagnostic.Severity.WARNING);
        assertThat(found.get(0)).hasToString("""
                G108: in graph 'step' the nodes 'scatter' and 'reader' may touch the same elements of view 'u' in no fixed \
                order: 'scatter' writes it (%s), 'reader' reads it (%s).
                      Let 'reader' depend on 'scatter', unless they never touch the same element.""".formatted(
                        graph.nodes().get(0).where(), graph.nodes().get(1).where()));
    }

    @Test
    void a_doubtful_race_does_not_hide_a_certain_one() {
        Graph graph = Graph.define("step", root -> {
            root.thenHost("w1", () -> {});
            root.thenHost("r2", () -> {}).thenHost("w3", () -> {});
        });
        List<Diagnostic> found = withTouches(
                graph,
                touch(u, AccessMode.WRITE, true),
                touch(u, AccessMode.READ, false),
                touch(u, AccessMode.WRITE, true));
        assertThat(found).extracting(Diagnostic::code).contains("G102", "G108");
    }

    @Test
    void races_of_many_lines_on_one_view_are_summed_up() {
        Graph graph = Graph.define("step", root -> {
            for (int k = 0; k < 40; k++) {
                root.thenHost("w" + k, () -> {});
            }
        });
        List<Diagnostic> found = Races.of(
                graph,
                node -> List.of(new NodeAccess(
                        u,
                        AccessMode.WRITE,
                        true,
                        true,
                        touch(u, AccessMode.WRITE, true).elements(),
                        new SourceLocation("Heat.java", node.id()))));
        assertThat(found).hasSize(11);
        assertThat(found.get(10).message())
                .isEqualTo("in graph 'step' at least 770 more pairs of nodes touch view 'u' in no fixed order.");
    }

    @Test
    void many_races_of_one_line_are_told_once_with_their_number() {
        List<Diagnostic> found = races(root -> {
            for (int k = 0; k < 40; k++) {
                writes(root, "w", u);
                reads(root, "r" + k, v);
            }
            writes(root, "other", v);
        });
        assertThat(found).extracting(Diagnostic::message).hasSize(2);
        assertThat(found.get(0).message())
                .startsWith(
                        "in graph 'step' the nodes 'w' (#0) and 'w' (#2) (and at least 779 more pairs of these lines)"
                                + " touch view 'u' in no fixed order: 'w' (#0) writes it (Races.java:");
        assertThat(found.get(0).cure()).isEqualTo("Let 'w' (#2) depend on 'w' (#0).");
        assertThat(found.get(1).message())
                .startsWith("in graph 'step' the nodes 'r0' and 'other' (and at least 39 more pairs of these lines)");
    }

    private static NodeAccess touch(View view, AccessMode mode, boolean certain) {
        return NodeAccess.whole(view, mode, certain);
    }

    private static List<Diagnostic> withTouches(Graph graph, NodeAccess... touches) {
        List<NodeAccess> all = new ArrayList<>(List.of(touches));
        return Races.of(graph, node -> List.of(all.get(node.id())));
    }
}
