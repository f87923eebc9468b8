package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.IntParam;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/** Loops where native graphs have none: chunks of iterations, and a host that polls once per chunk, one chunk late. */
class HipLoopTest {
    private final ExecutionSpace space = HipSpaces.open();
    private final IntView x = IntView.of("x", space, 1);

    @AfterEach
    void close() {
        x.close();
        space.close();
    }

    private Graph add(int value) {
        return Graph.define("add " + value, root -> root.then("add", () -> x.set(0, x.get(0) + value)));
    }

    private static int value(IntView view) {
        return view.toArray()[0];
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 33, 100, 1000})
    void the_host_polls_no_more_often_than_once_for_each_chunk_and_twice(int wanted) {
        IntView passes = IntView.of("passes", space, 1);
        try (passes;
                ExecutableGraph exec = Graph.define(
                                "counting",
                                root -> root.thenFill("zero", x, 0)
                                        .thenWhile(
                                                "loop",
                                                () -> x.get(0) < wanted,
                                                add(1),
                                                5000,
                                                passes.subview(Slice.at(0))))
                        .instantiate(space)) {
            int chunk = HipSpaces.chunk(exec);
            int before = HipSpaces.polls(exec);
            exec.submit();
            space.fence();

            assertThat(chunk).isGreaterThan(1);
            assertThat(value(x)).isEqualTo(wanted);
            assertThat(value(passes)).isEqualTo(wanted);
            assertThat(HipSpaces.polls(exec) - before).isBetween(1, wanted / chunk + 2);
        }
    }

    @Test
    void a_submit_returns_before_its_loop_and_what_follows_in_the_stream_waits_for_it() {
        CountDownLatch gate = new CountDownLatch(1);
        IntParam goal = IntParam.of("goal", 100);
        try (ExecutionStream stream = space.stream("s");
                ExecutableGraph loop = Graph.define(
                                "loop",
                                root -> root.thenHost("hold", Access.reads(), () -> Patience.await(gate))
                                        .thenFill("zero", x, 0)
                                        .thenWhile("count", () -> x.get(0) < goal.get(), add(1)))
                        .instantiate(space);
                ExecutableGraph twice = Graph.define("twice", root -> root.then("double", () -> x.set(0, 2 * x.get(0))))
                        .instantiate(space)) {
            loop.submit(stream);
            goal.set(7);
            twice.submit(stream);
            loop.submit(stream);
            twice.submit(stream);
            twice.submit(stream);
            gate.countDown();
            stream.fence();

            assertThat(value(x)).isEqualTo(28);
        }
    }

    @Test
    void an_event_behind_a_loop_holds_up_another_stream() {
        CountDownLatch gate = new CountDownLatch(1);
        Event done = Event.of("done");
        IntView seen = IntView.of("seen", space, 1);
        try (seen;
                ExecutionStream one = space.stream("one");
                ExecutionStream two = space.stream("two");
                ExecutableGraph loop = Graph.define(
                                "loop",
                                root -> root.thenHost("hold", Access.reads(), () -> Patience.await(gate))
                                        .thenWhile("count", () -> x.get(0) < 100, add(1))
                                        .thenRecordEvent("record", done))
                        .instantiate(space);
                ExecutableGraph look = Graph.define(
                                "look",
                                root -> root.thenWaitEvent("await", done).then("look", () -> seen.set(0, x.get(0))))
                        .instantiate(space)) {
            loop.submit(one);
            look.submit(two);
            gate.countDown();
            two.fence();

            assertThat(value(seen)).isEqualTo(100);
            one.fence();
        }
    }

    @Test
    void runs_of_a_loop_on_two_streams_follow_each_other() {
        try (ExecutionStream one = space.stream("one");
                ExecutionStream two = space.stream("two");
                ExecutableGraph loop = Graph.define(
                                "loop",
                                root -> root.then("even", () -> x.set(0, x.get(0) / 50 * 50))
                                        .thenWhile("up to fifty", () -> x.get(0) % 50 != 49, add(1))
                                        .thenGraph("one more", add(1)))
                        .instantiate(space)) {
            for (int run = 0; run < 10; run++) {
                loop.submit(run % 2 == 0 ? one : two);
            }
            space.fence();

            assertThat(value(x)).isEqualTo(500);
        }
    }

    @Test
    void a_branch_behind_a_closed_gate_runs_neither_of_its_graphs() {
        IntView outer = IntView.of("outer", space, 1);
        IntView inner = IntView.of("inner", space, 1);
        try (outer;
                inner;
                ExecutableGraph exec = Graph.define("g", root -> {
                            Graph branch = Graph.define(
                                    "branch", in -> in.thenIf("inner", () -> inner.get(0) != 0, add(1), add(10)));
                            root.thenIf("outer", () -> outer.get(0) != 0, branch, add(100));
                        })
                        .instantiate(space)) {
            exec.submit();
            space.fence();
            assertThat(value(x)).isEqualTo(100);

            Views.fill(outer, 1);
            exec.submit();
            space.fence();
            assertThat(value(x)).isEqualTo(110);
        }
    }

    @Test
    void loops_in_loops_and_in_branches_make_all_their_passes() {
        IntView i = IntView.of("i", space, 1);
        IntView j = IntView.of("j", space, 1);
        try (i;
                j;
                ExecutableGraph exec = Graph.define("triangle", root -> {
                            Graph row = Graph.define(
                                    "row",
                                    in -> in.thenFill("begin", j, 0)
                                            .thenWhile(
                                                    "columns",
                                                    () -> j.get(0) < i.get(0),
                                                    Graph.define(
                                                            "cell",
                                                            cell -> cell.then("count", () -> {
                                                                j.set(0, j.get(0) + 1);
                                                                x.set(0, x.get(0) + 1);
                                                            })))
                                            .then("next", () -> i.set(0, i.get(0) + 1)));
                            Graph rows = Graph.define("rows", in -> in.thenWhile("rows", () -> i.get(0) < 12, row));
                            root.thenIf("any", () -> i.get(0) == 0, rows, add(1000));
                        })
                        .instantiate(space)) {
            exec.submit();
            space.fence();
            assertThat(value(x)).isEqualTo(66);
            assertThat(exec.explain())
                    .contains("loop 'rows': an iteration at a time")
                    .contains("loop 'columns': chunks of ");

            exec.submit();
            space.fence();
            assertThat(value(x)).isEqualTo(1066);
        }
    }

    @Test
    void a_graph_without_loops_says_nothing_of_them() {
        try (ExecutableGraph exec = add(1).instantiate(space)) {
            assertThat(exec.explain()).doesNotContain("control flow:");
        }
    }
}
