package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/** What users do wrong, and the whole text that tells them so. */
abstract class WrongUseContract extends Contract {

    private static GraphException thrownBy(Runnable wrong) {
        GraphException thrown = catchThrowableOfType(GraphException.class, wrong::run);
        assertThat(thrown).isNotNull();
        return thrown;
    }

    @Test
    void a_late_node_is_refused() {
        NodeRef[] escaped = new NodeRef[1];
        Graph.define("g", root -> escaped[0] = root.then("early", () -> {}));
        assertThat(withoutLines(thrownBy(() -> escaped[0].then("late", () -> {}))))
                .isEqualTo("G001: node 'late' (LINE) is added to graph 'g' after its definition has ended\n"
                        + "      Add all nodes inside of the block that Graph.define is given.");
    }

    @Test
    void a_node_that_another_thread_adds_is_refused() {
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        Graph graph = Graph.define("g", root -> {
            Thread helper = new Thread(() -> root.then("theirs", () -> {}), "helper");
            helper.setUncaughtExceptionHandler((thread, e) -> thrown.add(e));
            helper.start();
            Patience.join(helper);
        });
        assertThat(graph.nodes()).isEmpty();
        assertThat(withoutLines(thrown.get(0)))
                .isEqualTo("G007: node 'theirs' (LINE) is added to graph 'g' by thread 'helper', while thread '"
                        + Thread.currentThread().getName() + "' defines it\n"
                        + "      Add all nodes on the thread that calls Graph.define: their order is that of the"
                        + " definition.");
    }

    @Test
    void nodes_of_two_graphs_cannot_be_joined() {
        assertThat(withoutLines(thrownBy(() -> Graph.define("outer", a -> {
                    NodeRef first = a.then("first", () -> {});
                    Graph.define("inner", b -> Graph.whenAll(first, b.then("second", () -> {})));
                }))))
                .isEqualTo("G002: whenAll at LINE joins nodes of graph 'outer' and of graph 'inner'\n"
                        + "      Join nodes of one graph; put one graph into the other with thenGraph.");
    }

    @Test
    void a_null_label_is_refused() {
        assertThat(withoutLines(thrownBy(() -> Graph.define("g", root -> root.then(null, () -> {})))))
                .isEqualTo("G004: a node at LINE of graph 'g' has the label null\n"
                        + "      Give each node a label: it names the node in errors and pictures.");
    }

