package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.Submission;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/**
 * Single elements that host code touches while a run may not have ended: strict spaces find them, whatever the speed.
 */
class StrictOrderTest {

    /** A strict space with a graph that copies a view to its mirror. */
    private static final class Setup implements AutoCloseable {
        final ExecutionSpace space = ExecutionSpaces.open("host,threads=2,strict");
        final DoubleView u = DoubleView.of("u", space, 8);
        final DoubleView mirror = u.mirror();
        final Graph graph = graph(u, mirror);
        final ExecutableGraph exec = graph.instantiate(space);

        private static Graph graph(DoubleView u, DoubleView mirror) {
            return Graph.define(
                    "step",
                    root -> root.thenParallelFor("k", RangePolicy.of(8), i -> u.set(i, 1))
                            .thenDeepCopy("down", mirror, u));
        }

        String line() {
            return graph.nodes().get(1).where().toString();
        }

        @Override
        public void close() {
            exec.close();
            mirror.close();
            u.close();
            space.close();
        }
    }

    private static void with(Consumer<Setup> test) {
        try (Setup setup = new Setup()) {
            test.accept(setup);
        }
    }

    @Test
    void an_element_of_a_level_waits_for_runs_that_had_its_memory_by_another_number() {
        with(s -> {
            try (ViewRing<DoubleView> ring = ViewRing.of(2, j -> DoubleView.of("m" + j, s.mirror.memorySpace(), 8))) {
                DoubleView level = ring.level(0);
                Graph down = Graph.define("down", root -> root.thenDeepCopy("copy", level, s.u));
                try (ExecutableGraph exec = down.instantiate(s.space)) {
                    exec.submit();
                    ring.advance();
                    assertThatThrownBy(() -> ring.level(1).get(3))
                            .hasMessageStartingWith("S221: host code reads an element of view 'm0' which node 'copy'");
                    s.space.fence();
                    assertThat(ring.level(1).get(3)).isZero();
                }
            }
        });
    }

    @Test
    void reads_writes_and_atomics_are_refused_from_the_submit_on_and_the_text_names_graph_node_and_line() {
        with(s -> {
            s.mirror.set(0, 5);
            s.exec.submit();
            assertThatThrownBy(() -> s.mirror.get(3))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("S221: host code reads an element of view 'u' which node 'down' (" + s.line()
                            + ") of graph 'step' writes: a run of it was submitted, and nothing has waited for it since;"
                            + " call fence() before, or copy the whole view by an eager call, which waits by itself");
            assertThatThrownBy(() -> s.mirror.set(3, 1)).hasMessageStartingWith("S221: host code writes");
            assertThatThrownBy(() -> s.mirror.atomicAdd(3, 1)).hasMessageStartingWith("S221");
            s.space.fence();
            assertThat(s.mirror.get(3)).isEqualTo(1);
        });
    }

