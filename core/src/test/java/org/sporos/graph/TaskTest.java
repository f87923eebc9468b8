package org.sporos.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.sporos.param.BooleanParam;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;

final class TaskTest {
    private static final DoubleView X = DoubleView.of("x", MemorySpace.host(), 8);
    private static final DoubleView SUM = DoubleView.of("sum", MemorySpace.host());

    private static String violation(ThrowingCallable call) {
        GraphException thrown = catchThrowableOfType(GraphException.class, call);
        assertThat(thrown).isNotNull();
        return thrown.getMessage().replaceAll("TaskTest\\.java:\\d+", "HERE");
    }

    @Test
    void one_task_is_a_node_of_many_graphs_and_of_one_graph_twice() {
        Task task = Task.parallelFor("double", RangePolicy.of(8), i -> X.set(i, 2 * X.get(i)));
        Graph first = Graph.define("first", root -> root.then(task).then(task));
        Graph second = Graph.define("second", root -> root.then(task));
        assertThat(first.nodes()).hasSize(2).allMatch(node -> node.work() == task.work());
        assertThat(first.nodes().get(1).predecessors())
                .containsExactly(first.nodes().get(0));
        assertThat(second.nodes().get(0)).hasToString("#0 double parallelFor[0, 8)");
    }

    @Test
    void a_node_has_the_line_that_added_it_and_a_task_that_which_made_it() {
        Task task = Task.fill("zero", X, 0);
        Graph graph = Graph.define("g", root -> root.then(task));
        Node node = graph.nodes().get(0);
        assertThat(task.where().file())
                .isEqualTo("TaskTest.java")
                .isEqualTo(node.where().file());
        assertThat(node.where().line()).isEqualTo(task.where().line() + 1);
        assertThat(task).hasToString("zero fill 'x' (" + task.where() + ")");
    }

    /**
     * Its lambda is the argument of the call that makes the task: nodes by the hundred must not take that call's line.
     */
    @Test
    void lines_of_nodes_are_their_own_also_after_many() {
        BodyTask<RangeBody> first = null;
        for (int k = 0; k < 200; k++) {
            BodyTask<RangeBody> task = Task.parallelFor("t", RangePolicy.of(8), i -> X.set(i, 1));
            first = first == null ? task : first;
            Graph graph = Graph.define("g", root -> root.then(task));
            assertThat(graph.nodes().get(0).where().line())
                    .isEqualTo(first.where().line() + 2);
            assertThat(task.where()).isEqualTo(first.where());
        }
    }

    @Test
    void copies_differ_in_label_policy_and_body_and_leave_the_task_alone() {
        RangeBody other = i -> X.set(i, 3);
        BodyTask<RangeBody> task = Task.parallelFor("one", RangePolicy.of(8), i -> X.set(i, 1));
        String before = task.toString();
        BodyTask<RangeBody> copy =
                task.withLabel("other").withPolicy(RangePolicy.of(2, 4)).withBody(other);
        assertThat(copy.label()).isEqualTo("other");
        assertThat(copy.work()).isEqualTo(new Work.ParallelFor(RangePolicy.of(2, 4), other));
        assertThat(copy.body()).isSameAs(other);
        assertThat(copy.where()).isEqualTo(task.where());
        assertThat(task).hasToString(before);
        assertThat(Task.single("s", () -> {}).withBody(() -> X.set(0, 1)).work())
                .isInstanceOf(Work.Single.class);
    }

