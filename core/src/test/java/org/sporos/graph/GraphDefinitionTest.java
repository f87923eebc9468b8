package org.sporos.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sporos.reduce.Reducers.Sum;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.param.DoubleParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.render.Dot;
import org.sporos.render.Mermaid;
import org.sporos.render.Svg;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

final class GraphDefinitionTest {
    private static final DoubleView X = DoubleView.of("x", MemorySpace.host(), 8);
    private static final DoubleView SUM = DoubleView.of("sum", MemorySpace.host());

    /** Returns the text of the violation of a definition, with its line replaced. */
    private static String violation(Consumer<NodeRef> definition) {
        GraphException thrown = catchThrowableOfType(GraphException.class, () -> Graph.define("g", definition));
        assertThat(thrown).isNotNull();
        assertThat(thrown.getMessage()).contains("GraphDefinitionTest.java:");
        return thrown.getMessage().replaceAll("GraphDefinitionTest\\.java:\\d+", "HERE");
    }

    @Test
    void a_closed_definition_takes_no_more_nodes() {
        NodeRef[] escaped = new NodeRef[2];
        Graph.define("g", root -> {
            escaped[0] = root;
            escaped[1] = root.then("early", () -> {});
        });
        String message = "G001: node 'late' (HERE) is added to graph 'g' after its definition has ended\n"
                + "      Add all nodes inside of the block that Graph.define is given.";
        for (NodeRef ref : escaped) {
            assertThat(violation(root -> ref.then("late", () -> {}))).isEqualTo(message);
        }
        assertThat(violation(root -> Graph.whenAll(escaped))).isEqualTo(message.replace("'late'", "'whenAll'"));
    }

    @Test
    void an_inner_definition_adds_nothing_to_an_outer_one() {
        String message = "G008: node 'lost' (HERE) is added to graph 'g' by the definition of graph 'loop'\n"
                + "      Add it to the argument of the inner definition, or before it.";
        assertThat(violation(root -> root.thenWhile("loop", () -> true, body -> root.then("lost", () -> {}))))
                .isEqualTo(message);
        assertThat(violation(root -> root.thenIf("loop", () -> true, body -> root.then("lost", () -> {}))))
                .isEqualTo(message);
        assertThat(violation(root -> root.thenWhile(
                        "middle",
                        () -> true,
                        middle -> middle.thenWhile("loop", () -> true, body -> root.then("lost", () -> {})))))
                .isEqualTo(message.replace("'loop'", "'middle'"));
        Graph after = Graph.define("g", root -> {
            NodeRef loop = root.thenWhile("loop", () -> true, body -> body.then("inside", () -> {}), 5);
            assertThatThrownBy(() -> Graph.define("fails", inner -> {
                        throw new ArithmeticException();
                    }))
                    .isInstanceOf(ArithmeticException.class);
            loop.then("after", () -> {});
        });
        assertThat(after.nodes()).hasSize(2);
        assertThat(after.nodes().get(0)).hasToString("#0 loop while 'loop' at most 5");
    }