    @Test
    void a_run_that_has_ended_unnoticed_makes_no_difference() {
        with(s -> {
            s.exec.submit();
            Patience.sleep(50);
            assertThatThrownBy(() -> s.mirror.get(3)).hasMessageStartingWith("S221");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "space",
                "stream",
                "await",
                "isDone",
                "toArray",
                "format",
                "copy",
                "fill",
                "close",
                "stream close"
            })
    void what_waits_covers_the_runs_before(String by) {
        with(s -> {
            ExecutionStream stream = s.space.stream("s");
            Submission run = s.exec.submitTracked(stream);
            assertThatThrownBy(() -> s.mirror.get(0)).hasMessageStartingWith("S221");
            switch (by) {
                case "space" -> s.space.fence();
                case "stream" -> stream.fence();
                case "await" -> run.await();
                case "isDone" -> {
                    while (!run.isDone()) {
                        Thread.onSpinWait();
                    }
                }
                case "toArray" -> s.mirror.toArray();
                case "format" -> Views.format(s.mirror);
                case "copy" -> Views.deepCopy(s.mirror, s.u);
                case "fill" -> Views.fill(s.u, 1);
                case "close" -> s.exec.close();
                default -> stream.close();
            }
            assertThatCode(() -> s.mirror.set(0, s.mirror.get(0) + 1)).doesNotThrowAnyException();
        });
    }

    @Test
    void the_fence_of_another_stream_and_calls_for_other_memory_cover_nothing() {
        with(s -> {
            DoubleView other = DoubleView.of("other", s.space, 4);
            ExecutionStream stream = s.space.stream("s");
            s.exec.submit();
            stream.fence();
            other.toArray();
            assertThatThrownBy(() -> s.mirror.get(0)).hasMessageStartingWith("S221");
            s.space.fence();
            s.exec.submit();
            Submission second = s.exec.submitTracked();
            s.exec.submit(stream);
            second.await();
            assertThatThrownBy(() -> s.mirror.get(0)).hasMessageStartingWith("S221");
            stream.fence();
            assertThat(s.mirror.get(0)).isEqualTo(1);
            other.close();
        });
    }

    @Test
    void the_order_of_streams_executables_and_events_is_followed() {
        with(s -> {
            ExecutionStream one = s.space.stream("one");
            ExecutionStream two = s.space.stream("two");
            Event event = Event.of("e");
            s.exec.submit(one);
            one.record(event);
            two.await(event);
            two.fence();
            assertThat(s.mirror.get(0)).isEqualTo(1);
            s.exec.submit(one);
            s.exec.submit(two);
            two.fence();
            assertThat(s.mirror.get(0))
                    .as("runs of one executable follow each other")
                    .isEqualTo(1);
            Event inside = Event.of("inside");
            try (ExecutableGraph records = Graph.define("r", root -> root.thenRecordEvent("r", inside))
                            .instantiate(s.space);
                    ExecutableGraph awaits = Graph.define("a", root -> root.thenWaitEvent("a", inside))
                            .instantiate(s.space)) {
                s.exec.submit(one);
                records.submit(one);
                awaits.submit(two);
                two.fence();
                assertThat(s.mirror.get(0)).isEqualTo(1);
            }
        });
    }

    @Test
    void other_elements_and_reads_beside_reads_are_allowed() {
        with(s -> {
            DoubleView wide = DoubleView.of("wide", s.mirror.memorySpace(), 16);
            DoubleView left = wide.subview(Slice.range(0, 8));
            Graph up = Graph.define("up", root -> root.thenDeepCopy("up", s.u, left));
            try (ExecutableGraph exec = up.instantiate(s.space)) {
                exec.submit();
                assertThat(wide.get(0)).isZero();
                wide.set(8, 3);
                assertThatThrownBy(() -> wide.set(7, 3))
                        .hasMessageContaining("'up' (")
                        .hasMessageContaining(" reads: ");
                s.space.fence();
            }
            wide.close();
        });
    }

    @Test
    void host_nodes_may_touch_what_they_declare_and_one_that_declares_nothing_may_touch_all() {
        with(s -> {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenHost("h", Access.updates(s.mirror), () -> s.mirror.set(2, s.mirror.get(2) + 4)));
            Graph unknown = Graph.define("unknown", root -> root.thenHost("any", () -> {}));
            try (ExecutableGraph exec = graph.instantiate(s.space);
                    ExecutableGraph any = unknown.instantiate(s.space)) {
                exec.submit();
                s.space.fence();
                assertThat(s.mirror.get(2)).isEqualTo(4);
                any.submit();
                assertThatThrownBy(() -> s.mirror.get(2))
                        .hasMessageContaining("'any' (")
                        .hasMessageContaining("may touch, as it declares no accesses");
                s.space.fence();
            }
        });
    }

    /** Fills a view in one graph, and adds it up into a sum in another. */
    private static final class TwoStreams implements AutoCloseable {
        final ExecutionSpace space = ExecutionSpaces.open("host,threads=2,strict");
        final DoubleView u = DoubleView.of("u", space, 8);
        final DoubleView sum = DoubleView.of("sum", space);
        final Graph fill =
                Graph.define("fill", root -> root.thenParallelFor("ones", RangePolicy.of(0, 4), i -> u.set(i, 1)));
        final Graph add = Graph.define(
                "add", root -> root.thenParallelReduce("total", RangePolicy.of(8), Sum.into(sum, i -> u.get(i))));
        final ExecutionStream one = space.stream("one");
        final ExecutionStream two = space.stream("two");
        final ExecutableGraph filling = fill.instantiate(space);
        final ExecutableGraph adding = add.instantiate(space);