    @Test
    void a_negative_range_is_refused() {
        assertThatThrownBy(() -> RangePolicy.of(5, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("G005: RangePolicy of [5, 3) has a negative size; use an end that is not before the begin");
    }

    @Test
    void more_contributions_than_fit_are_refused_with_the_node_that_has_them() {
        LongView sum = longs("sum");
        LongRangePolicy range = LongRangePolicy.of(-(1L << 50), 1L << 50);
        Graph graph = Graph.define("g", root -> {
            root.thenParallelReduce("r", range, Sum.intoLongRange(sum, i -> i))
                    .thenParallelScan("s", range, i -> 1L, (i, before) -> {}, Scan.inclusiveDouble());
        });
        String text = " 2251799813685248 contributions; at most 4398046377984 are possible at once\n"
                + "      Cut the range into several nodes, and combine what they give.";
        assertThat(withoutLines(thrownBy(() -> graph.instantiate(space()))))
                .contains("G005: node 'r' (LINE) of graph 'g' reduces" + text)
                .contains("G005: node 's' (LINE) of graph 'g' scans" + text);
    }

    @Test
    void a_closed_executable_takes_no_submits() {
        ExecutableGraph exec = instantiate(Graph.define("step", root -> root.then("k", () -> {})));
        exec.submit();
        exec.close();
        assertThatThrownBy(exec::submit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S219: graph 'step' is submitted after its executable was closed; instantiate the graph"
                        + " again");
        assertThatThrownBy(exec::submitTracked).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> exec.submit(space().defaultStream())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> exec.explain())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("S219: graph 'step' is explained after its executable was closed");
        space().fence();
    }

    @Test
    void an_executable_of_a_closed_space_says_that_the_space_is_closed() {
        ExecutionSpace space = Spaces.open(spec());
        ExecutableGraph exec =
                Graph.define("step", root -> root.then("k", () -> {})).instantiate(space);
        space.close();
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                exec::submit,
                exec::submitTracked,
                () -> exec.update(exec.graph()),
                () -> exec.profile(1),
                exec::explain,
                space::graphMemory,
                space::trimGraphMemory)) {
            assertThatThrownBy(use)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("S217: space '" + space.name() + "' is closed");
        }
        exec.close();
    }

    @Test
    void a_closed_stream_and_a_stream_of_another_space_take_no_submits() {
        ExecutableGraph exec = instantiate(Graph.define("step", root -> root.then("k", () -> {})));
        ExecutionStream closed = stream("closed one");
        closed.close();
        assertThatThrownBy(() -> exec.submit(closed))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S219: stream 'closed one' is used after it was closed");
        try (ExecutionSpace other = Spaces.open(spec());
                ExecutionStream foreign = other.stream("foreign")) {
            assertThatThrownBy(() -> exec.submit(foreign))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("S218: stream 'foreign' belongs to space '" + other.name() + "' and the executable to"
                            + " another space of that name; make a stream with stream() of that one");
        }
        run(exec);
    }

    @Test
    void a_closed_stream_takes_no_fences_records_and_awaits() {
        try (ExecutionSpace other = Spaces.open(spec())) {
            ExecutionStream closed = other.stream("closed one");
            closed.close();
            closed.close();
            requireClosed(closed, "S219: stream 'closed one' is used after it was closed");
            ExecutionStream open = other.stream("open until its space is closed");
            other.close();
            String text = "S217: space '" + other.name() + "' is closed";
            requireClosed(open, text);
            requireClosed(other.defaultStream(), text);
        }
    }

    private static void requireClosed(ExecutionStream stream, String text) {
        refused(text, stream::fence);
        refused(text, () -> stream.record(Event.of("e")));
        refused(text, () -> stream.await(Event.of("e")));
    }

    @Test
    void what_failed_on_a_closed_stream_is_thrown_once_by_a_fence_of_its_space_even_if_that_is_closed() {
        Graph graph = Graph.define(
                "g",
                root -> root.thenHost("h", Access.reads(), () -> {
                    throw new IllegalStateException("expected");
                }));
        ExecutionSpace other = Spaces.open(spec());
        ExecutionStream stream = other.stream("s");
        ExecutableGraph exec = graph.instantiate(other);
        exec.submit(stream);
        stream.close();
        assertThatThrownBy(other::fence).isInstanceOf(GraphRunException.class).hasMessageContaining("'h'");
        other.fence();
        exec.submit();
        other.close();
        assertThatThrownBy(other::fence).isInstanceOf(GraphRunException.class).hasMessageContaining("'h'");
        other.fence();
    }

    @Test
    void a_closed_space_takes_no_graphs_and_no_submits() {
        ExecutionSpace other = Spaces.open(spec());
        Graph graph = Graph.define("step", root -> root.then("k", () -> {}));
        ExecutableGraph exec = graph.instantiate(other);
        exec.submit();
        other.close();
        other.close();
        assertThat(other.isUsable()).isFalse();
        assertThatThrownBy(exec::submit).isInstanceOf(IllegalStateException.class);
        exec.close();
        assertThatThrownBy(() -> graph.instantiate(other))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S217: space '" + other.name() + "' is closed");
    }

    @Test
    void a_closed_space_makes_no_views_and_those_it_made_are_neither_read_nor_written() {
        ExecutionSpace other = Spaces.open(spec());
        try (IntView x = IntView.of("x", other, 4);
                IntView y = IntView.of("y", MemorySpace.host(), 4);
                IntView mirror = x.mirror()) {
            IntView part = x.subview(Slice.range(1, 3));
            other.close();
            String in = " in space '" + other.name() + "', which is closed; ";
            String read = "S217: view 'x' is read" + in + "copy the elements to an array before";
            String written = "S217: view 'x' is written" + in + "copy the elements to an array before";
            refused("S217: view 'z' is made" + in + "open a space again", () -> IntView.of("z", other, 4));
            refused(read, x::toArray);
            refused(read, part::toArray);
            refused(written, () -> x.assign(1, 2, 3, 4));
            refused(written, () -> Views.fill(x, 1));
            refused(written, () -> Views.deepCopy(x, y));
            refused(read, () -> Views.deepCopy(y, x));
            refused(read, () -> Views.format(x));
            refused(read, x::mirror);
            assertThat(mirror.get(3)).isZero();
        }
    }

    private static void refused(String text, ThrowingCallable wrong) {
        assertThatThrownBy(wrong).isInstanceOf(IllegalStateException.class).hasMessage(text);
    }

    @Test
    void a_closed_view_has_no_elements_parts_or_mirrors() {
        IntView x = IntView.of("x", space(), 4);
        IntView part = x.subview(Slice.range(1, 3));
        IntView mirror = x.mirror();
        IntView half = mirror.subview(Slice.range(0, 2));
        x.close();
        mirror.close();
        for (IntView closed : List.of(x, part, mirror, half)) {
            String text = "S202: view 'x' is closed";
            refused(text, () -> closed.subview(Slice.range(0, 1)));
            refused(text, closed::mirror);
            refused(text, closed::toArray);
            refused(text, () -> Views.format(closed));
            refused(text, () -> Views.fill(closed, 1));
            refused(text, () -> closed.get(0));
            refused(text, () -> closed.set(0, 1));
            refused(text, () -> closed.atomicAdd(0, 1));
        }
    }

    @Test
    void a_view_that_is_closed_while_an_executable_uses_it_is_read_by_that_alone() {
        IntView x = IntView.of("x", space(), 4);
        IntView sum = ints("sum");
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor("k", RangePolicy.of(4), i -> x.set(i, i))
                .thenParallelReduce("s", RangePolicy.of(4), Sum.into(sum, i -> x.get(i))));
        x.close();
        run(exec);
        assertThat(sum.toArray()).containsExactly(6);
        refused("S202: view 'x' is closed", x::toArray);
        exec.close();
        refused("S202: view 'x' is closed", () -> x.get(0));
    }

    @Test
    void a_view_of_another_space_is_refused() {
        Assumptions.assumeFalse(space().canReach(MemorySpace.host()), "this space reaches Java arrays");
        IntView x = own(IntView.of("x", MemorySpace.host(), 4));
        Graph graph = Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(4), i -> x.set(i, i)));
        assertThat(refusal(graph))
                .hasMessage("S201: " + name(graph, "k") + " uses view 'x', which lives in host and cannot be reached"
                        + " from " + space().name() + "\n"
                        + "      Make the view in the memory of " + space().name()
                        + ", or copy it there with deepCopy.");
    }

    @Test
    void a_copy_node_from_a_java_array_is_refused_where_copies_need_pinned_memory() {
        Assumptions.assumeFalse(space().canReach(MemorySpace.host()), "this space reaches Java arrays");
        IntView x = own(IntView.of("x", MemorySpace.host(), 4));
        IntView y = ints("y", 4);
        Graph graph = Graph.define("g", root -> root.thenDeepCopy("up", y, x));
        assertThat(refusal(graph))
                .hasMessage("S213: " + name(graph, "up") + " copies view 'x', which is a Java array in host that "
                        + space().name() + " cannot copy by itself\n"
                        + "      Make the view with mirror() of a view of " + space().name() + ": mirrors are pinned.");
    }

    @Test
    void ordinary_code_does_not_access_memory_of_a_device() {
        IntView x = ints("x", 4);
        Assumptions.assumeFalse(x.memorySpace().isHostAccessible(), "ordinary code reaches this memory");
        String text = "S206: view 'x' lives in " + x.memorySpace().name()
                + ", which only kernels and copies reach; copy it to a mirror() with deepCopy, and use that";
        refused(text, () -> x.get(0));
        refused(text, () -> x.set(0, 1));
        refused(text, () -> x.atomicAdd(0, 1));
    }

    @Test
    void a_host_node_that_uses_device_memory_is_refused() {
        IntView x = ints("x", 4);
        Assumptions.assumeFalse(x.memorySpace().isHostAccessible(), "ordinary code reaches this memory");
        Graph graph = Graph.define("g", root -> root.thenHost("h", Access.reads(x), () -> {}));
        assertThat(refusal(graph))
                .hasMessage("S206: " + name(graph, "h") + " runs on the CPU and uses view 'x', which lives in "
                        + x.memorySpace().name() + "\n"
                        + "      Copy it to a mirror with a deepCopy node before, and use the mirror.");
    }

    @Test
    void device_memory_is_not_touched_from_host_code() {
        IntView x = ints("x", 4);
        Assumptions.assumeFalse(x.memorySpace().isHostAccessible(), "ordinary code reaches this memory");
        assertThatThrownBy(() -> x.get(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'x'")
                .hasMessageContaining("deepCopy")
                .hasMessageContaining("mirror");
        assertThatThrownBy(() -> x.set(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> x.atomicAdd(0, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_result_of_the_wrong_rank_is_refused() {
        DoubleView sum = doubles("sum", 1);
        Graph graph =
                Graph.define("g", root -> root.thenParallelReduce("r", RangePolicy.of(4), Sum.into(sum, i -> 1.0)));
        assertThat(refusal(graph))
                .hasMessage("S203: " + name(graph, "r") + " puts the result of a reduction into view 'sum' of rank 1\n"
                        + "      Use a view of rank 0: make it without extents, or take a sub-view with Slice.at.");
    }

    @Test
    void a_copy_of_unequal_extents_is_refused() {
        DoubleView to = doubles("to", 3, 4);
        DoubleView from = doubles("from", 4, 3);
        Graph graph = Graph.define("g", root -> root.thenDeepCopy("c", to, from));
        String where = space().memorySpace().name();
        assertThat(refusal(graph))
                .hasMessage("S204: " + name(graph, "c") + ": a copy of DoubleView 'from' [4, 3] RIGHT in " + where
                        + " to DoubleView 'to' [3, 4] RIGHT in " + where + ": the extents differ\n"
                        + "      Take sub-views of equal extents.");
    }

    @Test
    void a_copy_of_a_view_onto_itself_is_refused() {
        DoubleView x = doubles("x", 10);
        DoubleView low = x.subview(Slice.range(0, 6));
        DoubleView high = x.subview(Slice.range(4, 10));
        Graph graph = Graph.define("g", root -> root.thenDeepCopy("c", low, high));
        String where = space().memorySpace().name();
        assertThat(refusal(graph))
                .hasMessage("S205: " + name(graph, "c") + ": a copy of DoubleView 'x' [6] RIGHT in " + where
                        + " to DoubleView 'x' [6] RIGHT in " + where + ": the two views overlap\n"
                        + "      Copy to a third view first, and from there.");
    }

    @Test
    void a_closed_view_is_refused() {
        IntView x = IntView.of("x", space(), 4);
        x.close();
        Graph graph = Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(4), i -> x.set(i, i)));
        assertThat(refusal(graph))
                .hasMessage("S202: " + name(graph, "k") + " uses view 'x', which is closed\n"
                        + "      Close a view after the graphs that use it are instantiated.");
    }

    @Test
    void a_body_with_a_host_node_is_refused() {
        IntView x = ints("x");
        Graph body = Graph.define("body", root -> root.thenHost("h", Access.reads(), () -> {}));
        Graph graph = Graph.define("g", root -> root.thenIf("if", () -> x.get() > 0, body));
        assertThat(refusal(graph))
                .hasMessage("G101: " + name(body, "h") + " is a host node in the body of the conditional "
                        + name(graph, "if") + "\n"
                        + "      A body may hold kernels, reductions, scans, fills, copies within the device,"
                        + " conditionals and graphs of these; move other nodes out of it.");
    }

    @Test
    void all_violations_are_reported_together() {
        DoubleView sum = doubles("sum", 1);
        DoubleView to = doubles("to", 3);
        DoubleView from = doubles("from", 4);
        Graph graph = Graph.define("g", root -> {
            root.thenDeepCopy("c", to, from);
            root.thenParallelReduce("r", RangePolicy.of(4), Sum.into(sum, i -> 1.0));
        });
        List<Diagnostic> violations = refusal(graph).diagnostics();
        assertThat(violations).extracting(Diagnostic::code).containsExactly("S204", "S203");
    }

    @Test
    void a_refused_graph_leaves_nothing_behind_and_the_space_goes_on() {
        DoubleView x = DoubleView.of("x", space(), 100);
        DoubleView closed = DoubleView.of("closed", space(), 100);
        closed.close();
        Graph graph = Graph.define("g", root -> {
            root.thenFill("a", x, 1);
            root.thenFill("b", closed, 1);
        });
        assertThat(refusal(graph)).isNotNull();
        x.close();
        run(Graph.define("fine", root -> root.then("k", () -> {})));
    }
}
