package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Patience;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

class FailureTest {

    @ParameterizedTest
    @ValueSource(strings = {"host,kernels=loop", "host,kernels=bytecode", "host,kernels=native", "host,strict"})
    void the_cause_of_an_index_out_of_bounds_has_a_public_type_and_the_lines_of_the_user_alone(String spec) {
        try (ExecutionSpace space = ExecutionSpaces.open(spec);
                IntView u = IntView.of("u", space, 100)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("k", RangePolicy.of(100), i -> {
                        u.set(u.get(i) + 100, 1);
                    }));
            assertThatThrownBy(() -> graph.run(space)).cause().satisfies(cause -> {
                assertThat(cause)
                        .hasToString("org.sporos.error.CodedIndexException: R301: index (100) is outside of view 'u' of"
                                + " extents [100]");
                assertThat(cause.getStackTrace())
                        .isNotEmpty()
                        .allMatch(frame -> frame.getClassName().endsWith("FailureTest") && frame.getLineNumber() > 0);
            });
        }
    }

    /** Calls of a graph that has run often are code of their own: see Straight. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_busy_graph_of_calls_runs_right_and_names_the_one_that_fails(int threads) {
        int calls = 130;
        int loop = 60;
        int runs = 12_000;
        try (ExecutionSpace space = open(threads);
                IntView count = IntView.of("count", space);
                IntView loops = IntView.of("loops", space, 10)) {
            IntParam failing = IntParam.of("failing", -1);
            Graph graph = Graph.define("calls", root -> {
                NodeRef last = root;
                for (int k = 0; k < calls; k++) {
                    int number = k;
                    if (k == loop) {
                        last = last.thenParallelFor("loop", RangePolicy.of(10), i -> loops.set(i, loops.get(i) + 1));
                    }
                    last = last.then("call" + k, () -> {
                        int misses = failing.get() == number ? 10 : 0;
                        loops.set(misses, loops.get(misses));
                        count.set(count.get() + 1);
                    });
                }
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                int made = 0;
                for (int run = 1; run <= runs; run++) {
                    exec.submit();
                    made += calls;
                    if (run % 4000 == 0) {
                        space.fence();
                        for (int k : new int[] {0, loop - 1, loop, calls - 1}) {
                            failing.set(k);
                            exec.submit();
                            assertThatThrownBy(space::fence)
                                    .isInstanceOf(GraphRunException.class)
                                    .hasMessageStartingWith("R301: node 'call" + k + "' (");
                            made += k;
                        }
                        failing.set(-1);
                        assertThat(count.get()).isEqualTo(made);
                    }
                }
                space.fence();
                assertThat(count.get()).isEqualTo(made);
                // Those that failed at or behind the loop ran it, too.
                assertThat(loops.get(0)).isEqualTo(runs + 2 * (runs / 4000));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void errors_of_the_virtual_machine_kill_no_worker(int threads) {
        try (ExecutionSpace space = open(threads);
                IntView v = IntView.of("v", space)) {
            Graph deep = Graph.define("deep", root -> root.thenHost("deep", Access.writes(v), () -> v.set(endless(1))));
            Graph large = Graph.define(
                    "large",
                    root -> root.thenHost("large", Access.reads(), () -> {
                        throw new OutOfMemoryError("test");
                    }));
            try (ExecutableGraph a = deep.instantiate(space);
                    ExecutableGraph b = large.instantiate(space)) {
                for (int i = 0; i < 10; i++) {
                    a.submit();
                    assertThatThrownBy(space::fence)
                            .hasMessageStartingWith("R303: node 'deep'")
                            .hasCauseInstanceOf(StackOverflowError.class);
                    b.submit();
                    assertThatThrownBy(space::fence)
                            .hasMessageStartingWith("R303: node 'large'")
                            .hasCauseInstanceOf(OutOfMemoryError.class);
                }
            }
        }
    }

    private static int endless(int n) {
        return n == 0 ? 0 : 1 + endless(n + 1);
    }

    @Test
    void closing_a_space_waits_and_closes_what_is_in_it() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        ExecutionSpace space = open(2);
        DoubleView view = DoubleView.of("v", space, 10);
        Graph graph = Graph.define(
                "g",
                root -> root.thenFill("fill", view, 1).thenHost("h", Access.reads(view), () -> {
                    Patience.await(gate);
                    done.set(1);
                }));
        ExecutableGraph exec = graph.instantiate(space);
        view.close();
        exec.submit();
        String prefix = Workers.prefixOfNewest();
        Thread opener = new Thread(gate::countDown);
        opener.start();
        space.close();
        space.close();
        assertThat(done.get()).isEqualTo(1);
        assertThat(view.allocation().isFreed()).isTrue();
        assertThat(Workers.count(prefix)).isZero();
        assertThat(space.isUsable()).isFalse();
        assertThatThrownBy(exec::submit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> graph.instantiate(space)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> space.stream("s")).hasMessage("S217: space 'host' is closed");
    }

    private static ExecutionSpace open(int threads) {
        return ExecutionSpaces.open("host,threads=" + threads);
    }
}
