package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.sporos.error.CodedIndexException;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

abstract class FailureContract extends Contract {

    @Test
    void an_index_out_of_bounds_names_node_view_and_index_and_the_next_run_works() {
        IntView at = intsOf("at", 5, 3, 77, 1);
        DoubleView x = doubles("x", 6);
        Graph graph = Graph.define(
                "step", root -> root.thenParallelFor("scatter", RangePolicy.of(4), i -> x.set(at.get(i), 1.0)));
        ExecutableGraph exec = instantiate(graph);
        GraphRunException failure = failure(exec);
        assertThat(failure.code()).isEqualTo("R301");
        assertThat(failure.graph()).isEqualTo("step");
        assertThat(failure.node()).isEqualTo("scatter");
        assertThat(failure)
                .hasMessageStartingWith("R301: " + name(graph, "scatter"))
                .hasMessageContaining("view 'x'")
                .hasMessageContaining("(77)");
        at.assign(5, 3, 2, 1);
        run(exec);
        assertThat(x.toArray()).containsExactly(0, 1, 1, 1, 0, 1);
    }

    @Test
    void negative_indexes_and_those_of_other_ranks_are_found() {
        IntView at = intsOf("at", -1);
        DoubleView x = doubles("x", 3, 4);
        ExecutableGraph exec = instantiate(root -> root.then("k", () -> x.set(1, at.get(0), 1.0)));
        assertThat(failure(exec)).hasMessageContaining("R301").hasMessageContaining("(1, -1)");
    }

    @Test
    void an_integer_division_by_zero_is_a_failure() {
        IntView zero = ints("zero", 10);
        IntView out = ints("out", 10);
        Graph graph = Graph.define(
                "g", root -> root.thenParallelFor("divide", RangePolicy.of(10), i -> out.set(i, 10 / zero.get(i))));
        ExecutableGraph exec = instantiate(graph);
        GraphRunException failure = failure(exec);
        assertThat(failure.node()).isEqualTo("divide");
        assertThat(failure).hasMessageContaining(name(graph, "divide")).hasMessageContaining("zero");
        zero.assign(1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        run(exec);
        assertThat(out.toArray()).containsOnly(10);
    }

    @Test
    void the_cause_of_a_failure_is_the_exception_that_java_throws() {
        IntView at = intsOf("at", 7, 0, Integer.MAX_VALUE);
        IntView x = ints("x", 6);
        IntView y = ints("y", 2, 3);
        requireCause(
                "R301",
                CodedIndexException.class,
                "R301: index (7) is outside of view 'x' of extents [6]",
                () -> x.set(at.get(0), 1));
        requireCause(
                "R301",
                CodedIndexException.class,
                "R301: index (0, 7) is outside of view 'y' of extents [2, 3]",
                () -> y.set(0, at.get(0), 1));
        requireCause("R301", ArrayIndexOutOfBoundsException.class, "Index 7 out of bounds for length 3", () -> {
            int[] local = {1, 2, 3};
            x.set(0, local[at.get(0)]);
        });
        requireCause("R302", ArithmeticException.class, "/ by zero", () -> x.set(0, 1 / at.get(1)));
        requireCause(
                "R302", ArithmeticException.class, "integer overflow", () -> x.set(0, Math.addExact(at.get(2), 1)));
    }

    private void requireCause(String code, Class<?> type, String message, SingleBody body) {
        GraphRunException failure = failure(instantiate(root -> root.then("k", body)));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.getCause()).isInstanceOf(type).hasMessage(message);
        assertThat(failure.getCause().getStackTrace())
                .extracting(StackTraceElement::getFileName)
                .contains("FailureContract.java");
    }

    @Test
    void a_failure_in_a_later_row_of_a_box_has_its_index() {
        DoubleView x = doubles("x", 20, 10);
        DoubleView sum = doubles("sum");
        IntParam shift = IntParam.of("shift", 2);
        instantiate(root -> root.thenParallelReduce(
                        "shifted",
                        MDRangePolicy.of(20, 10),
                        Sum.into(sum, (int i, int j) -> x.get(i < 17 ? i : i + shift.get(), j))))
                .submit();
        assertThat(failure()).hasMessageContaining("shifted").hasMessageMatching("(?s).*\\((20|21), \\d\\).*");
    }

    @Test
    void nodes_that_follow_a_failed_one_do_not_call_host_code() {
        IntView at = intsOf("at", 100);
        IntView x = ints("x", 4);
        AtomicInteger after = new AtomicInteger();
        ExecutableGraph exec = instantiate(root ->
                root.then("k", () -> x.set(at.get(0), 1)).thenHost("after", Access.reads(), after::incrementAndGet));
        exec.submit();
        failure();
        assertThat(after.get()).isZero();
        at.assign(0);
        run(exec);
        assertThat(after.get()).isEqualTo(1);
    }