        String line(Graph of) {
            return of.nodes().get(0).where().toString();
        }

        @Override
        public void close() {
            space.close();
            u.close();
            sum.close();
        }
    }

    @Test
    void a_race_of_runs_on_two_streams_is_refused_before_the_second_one_and_the_text_names_both() {
        try (TwoStreams s = new TwoStreams()) {
            s.filling.submit(s.one);
            assertThatThrownBy(() -> s.adding.submit(s.two))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "S224: streams 'one' and 'two' have no order: the nodes 'ones' of graph 'fill' and"
                                    + " 'total' of graph 'add' touch view 'u' in no fixed order: 'ones' writes it ("
                                    + s.line(s.fill)
                                    + "), 'total' reads it (" + s.line(s.add)
                                    + "). Record an event in 'one' and await it in 'two', call fence() between, or use one stream");
            assertThatThrownBy(() -> s.adding.submitTracked())
                    .hasMessageStartingWith("S224: streams 'one' and 'default'");
            s.adding.submit(s.one);
            s.space.fence();
            assertThat(s.sum.read()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fence", "stream fence", "event", "await", "relaxed"})
    void runs_on_two_streams_with_an_order_between_them_are_allowed(String by) {
        try (TwoStreams s = new TwoStreams()) {
            Submission run = s.filling.submitTracked(s.one);
            ExecutableGraph adding = s.adding;
            Event event = Event.of("filled");
            switch (by) {
                case "fence" -> s.space.fence();
                case "stream fence" -> s.one.fence();
                case "await" -> run.await();
                case "relaxed" -> adding = s.add.instantiate(s.space, InstantiateOption.relax("G102"));
                default -> {
                    s.one.record(event);
                    s.two.await(event);
                }
            }
            ExecutableGraph last = adding;
            assertThatCode(() -> last.submit(s.two)).doesNotThrowAnyException();
        }
    }

    @Test
    void a_node_behind_java_code_may_wait_for_the_other_run_and_one_before_it_may_not() {
        try (TwoStreams s = new TwoStreams()) {
            Graph behind = Graph.define(
                    "behind",
                    root -> root.thenGraph(
                                    "waits",
                                    Graph.define("inner", inner -> inner.thenHost("gate", Access.reads(), () -> {})))
                            .thenFill("late", s.u, 3));
            Graph before = Graph.define(
                    "before", root -> root.thenFill("early", s.u, 3).thenHost("told", Access.reads(), () -> {}));
            ExecutableGraph late = behind.instantiate(s.space);
            ExecutableGraph early = before.instantiate(s.space);
            s.filling.submit(s.one);
            assertThatCode(() -> late.submit(s.two)).doesNotThrowAnyException();
            s.space.fence();
            s.filling.submit(s.one);
            assertThatThrownBy(() -> early.submit(s.two)).hasMessageStartingWith("S224");
        }
    }

    @Test
    void runs_on_two_streams_that_only_read_or_touch_other_elements_are_allowed() {
        try (TwoStreams s = new TwoStreams()) {
            Graph right = Graph.define(
                    "right", root -> root.thenParallelFor("twos", RangePolicy.of(4, 8), i -> s.u.set(i, 2)));
            Graph gather = Graph.define(
                    "gather",
                    root -> root.thenParallelFor("maybe", RangePolicy.of(8), i -> {
                        if (s.u.get(7) > 0) {
                            s.u.set(i, 3);
                        }
                    }));
            ExecutableGraph rights = right.instantiate(s.space);
            s.filling.submit(s.one);
            assertThatCode(() -> rights.submit(s.two)).doesNotThrowAnyException();
            s.space.fence();
            s.adding.submit(s.one);
            assertThatCode(() -> s.adding.submit(s.two)).doesNotThrowAnyException();
            ExecutableGraph maybe =
                    gather.instantiate(s.space, InstantiateOption.relax("G102"), InstantiateOption.relax("G110"));
            s.space.fence();
            s.filling.submit(s.one);
            assertThatCode(() -> maybe.submit(s.two)).doesNotThrowAnyException();
        }
    }
}