    @Test
    void a_definition_that_throws_is_closed_too() {
        NodeRef[] escaped = new NodeRef[1];
        assertThatThrownBy(() -> Graph.define("g", root -> {
                    escaped[0] = root;
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertThat(violation(root -> escaped[0].then("late", () -> {}))).startsWith("G001");
    }

    @Test
    void nodes_of_two_graphs_are_not_joined() {
        assertThat(violation(outer -> Graph.define("inner", inner -> Graph.whenAll(inner.then("a", () -> {}), outer))))
                .isEqualTo("G002: whenAll at HERE joins nodes of graph 'inner' and of graph 'g'\n"
                        + "      Join nodes of one graph; put one graph into the other with thenGraph.");
    }

    @Test
    void nothing_is_not_joined() {
        String message = "G003: whenAll at HERE joins no nodes\n"
                + "      Give it at least one node; what waits for nothing depends on the root.";
        assertThat(violation(root -> Graph.whenAll())).isEqualTo(message);
        assertThat(violation(root -> Graph.whenAll(List.of()))).isEqualTo(message);
    }

    @Test
    void null_is_refused_wherever_it_stands() {
        String label = "G004: a node at HERE of graph 'g' has the label null\n"
                + "      Give each node a label: it names the node in errors and pictures.";
        assertThat(violation(root -> root.then(null, () -> {}))).isEqualTo(label);
        assertThat(violation(root -> root.thenFill(null, X, 1))).isEqualTo(label);
        assertThat(violation(root -> root.thenAllocate(null, IntView.spec(1)))).isEqualTo(label);
        assertThatThrownBy(() -> Graph.define(null, root -> {}))
                .hasMessage("G004: a graph has the label null\n      Give each graph a label.");
        assertThat(violation(root -> Graph.whenAll((NodeRef) null)))
                .isEqualTo("G004: whenAll at HERE is given null\n      Leave out the nodes that do not exist.");
        assertThat(violation(root -> Graph.whenAll(Arrays.asList(root, null))))
                .startsWith("G004: whenAll at HERE is given null");
    }

    @Test
    void a_node_is_given_no_null() {
        List<Consumer<NodeRef>> wrong = List.of(
                root -> root.thenParallelFor("n", (RangePolicy) null, i -> {}),
                root -> root.thenParallelFor("n", RangePolicy.of(1), (RangeBody) null),
                root -> root.thenParallelFor("n", (MDRangePolicy) null, (i, j) -> {}),
                root -> root.thenParallelReduce("n", null, Sum.into(SUM, i -> 1.0)),
                root -> root.thenParallelReduce("n", RangePolicy.of(1), (Reduction) null),
                root -> root.thenParallelReduce("n", RangePolicy.of(1), (Reduction[]) null),
                root -> root.thenParallelScan("n", RangePolicy.of(1), i -> 1.0, (i, s) -> {}, (Scan.OfDouble) null),
                root -> root.thenParallelScan("n", RangePolicy.of(1), null, (i, s) -> {}, Scan.exclusiveDouble()),
                root -> root.then("n", null),
                root -> root.thenHost("n", null),
                root -> root.thenHost("n", (Access) null, () -> {}),
                root -> root.thenHost("n", Access.reads(), null, () -> {}),
                root -> root.thenHost("n", (Collection<Access>) null, () -> {}),
                root -> root.thenDeepCopy("n", null, X),
                root -> root.thenDeepCopy("n", X, null),
                root -> root.thenFill("n", (DoubleView) null, 1),
                root -> root.thenFill("n", (DoubleView) null, DoubleParam.of("p", 1)),
                root -> root.thenFill("n", X, (DoubleParam) null),
                root -> root.thenGraph("n", null),
                root -> root.thenCapture("n", null),
                root -> root.thenIf("n", null, Graph.define("b", r -> {})),
                root -> root.thenIf("n", () -> true, (Graph) null),
                root -> root.thenIf("n", () -> true, (Consumer<NodeRef>) null),
                root -> root.thenIf("n", () -> true, Graph.define("b", r -> {}), null),
                root -> root.thenWhile("n", () -> true, (Graph) null),
                root -> root.thenWhile("n", () -> true, (Consumer<NodeRef>) null),
                root -> root.thenWhile("n", () -> true, Graph.define("b", r -> {}), 1, null),
                root -> root.thenSwitch("n", null),
                root -> root.thenSwitch("n", () -> 0, (Graph) null),
                root -> root.thenSwitch("n", () -> 0, (Graph[]) null),
                root -> root.thenAllocate("n", null),
                root -> root.thenFree("n", null),
                root -> root.thenRecordEvent("n", null),
                root -> root.thenWaitEvent("n", null),
                root -> root.thenSignalSemaphore("n", null, 1),
                root -> root.thenWaitSemaphore("n", null, 1));
        for (Consumer<NodeRef> definition : wrong) {
            assertThat(violation(definition))
                    .isEqualTo("G004: node 'n' (HERE) of graph 'g' is given null\n"
                            + "      Give each argument of a node a value; leave optional ones out.");
        }
    }

    @Test
    void a_fill_with_a_param_has_extents_of_ints() {
        DoubleParam value = DoubleParam.of("p", 1);
        assertThat(violation(root -> {
                    AllocateNodeRef<DoubleView> wide = root.thenAllocate("wide", DoubleView.spec(2L, 1L << 31));
                    wide.thenFill("n", wide.view(), value);
                }))
                .isEqualTo("G118: node 'n' (HERE) of graph 'g' fills with a param view 'wide', whose extent 1 is"
                        + " 2147483648\n"
                        + "      Make the view with rank 1, or fill it with a number.");
        assertThat(Graph.define("g", root -> {
                            AllocateNodeRef<DoubleView> line = root.thenAllocate("line", DoubleView.spec(1L << 31));
                            line.thenFill("n", line.view(), value);
                        })
                        .nodes())
                .anyMatch(node -> node.toString().contains("n parallelFor[0, 2147483648)"));
    }

    @Test
    void policies_and_limits_that_do_not_fit_are_refused() {
        assertThat(violation(root -> root.thenParallelFor("n", MDRangePolicy.of(2, 2, 2), (i, j) -> {})))
                .isEqualTo(
                        "G005: node 'n' (HERE) of graph 'g' runs a body of 2 indexes over [0, 2)x[0, 2)x[0, 2), which"
                                + " has rank 3\n      Give the lambda as many indexes as the policy has dimensions.");
        assertThat(violation(root -> root.thenParallelFor("n", MDRangePolicy.of(2, 2), (i, j, k) -> {})))
                .startsWith("G005: node 'n' (HERE) of graph 'g' runs a body of 3 indexes over [0, 2)x[0, 2), which has"
                        + " rank 2");
        assertThat(violation(root -> root.thenWhile("n", () -> true, Graph.define("b", r -> {}), -1)))
                .isEqualTo("G005: node 'n' (HERE) of graph 'g' allows -1 iterations\n"
                        + "      Allow 0 or more iterations, or leave the limit out.");
    }

    @Test
    void reductions_that_do_not_fit_their_policy_are_refused() {
        String cure =
                "\n      Use into for RangePolicy, IndexSet and MDRangePolicy with a lambda of as many indexes, intoLongRange"
                        + " for LongRangePolicy, intoTeam for TeamPolicy.";
        assertThat(violation(root -> root.thenParallelReduce("n", MDRangePolicy.of(2, 2), Sum.into(SUM, i -> 1.0))))
                .isEqualTo("G006: node 'n' (HERE) of graph 'g' reduces over an MDRangePolicy of rank 2, but the"
                        + " contribution to 'sum' is made for a RangePolicy" + cure);
        assertThat(violation(root -> root.thenParallelReduce("n", TeamPolicy.of(2), Sum.intoLongRange(SUM, i -> 1.0))))
                .isEqualTo("G006: node 'n' (HERE) of graph 'g' reduces over a TeamPolicy, but the contribution to 'sum'"
                        + " is made for a LongRangePolicy" + cure);
        assertThat(violation(root -> root.thenParallelReduce("n", RangePolicy.of(2), Sum.intoTeam(SUM, t -> 1.0))))
                .contains("is made for a TeamPolicy");
        assertThat(violation(root -> root.thenParallelReduce("n", RangePolicy.of(2))))
                .isEqualTo("G006: node 'n' (HERE) of graph 'g' reduces nothing\n"
                        + "      Give it a reduction, such as Sum.into(view, ...).");
    }

    @Test
    void when_all_takes_arguments_and_collections_and_duplicates_are_harmless() {
        Graph graph = Graph.define("g", root -> {
            NodeRef a = root.then("a", () -> {});
            NodeRef b = root.then("b", () -> {});
            Graph.whenAll(b, a, b, a, root).then("c", () -> {});
            Graph.whenAll(List.of(a, b)).then("d", () -> {});
            Graph.whenAll(root).then("e", () -> {});
            Graph.whenAll(a).then("f", () -> {});
        });
        List<Node> nodes = graph.nodes();
        assertThat(nodes.get(2).predecessors()).containsExactly(nodes.get(0), nodes.get(1));
        assertThat(nodes.get(3).predecessors()).containsExactly(nodes.get(2));
        assertThat(nodes.get(4).predecessors()).containsExactly(nodes.get(0), nodes.get(1));
        assertThat(nodes.get(6).predecessors()).isEmpty();
        assertThat(nodes.get(8).predecessors()).containsExactly(nodes.get(0));
        assertThat(nodes).extracting(Node::id).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void a_node_knows_the_line_that_defined_it() {
        int line = new Throwable().getStackTrace()[0].getLineNumber();
        Graph graph = Graph.define("g", root -> {
            NodeRef a = root.then("a", () -> {});
            NodeRef b = helper(root);
            Graph.whenAll(a, b);
            List.of("c").forEach(label -> root.thenHost(label, () -> {}));
        });
        assertThat(graph.nodes().get(0).where()).hasToString("GraphDefinitionTest.java:" + (line + 2));
        assertThat(graph.nodes().get(1).where().line()).isGreaterThan(line + 10);
        assertThat(graph.nodes().get(2).where().line()).isBetween(line + 4, line + 5);
        assertThat(graph.nodes().get(3).where()).hasToString("GraphDefinitionTest.java:" + (line + 5));
        assertThat(new SourceLocation("A.java", -1)).hasToString("A.java");
    }

    private static NodeRef helper(NodeRef root) {
        return root.then("b", () -> {});
    }

    @Test
    void graphs_and_nodes_print_in_one_line() {
        IntView passes = IntView.of("passes", MemorySpace.host());
        View y = DoubleView.of("y", MemorySpace.host(), 8);
        Graph empty = Graph.define("empty", root -> {});
        Graph graph = Graph.define("all", root -> {
            NodeRef a = root.thenParallelFor("a", RangePolicy.of(8), i -> X.set(i, 1));
            a.thenParallelFor("b", TeamPolicy.of(2, 4), team -> {});
            a.thenParallelReduce("c", RangePolicy.of(8), Sum.into(SUM, i -> 1.0));
            a.thenParallelScan("d", RangePolicy.of(1, 4), i -> 1.0, (i, s) -> {}, Scan.inclusiveDouble());
            a.then("e", () -> {});
            a.thenHost("f", () -> {});
            a.thenDeepCopy("g", y, X);
            a.thenFill("h", X, 1);
            a.thenGraph("i", empty);
            a.thenCapture("j", Capture.host(() -> {}));
            a.thenIf("k", () -> true, empty);
            a.thenIf("l", () -> true, empty, empty);
            a.thenWhile("m", () -> true, empty);
            a.thenWhile("n", () -> true, empty, 7, passes);
            a.thenSwitch("o", () -> 0, empty, empty);
            AllocateNodeRef<IntView> temp = a.thenAllocate("p", IntView.spec(4));
            temp.thenFree("q", temp.view());
            a.thenRecordEvent("r", org.sporos.space.Event.of("ev"));
            a.thenWaitEvent("s", org.sporos.space.Event.of("ev"));
            a.thenSignalSemaphore("t", org.sporos.space.ExternalSemaphore.inProcess("sem"), 3);
            a.thenWaitSemaphore("u", org.sporos.space.ExternalSemaphore.inProcess("sem"), 4);
            assertThat(root).hasToString("root");
            assertThat(a).hasToString("#0 a parallelFor[0, 8)");
            assertThat(Graph.whenAll(a)).hasToString("#21 whenAll whenAll");
        });
        assertThat(graph.nodes())
                .extracting(Node::toString)
                .containsExactly(
                        "#0 a parallelFor[0, 8)",
                        "#1 b parallelFor[" + TeamPolicy.of(2, 4) + "]",
                        "#2 c parallelReduce[0, 8) [SUM into 'sum']",
                        "#3 d parallelScan[1, 4) inclusive double",
                        "#4 e then",
                        "#5 f host",
                        "#6 g deepCopy 'x' -> 'y'",
                        "#7 h fill 'x'",
                        "#8 i graph 'empty'",
                        "#9 j capture",
                        "#10 k if 'empty'",
                        "#11 l if 'empty' else 'empty'",
                        "#12 m while 'empty'",
                        "#13 n while 'empty' at most 7",
                        "#14 o switch of 2",
                        "#15 p allocate 'p'",
                        "#16 q free 'p'",
                        "#17 r record event 'ev'",
                        "#18 s await event 'ev'",
                        "#19 t signal semaphore 'sem' 3",
                        "#20 u wait semaphore 'sem' 4",
                        "#21 whenAll whenAll");
        assertThat(graph).hasToString("graph 'all' of 22 nodes and 21 edges");
        assertThat(graph.label()).isEqualTo("all");
    }

    @Test
    void a_graph_is_closed_to_changes() {
        Graph graph = Graph.define("g", root -> root.then("a", () -> {}).then("b", () -> {}));
        assertThatThrownBy(() -> graph.nodes().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> graph.nodes().get(1).predecessors().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void a_graph_exception_keeps_its_violations_when_it_is_serialized() throws Exception {
        GraphException thrown = GraphException.of("G003", "what", "cure");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(thrown);
        GraphException copy =
                (GraphException) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        assertThat(copy.diagnostics()).isEqualTo(thrown.diagnostics()).hasSize(1);
        assertThat(copy).hasMessage("G003: what\n      cure");
    }

    @Test
    void captures_have_twins_accesses_and_things_to_keep() {
        Runnable host = () -> {};
        CaptureBody cuda = stream -> {};
        Object handle = new Object();
        Capture capture = Capture.cuda(cuda)
                .andHost(host)
                .accessing(Access.reads(X), Access.updates(SUM))
                .keepAlive(handle);
        assertThat(capture.supports("cuda")).isTrue();
        assertThat(capture.supports("host")).isTrue();
        assertThat(capture.supports("hip")).isFalse();
        assertThat(capture.supports("other")).isFalse();
        assertThat(capture.body("cuda")).isSameAs(cuda);
        assertThat(capture.hostBody()).isSameAs(host);
        assertThat(capture.kept()).containsExactly(handle);
        assertThat(capture.accesses())
                .extracting(Access::mode)
                .containsExactly(Access.Mode.READ, Access.Mode.READ_WRITE);
        assertThat(Access.writes(X).mode().writes()).isTrue();
        assertThat(Access.reads(X).mode().writes()).isFalse();
        assertThat(Capture.hip(cuda).andCuda(cuda).supports("hip")).isTrue();
        assertThat(Capture.host(host).andHip(cuda).body("hip")).isSameAs(cuda);
    }

    /** Returns graphs that lie in each other, by every kind of node that nests one. */
    private static Graph nested(int depth) {
        Graph graph = Graph.define("g", root -> root.then("inner", () -> {}));
        for (int level = 0; level < depth; level++) {
            int kind = level % 4;
            Graph inner = graph;
            graph = Graph.define("g", root -> {
                switch (kind) {
                    case 0 -> root.thenGraph("next", inner);
                    case 1 -> root.thenIf("next", () -> true, inner);
                    case 2 -> root.thenWhile("next", () -> false, inner);
                    default -> root.thenSwitch("next", () -> 0, Graph.define("flat", body -> {}), inner);
                }
            });
        }
        return graph;
    }

    @Test
    void graphs_that_lie_in_each_other_too_deep_are_refused_where_they_are_defined() {
        Graph deep = nested(100);
        String message = "G117: node 'next' (HERE) of graph 'g' nests more than 100 graphs in each other\n"
                + "      Put steps that follow each other side by side in one graph, or repeat a graph with thenWhile.";
        assertThat(violation(root -> root.thenGraph("next", deep))).isEqualTo(message);
        assertThat(violation(root -> root.thenIf("next", () -> true, deep))).isEqualTo(message);
        assertThat(violation(root -> root.thenIf("next", () -> true, nested(1), deep)))
                .isEqualTo(message);
        assertThat(violation(root -> root.thenWhile("next", () -> true, deep))).isEqualTo(message);
        assertThat(violation(root -> root.thenSwitch("next", () -> 0, nested(1), deep)))
                .isEqualTo(message);
    }

    @Test
    void the_deepest_graph_fits_into_a_small_stack() throws InterruptedException {
        Graph deep = nested(100);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread small = new Thread(
                null,
                () -> thrown.set(catchThrowable(() -> {
                    assertThat(Dot.of(deep)).contains("inner");
                    assertThat(Svg.of(deep)).contains("inner");
                    assertThat(Mermaid.of(deep)).contains("inner");
                })),
                "small stack",
                256 << 10);
        small.start();
        small.join();
        assertThat(thrown.get()).isNull();
    }
}