    @Test
    void failures_of_several_runs_are_thrown_together() {
        AtomicInteger calls = new AtomicInteger();
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", Access.reads(), () -> {
            throw new IllegalStateException("call " + calls.incrementAndGet());
        }));
        exec.submit();
        exec.submit();
        GraphRunException failure = failure(exec);
        assertThat(failure.getCause()).hasMessage("call 1");
        assertThat(failure.getSuppressed()).hasSize(2);
        assertThat(failure.getSuppressed()[0].getCause()).hasMessage("call 2");
        space().fence();
    }

    @Test
    void the_fence_of_another_stream_does_not_throw_the_failure() {
        ExecutableGraph exec = instantiate(root -> root.thenHost("h", Access.reads(), () -> {
            throw new IllegalStateException("on one");
        }));
        ExecutionStream one = stream("one");
        ExecutionStream two = stream("two");
        exec.submit(one);
        two.fence();
        assertThatThrownBy(one::fence).isInstanceOf(GraphRunException.class);
    }

    @Test
    void a_read_of_what_later_runs_made_of_a_failed_one_throws_its_failure() {
        IntView at = intsOf("at", 1, 9, 2);
        DoubleView u = doubles("u", 3);
        DoubleView v = doubles("v", 3);
        DoubleView other = doubles("other", 3);
        DoubleView sum = doubles("sum", 1);
        ExecutableGraph failing = instantiate(Graph.define(
                "failing", root -> root.thenParallelFor("k", RangePolicy.of(3), i -> u.set(i, at.get(at.get(i))))));
        ExecutableGraph next = instantiate(Graph.define(
                "next", root -> root.thenParallelFor("v", RangePolicy.of(3), i -> v.set(i, 2 * u.get(i)))));
        ExecutableGraph last = instantiate(Graph.define(
                "last", root -> root.then("sum", () -> sum.set(0, v.get(0) + v.get(1) + v.get(2)))));
        ExecutableGraph apart = instantiate(Graph.define("apart", root -> root.thenFill("other", other, 7)));
        failing.submit();
        apart.submit();
        for (int run = 0; run < 3; run++) {
            next.submit();
            last.submit();
        }
        assertThat(other.toArray()).containsOnly(7);
        assertThatThrownBy(sum::toArray).hasMessageStartingWith("R301: ");
        // The failure was thrown, so what follows is as if there had been none.
        at.assign(0, 1, 2);
        failing.submit();
        next.submit();
        last.submit();
        assertThat(sum.toArray()).containsExactly(6);
        space().fence();
    }

    @Test
    void a_failure_that_no_call_threw_is_logged_when_its_space_is_closed() {
        Logger log = Logger.getLogger("org.sporos");
        List<String> lines = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(handler);
        try {
            for (boolean isFenced : new boolean[] {false, true}) {
                ExecutionSpace own = Spaces.open(spec());
                IntView at = IntView.copyOf("at", own, 5);
                ExecutableGraph exec = Graph.define("g", root -> root.then("k", () -> at.set(at.get(0), 1)))
                        .instantiate(own);
                exec.submit();
                if (isFenced) {
                    assertThatThrownBy(own::fence).isInstanceOf(GraphRunException.class);
                }
                at.close();
                own.close();
                own.close();
                List<String> found =
                        lines.stream().filter(line -> line.startsWith("S298: ")).toList();
                assertThat(found).hasSize(1);
                assertThat(found.get(0))
                        .startsWith(
                                "S298: space '" + own.name() + "' was closed before a fence threw this failure: R301:");
            }
        } finally {
            log.removeHandler(handler);
        }
    }

    @Test
    void many_failures_leave_a_space_that_works() {
        IntView at = intsOf("at", 100);
        IntView x = ints("x", 4);
        ExecutableGraph failing = instantiate(Graph.define(
                "failing", root -> root.thenParallelFor("k", RangePolicy.of(10_000), i -> x.set(at.get(0), i))));
        ExecutableGraph working = instantiate(Graph.define("working", root -> root.then("k", () -> x.atomicAdd(1, 1))));
        for (int run = 0; run < 50; run++) {
            failing.submit();
            working.submit();
            failure();
        }
        assertThat(x.toArray()[1]).isEqualTo(50);
    }

    @Test
    void a_member_that_fails_does_not_leave_its_team_waiting() {
        IntView at = intsOf("at", 100);
        IntView x = ints("x", 4);
        IntView out = ints("out", 8);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor("k", TeamPolicy.of(8, 4), team -> {
            if (team.teamRank() == 2) {
                x.set(at.get(0), 1);
            }
            team.barrier();
            if (team.teamRank() == 0) {
                out.set(team.leagueRank(), 1);
            }
        }));
        exec.submit();
        assertThat(failure().code()).isEqualTo("R301");
        at.assign(2);
        run(exec);
        assertThat(out.toArray()).containsOnly(1);
    }
}