    @Test
    void a_priority_stays_with_copies_and_goes_to_the_nodes() {
        BodyTask<RangeBody> task = Task.parallelFor("one", RangePolicy.of(8), i -> X.set(i, 1));
        BodyTask<RangeBody> urgent = task.withPriority(2);
        assertThat(task.priority()).isZero();
        Task copy = urgent.withLabel("other").withPolicy(RangePolicy.of(2)).withBody(i -> X.set(i, 3));
        assertThat(copy.priority()).isEqualTo(2);
        assertThat(urgent).hasToString("one parallelFor[0, 8) of priority 2 (" + task.where() + ")");
        Task sum = Task.parallelReduce("sum", RangePolicy.of(8), Sum.into(SUM, i -> X.get(i)))
                .withPriority(3);
        BooleanParam on = BooleanParam.of("on", true);
        Graph graph = Graph.define("g", root -> root.then(urgent).then(sum).then(sum.enabledIf(on)));
        assertThat(graph.nodes()).extracting(Node::priority).containsExactly(2, 3, 0);
        assertThat(graph.nodes().get(1)).hasToString("#1 sum parallelReduce[0, 8) [SUM into 'sum'] of priority 3");
        Graph switched = graph.nodes().get(2).work().nested().get(0).graph();
        assertThat(switched.nodes().get(0).priority()).isEqualTo(3);
        assertThat(violation(() -> task.withPriority(-1)))
                .isEqualTo("G145: task 'one' (HERE) is given priority -1\n"
                        + "      Use 0, the usual one, or more; give the other nodes a higher one.");
        assertThat(violation(() -> Task.host("log", Access.reads(X), () -> {}).withPriority(1)))
                .isEqualTo(
                        "G146: task 'log' (HERE) is given priority 1, but is a host\n"
                                + "      Only kernels, copies, fills, captures, and branches, loops and graphs of these have one.");
    }

    @Test
    void the_nodes_of_a_graph_have_at_least_its_priority() {
        Graph inner = Graph.define(
                "inner",
                root -> root.then(Task.single("s", () -> X.set(0, 1)).withPriority(7))
                        .thenFill("zero", X, 0)
                        .thenHost("log", Access.reads(X), () -> {}));
        Graph outer = Graph.define(
                "outer", root -> root.thenGraph("nested", inner).thenIf("maybe", () -> X.get(0) > 0, inner));
        Task urgent = Task.graph("all", outer).withPriority(2);
        assertThat(urgent).hasToString("all graph 'outer' of priority 2 (" + urgent.where() + ")");
        List<Graph> graphs = nested(urgent.work());
        assertThat(graphs).extracting(Graph::label).containsExactly("outer", "inner", "inner");
        assertThat(graphs.get(0).nodes()).extracting(Node::priority).containsExactly(2, 2);
        assertThat(graphs.get(1).nodes()).extracting(Node::priority).containsExactly(7, 2, 0);
        assertThat(graphs.get(2).nodes()).extracting(Node::priority).containsExactly(7, 2, 0);
        assertThat(inner.nodes()).extracting(Node::priority).containsExactly(7, 0, 0);
        assertThat(Task.fill("zero", X, 0).withPriority(Task.HIGHEST_PRIORITY).toString())
                .startsWith("zero fill 'x' of the highest priority (");
    }

    /** Returns the graphs in a work, outer ones first. */
    private static List<Graph> nested(Work work) {
        return work.nested().stream()
                .map(NestedGraph::graph)
                .flatMap(graph -> Stream.concat(
                        Stream.of(graph), graph.nodes().stream().flatMap(node -> nested(node.work()).stream())))
                .toList();
    }

    @Test
    void reductions_and_scans_take_another_policy() {
        Task sum = Task.parallelReduce("sum", RangePolicy.of(8), Sum.into(SUM, i -> X.get(i)));
        assertThat(sum.withPolicy(RangePolicy.of(4)).work()).hasToString("parallelReduce[0, 4) [SUM into 'sum']");
        Task scan = Task.parallelScan(
                "scan", RangePolicy.of(8), i -> X.get(i), (i, s) -> X.set(i, s), Scan.exclusiveDouble());
        assertThat(scan.withPolicy(RangePolicy.of(4)).work()).hasToString("parallelScan[0, 4) exclusive double");
    }

