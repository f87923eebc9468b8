package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sporos.contract.EagerContract.withoutLines;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Node;
import org.sporos.graph.RecordedOrder;
import org.sporos.graph.Submission;
import org.sporos.graph.Task;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.render.Svg;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.View;
import org.sporos.view.Views;

/** Graphs that are recorded of eager calls. */
abstract class RecordingContract extends Contract {
    private static final int N = 1000;

    private static List<String> before(Graph graph, String label) {
        return node(graph, label).predecessors().stream()
                .flatMap(node -> node.label().equals("whenAll") ? node.predecessors().stream() : List.of(node).stream())
                .map(Node::label)
                .sorted()
                .toList();
    }

    /** Returns the text of why a call is refused while calls are recorded. */
    private String refused(Runnable call) {
        Throwable thrown = catchThrowable(() -> Graph.record("step", call));
        assertThat(thrown).isInstanceOf(GraphException.class).hasMessageContaining("RecordingContract.java:");
        assertThat(space().isRecording()).isFalse();
        return withoutLines(thrown);
    }

    @Test
    void the_calls_of_a_function_become_a_graph_and_are_not_run() {
        IntView x = ints("x", N);
        IntView y = ints("y", N);
        Graph graph = Graph.record("step", () -> {
            assertThat(space().isRecording()).isTrue();
            space().parallelFor("one", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1));
            Views.deepCopy(y, x);
            Views.fill(x, 7);
            space().deepCopy("back", y.subview(Slice.range(0, 10)), x.subview(Slice.range(0, 10)));
        });
        assertThat(space().isRecording()).isFalse();
        assertThat(graph.nodes())
                .extracting(Node::toString)
                .containsExactly(
                        "#0 one parallelFor[0, 1000)",
                        "#1 deepCopy deepCopy 'x' -> 'y'",
                        "#2 fill fill 'x'",
                        "#3 back deepCopy 'x' -> 'y'");
        assertThat(graph.nodes()).allMatch(node -> node.where().file().equals("RecordingContract.java"));
        int line = graph.nodes().get(0).where().line();
        assertThat(graph.nodes()).extracting(node -> node.where().line() - line).containsExactly(0, 1, 2, 3);
        assertThat(x.toArray()).containsOnly(0);
        graph.run(space());
        assertThat(x.toArray()).containsOnly(7);
        assertThat(y.toArray()).startsWith(7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 1).endsWith(1);
    }

    /**
     * Thirty eager calls: two fields that are smoothed side by side, their norms, and a time step that depends on both.
     */
    private final class Code {
        final DoubleView u = doubles("u", N);
        final DoubleView v = doubles("v", N);
        final DoubleView smoothU = doubles("smoothU", N);
        final DoubleView smoothV = doubles("smoothV", N);
        final DoubleView normU = doubles("normU");
        final DoubleView normV = doubles("normV");
        final DoubleView step = doubles("step");

        void init() {
            ExecutionSpace s = space();
            s.parallelFor("init u", RangePolicy.of(N), i -> u.set(i, 1.0 / (1 + i)));
            s.parallelFor("init v", RangePolicy.of(N), i -> v.set(i, (i % 7) * 0.1));
            s.fill("init step", step, 0.01);
        }

        void step() {
            for (int sweep = 0; sweep < 6; sweep++) {
                double weight = 0.5 / (1 + sweep);
                smooth("u" + sweep, u, smoothU, weight);
                smooth("v" + sweep, v, smoothV, weight);
            }
            ExecutionSpace s = space();
            s.parallelReduce("norm u", RangePolicy.of(N), Sum.into(normU, i -> u.get(i) * u.get(i)));
            s.parallelReduce("norm v", RangePolicy.of(N), Max.into(normV, i -> v.get(i)));
            s.submit(Task.single("dt", () -> step.set(0.1 / (1 + normU.get() + normV.get()))));
            s.parallelFor("add u", RangePolicy.of(N), i -> u.set(i, u.get(i) + step.get() * v.get(i)));
            s.parallelFor("add v", RangePolicy.of(N), i -> v.set(i, v.get(i) - step.get() * smoothU.get(i)));
            Views.fill(smoothU, 0);
        }

        private void smooth(String label, DoubleView field, DoubleView work, double weight) {
            space().parallelFor(
                            "smooth " + label,
                            RangePolicy.of(1, N - 1),
                            i -> work.set(
                                    i,
                                    field.get(i) + weight * (field.get(i - 1) - 2 * field.get(i) + field.get(i + 1))));
            space().deepCopy("copy " + label, field, work);
        }

        double[][] all() {
            return new double[][] {
                u.toArray(), v.toArray(), smoothU.toArray(), smoothV.toArray(), normU.toArray(), normV.toArray()
            };
        }
    }

    @Test
    void thirty_calls_recorded_by_one_line_give_the_same_bits() {
        Code eager = new Code();
        eager.init();
        for (int t = 0; t < 5; t++) {
            eager.step();
        }
        for (RecordedOrder order : RecordedOrder.values()) {
            Code recorded = new Code();
            recorded.init();
            Graph graph = Graph.record("step", order, recorded::step);
            ExecutableGraph exec = instantiate(graph);
            submit(exec, 5);
            assertThat(recorded.all()).isDeepEqualTo(eager.all());
            assertThat(graph.nodes().stream().filter(node -> !node.label().equals("whenAll")))
                    .hasSize(30);
            assertThat(Svg.of(graph)).contains("smooth u0", "copy v5", "norm u", "dt", "add v");
        }
    }

    @Test
    void calls_wait_only_for_those_whose_results_they_need() {
        IntView a = ints("a", N);
        IntView b = ints("b", N);
        IntView sum = ints("sum", N);
        Graph graph = Graph.record("step", RecordedOrder.DATA_DEPENDENCES, () -> {
            ExecutionSpace s = space();
            s.parallelFor("write a", N, i -> a.set(i, 1));
            s.parallelFor("write b", N, i -> b.set(i, 2));
            s.parallelFor("read a", N, i -> sum.set(i, a.get(i)));
            s.parallelFor("read both", N, i -> sum.set(i, sum.get(i) + a.get(i) * b.get(i)));
            s.parallelFor("set", IndexSet.of(1, 3), i -> sum.set(i, sum.get(i) + a.get(i)));
            s.fill("overwrite a", a, 5);
            s.fill("low", b.subview(Slice.range(0, 10)), 6);
            s.fill("high", b.subview(Slice.range(10, N)), 7);
        });
        assertThat(before(graph, "write a")).isEmpty();
        assertThat(before(graph, "write b")).isEmpty();
        assertThat(before(graph, "read a")).containsExactly("write a");
        assertThat(before(graph, "read both")).containsExactly("read a", "write b");
        assertThat(before(graph, "set")).containsExactly("read both");
        assertThat(before(graph, "overwrite a")).containsExactly("set");
        assertThat(before(graph, "low")).containsExactly("read both");
        assertThat(before(graph, "high")).containsExactly("read both");
        graph.run(space());
        assertThat(sum.toArray()).startsWith(3, 4, 3, 4, 3, 3).endsWith(3);
        assertThat(a.toArray()).containsOnly(5);
        assertThat(b.toArray()).startsWith(6).endsWith(7);
    }

    @Test
    void calls_over_a_list_wait_for_what_makes_it() {
        IntView list = ints("list", 10);
        IntView x = ints("x", N);
        IntView sum = ints("sum");
        Graph inner = Graph.define(
                "inner", root -> root.thenParallelFor("over", IndexSet.assumeDistinct(list), i -> x.set(i, 2)));
        for (RecordedOrder order : RecordedOrder.values()) {
            Graph graph = Graph.record("step", order, () -> {
                ExecutionSpace s = space();
                s.fill("zero", x, 0);
                s.parallelFor("list", RangePolicy.over(list), i -> list.set(i, 99 * i));
                s.parallelFor("for", IndexSet.assumeDistinct(list), i -> x.set(i, 1));
                s.parallelReduce("sum", IndexSet.assumeDistinct(list), Sum.into(sum, i -> x.get(i)));
                s.parallelFor("known", IndexSet.of(99), i -> x.set(i, 5));
                s.submit(Task.graph("nested", inner));
                s.fill("low", list, 0);
            });
            graph.run(space());
            assertThat(sum.toArray()).containsExactly(10);
            assertThat(x.toArray()).startsWith(2, 0, 0).contains(2, Index.atIndex(99));
            if (order == RecordedOrder.DATA_DEPENDENCES) {
                assertThat(before(graph, "list")).isEmpty();
                assertThat(before(graph, "for")).containsExactly("list", "zero");
                assertThat(before(graph, "sum")).containsExactly("for");
                assertThat(before(graph, "known")).containsExactly("sum");
                assertThat(before(graph, "nested")).containsExactly("known");
                assertThat(before(graph, "low")).containsExactly("nested");
            }
        }
    }

    @Test
    void what_may_touch_anything_waits_for_all_and_all_for_it() {
        IntView a = ints("a", N);
        IntView b = ints("b", N);
        Event event = Event.of("event");
        Graph graph = Graph.record("step", RecordedOrder.DATA_DEPENDENCES, () -> {
            space().fill("a", a, 1);
            space().fill("b", b, 1);
            space().submit(Task.host("host", () -> {}));
            space().fill("a again", a, 2);
            space().fill("b again", b, 2);
            space().submit(Task.recordEvent("record", event));
        });
        assertThat(before(graph, "host")).containsExactly("a", "b");
        assertThat(before(graph, "a again")).containsExactly("host");
        assertThat(before(graph, "b again")).containsExactly("host");
        assertThat(before(graph, "record")).containsExactly("a again", "b again");
    }

    @Test
    void an_empty_function_gives_an_empty_graph() {
        for (RecordedOrder order : RecordedOrder.values()) {
            Graph graph = Graph.record("nothing", order, () -> {});
            assertThat(graph.nodes()).isEmpty();
            graph.run(space());
        }
    }

    @Test
    void what_needs_results_is_refused_with_its_line() {
        IntView x = ints("x", N);
        IntView y = ints("y");
        ExecutionStream stream = stream("s");
        Event event = Event.of("event");
        ExecutableGraph exec = instantiate(root -> root.thenFill("zero", x, 0));
        String text = " at LINE cannot be recorded in graph 'step': the eager calls before it have not run\n"
                + "      Do it before or after the recording, or make it a node with submit(Task.host(...)).";
        assertThat(refused(() -> space().fence())).isEqualTo("G142: fence" + text);
        assertThat(refused(stream::fence)).isEqualTo("G142: fence" + text);
        assertThat(refused(exec::submit)).isEqualTo("G142: submit" + text);
        assertThat(refused(() -> exec.submit(stream))).isEqualTo("G142: submit" + text);
        assertThat(refused(exec::submitTracked)).isEqualTo("G142: submit" + text);
        Submission tracked = exec.submitTracked();
        assertThat(refused(tracked::await)).isEqualTo("G142: await" + text);
        assertThat(refused(() -> tracked.await(Duration.ZERO))).isEqualTo("G142: await" + text);
        assertThat(refused(() -> exec.graph().run(space()))).isEqualTo("G142: submit" + text);
        assertThat(refused(() -> stream.record(event))).isEqualTo("G142: record" + text);
        assertThat(refused(() -> stream.await(event))).isEqualTo("G142: await" + text);
        assertThat(refused(x::toArray)).isEqualTo("G142: toArray of view 'x'" + text);
        assertThat(refused(() -> y.assign(1))).isEqualTo("G142: assign of view 'y'" + text);
        assertThat(refused(() -> Views.format(x))).isEqualTo("G142: format of view 'x'" + text);
        assertThat(refused(() -> save(x))).isEqualTo("G142: save of view 'x'" + text);
        space().parallelFor("after", N, i -> x.set(i, 3));
        assertThat(x.toArray()).containsOnly(3);
    }

    private static void save(View view) {
        try {
            Views.save(view, Path.of("never.npy"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void elements_are_refused_where_accesses_are_checked() {
        Assumptions.assumeTrue(spec().contains("strict"), "only strict spaces check accesses of host code");
        IntView x = ints("x", N);
        IntView mirror = own(x.mirror());
        assertThat(refused(() -> mirror.set(0, 1)))
                .startsWith("G142: an access to an element at LINE cannot be recorded");
        assertThat(refused(() -> mirror.get(0))).startsWith("G142: an access to an element at LINE cannot be recorded");
    }

    @Test
    void recordings_do_not_nest_but_graphs_of_them_do() {
        IntView x = ints("x", N);
        Runnable inner = () -> space().parallelFor("add", N, i -> x.set(i, x.get(i) + 1));
        assertThat(refused(() -> Graph.record("inner", inner)))
                .isEqualTo("G143: graph 'inner' is to be recorded at LINE while graph 'step' is\n"
                        + "      Call the function itself, which adds its calls to the outer graph; or record it before,"
                        + " and submit it with submit(Task.graph(...)).");
        Graph recorded = Graph.record("inner", inner);
        Graph outer = Graph.record("outer", () -> {
            space().submit(Task.graph("nested", recorded));
            inner.run();
            Graph.define("defined", root -> root.thenFill("unused", x, 9));
        });
        outer.run(space());
        assertThat(x.toArray()).containsOnly(2);
    }

    @Test
    void calls_of_other_threads_run() throws InterruptedException {
        IntView mine = ints("mine", N);
        IntView theirs = ints("theirs", N);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Graph graph = Graph.record("step", () -> {
            space().fill("mine", mine, 1);
            Thread other = new Thread(() -> {
                assertThat(space().isRecording()).isFalse();
                space().fill("theirs", theirs, 2);
                space().fence();
                assertThat(theirs.toArray()).containsOnly(2);
            });
            other.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
            other.start();
            Patience.join(other);
        });
        assertThat(failure).hasNullValue();
        assertThat(graph.nodes()).extracting(Node::label).containsExactly("mine");
        assertThat(mine.toArray()).containsOnly(0);
    }

    @Test
    void an_exception_of_the_function_ends_the_recording() {
        IntView x = ints("x", N);
        assertThatThrownBy(() -> Graph.record("step", () -> {
                    space().fill("lost", x, 1);
                    throw new IllegalStateException("mine");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mine");
        assertThat(space().isRecording()).isFalse();
        space().fill("run", x, 2);
        assertThat(x.toArray()).containsOnly(2);
    }

    @Test
    void a_graph_records_the_calls_of_one_space() {
        IntView x = ints("x", N);
        ExecutionStream stream = stream("s");
        Graph graph = Graph.record("streams", () -> {
            space().fill("one", x, 1);
            stream.fill("two", x, 2);
        });
        assertThat(graph.nodes()).hasSize(2);
        try (ExecutionSpace other = Spaces.open(spec())) {
            assertThat(refused(() -> {
                        space().fill("one", x, 1);
                        other.fill("two", x, 2);
                    }))
                    .isEqualTo("G141: call 'two' (LINE) of space '" + other.name()
                            + "' is made while graph 'step' is recorded, whose first call (LINE) is one of another space"
                            + " of that name\n"
                            + "      Record the calls of each space in a graph of their own, and order them by fences or"
                            + " events.");
        }
    }

    @Test
    void wrong_arguments_are_refused() {
        assertThatThrownBy(() -> Graph.record(null, () -> {}))
                .hasMessage("G004: a graph has the label null\n      Give each graph a label.");
        assertThatThrownBy(() -> Graph.record("g", null))
                .hasMessage("G004: the function to record is null; give it a value");
        assertThatThrownBy(() -> Graph.record("g", null, () -> {}))
                .hasMessage("G004: the order of a recorded graph is null; give it a value");
    }

    @Test
    void run_throws_the_failure_of_its_run_alone() {
        IntView x = ints("x", 8);
        IntView at = intsOf("at", 0, 1, 2, 9);
        Graph wrong = Graph.record(
                "wrong", () -> space().parallelFor("scatter", RangePolicy.of(4), i -> x.set(at.get(i), 1)));
        GraphRunException failure = catchThrowableOfType(GraphRunException.class, () -> wrong.run(space()));
        assertThat(withoutLines(failure)).contains("R301").contains("node 'scatter' (LINE) of graph 'wrong'");
        space().fence();
    }
}