    @Test
    void policies_that_do_not_fit_are_refused() {
        Task loop = Task.parallelFor("loop", RangePolicy.of(8), i -> X.set(i, 1));
        assertThat(violation(() -> loop.withPolicy(TeamPolicy.of(8))))
                .isEqualTo("G140: task 'loop' (HERE) runs a body made for a RangePolicy over a TeamPolicy\n"
                        + "      Give it a policy of that kind, or make another task.");
        assertThat(violation(() -> loop.withPolicy(LongRangePolicy.of(8)))).contains("over a LongRangePolicy");
        Task box = Task.parallelFor("box", MDRangePolicy.of(2, 2), (i, j) -> {});
        assertThat(violation(() -> box.withPolicy(MDRangePolicy.of(2, 2, 2))))
                .contains("made for an MDRangePolicy of rank 2 over an MDRangePolicy of rank 3");
        Task scan = Task.parallelScan(
                "scan", RangePolicy.of(8), i -> X.get(i), (i, s) -> X.set(i, s), Scan.exclusiveDouble());
        assertThat(violation(() -> scan.withPolicy(LongRangePolicy.of(8))))
                .startsWith("G140: task 'scan' (HERE) scans a body made for a RangePolicy over a LongRangePolicy");
        Task sum = Task.parallelReduce("sum", RangePolicy.of(8), Sum.into(SUM, i -> X.get(i)));
        assertThat(violation(() -> sum.withPolicy(TeamPolicy.of(8))))
                .startsWith("G006: task 'sum' (HERE) reduces over a TeamPolicy, but the contribution to 'sum' is made"
                        + " for a RangePolicy");
        assertThat(violation(() -> Task.fill("zero", X, 0).withPolicy(RangePolicy.of(8))))
                .isEqualTo("G140: task 'zero' (HERE) is given a policy, but is a fill 'x'\n"
                        + "      Only loops, reductions and scans have one.");
    }

    @Test
    void null_is_refused_wherever_it_stands() {
        BodyTask<RangeBody> task = Task.parallelFor("n", RangePolicy.of(8), i -> {});
        String label = "G004: a task at HERE has the label null\n"
                + "      Give each task a label: it names the node in errors and pictures.";
        assertThat(violation(() -> Task.fill(null, X, 1))).isEqualTo(label);
        assertThat(violation(() -> task.withLabel(null))).isEqualTo(label);
        List<ThrowingCallable> wrong = List.of(
                () -> task.withBody(null),
                () -> task.withPolicy(null),
                () -> Task.parallelFor("n", (RangePolicy) null, i -> {}),
                () -> Task.parallelFor("n", (Long) null, i -> {}),
                () -> Task.deepCopy("n", X, null),
                () -> Task.parallelReduce("n", (Policy) null, Sum.into(SUM, i -> 1.0)),
                () -> Task.graph("n", null));
        for (ThrowingCallable call : wrong) {
            assertThat(violation(call))
                    .isEqualTo("G004: task 'n' (HERE) is given null\n"
                            + "      Give each argument of a task a value; leave optional ones out.");
        }
        assertThat(violation(() -> Graph.define("g", root -> root.then(null))))
                .isEqualTo("G004: then at HERE of graph 'g' is given null\n"
                        + "      Give it a task, which the methods of Task make.");
    }

    @Test
    void a_number_of_indexes_stands_for_a_range() {
        long many = 3_000_000_000L;
        assertThat(Task.parallelFor("int", 8, i -> X.set(i, 1)).work()).hasToString("parallelFor[0, 8)");
        BodyTask<LongRangeBody> large = Task.parallelFor("long", many, i -> {});
        assertThat(large.work()).hasToString("parallelFor[0, 3000000000)");
        Graph graph = Graph.define(
                "g", root -> root.thenParallelFor("int", 8, i -> {}).thenParallelFor("long", many, i -> {}));
        assertThat(graph.nodes().get(1).work())
                .isEqualTo(new Work.ParallelFor(
                        LongRangePolicy.of(many),
                        ((Work.ParallelFor) graph.nodes().get(1).work()).body()));
        assertThat(violation(() -> Task.parallelFor("n", -1, i -> {})))
                .isEqualTo("G005: task 'n' (HERE) runs over -1 indexes\n      Give it 0 or more.");
        assertThat(violation(() -> Task.parallelFor("n", -1L, i -> {})))
                .startsWith("G005: task 'n' (HERE) runs over -1");
    }

    @Test
    void a_range_is_over_a_view() {
        assertThat(RangePolicy.over(X)).isEqualTo(RangePolicy.of(8));
        assertThatThrownBy(() -> RangePolicy.over(SUM))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S250: a RangePolicy is over a view of rank 1, and view 'sum' has rank 0; use"
                        + " MDRangePolicy.over a view of rank 2 to 4, or RangePolicy.of the number of indexes");
        LongView large = LongView.spec(3_000_000_000L).inGraph("large");
        assertThatThrownBy(() -> RangePolicy.over(large))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S251: view 'large' has 3000000000 elements, more than the int indexes of a RangePolicy;"
                        + " use LongRangePolicy.of(view.extent(0))");
    }
}
