package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Where callers do the runs that they wait for nobody is woken; what nobody waits for is done all the same. */
class NappingWorkerTest {
    private static final int AWAITED = 30;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void a_run_that_nobody_waits_for_is_done_after_many_that_their_caller_did(int threads) throws Exception {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads);
                DoubleView x = DoubleView.of("x", space);
                IntView runs = IntView.of("runs", space);
                ExecutableGraph graph = longRun(x, runs).instantiate(space)) {
            int done = 0;
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < AWAITED; i++) {
                    graph.submit();
                    space.fence();
                }
                graph.submit();
                graph.submit();
                int wanted = done + AWAITED + 2;
                waitUntil(() -> runs.get() == wanted);
                done = wanted;
            }
            space.fence();
            assertThat(runs.get()).isEqualTo(20 * (AWAITED + 2));
        }
    }

    @Test
    void a_host_call_that_nobody_waits_for_is_made_after_runs_that_their_caller_did() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Graph host = Graph.define("host", root -> root.thenHost("call", Access.reads(), calls::incrementAndGet));
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space);
                IntView runs = IntView.of("runs", space);
                ExecutableGraph graph = longRun(x, runs).instantiate(space);
                ExecutableGraph withHost = host.instantiate(space)) {
            for (int round = 1; round <= 20; round++) {
                for (int i = 0; i < AWAITED; i++) {
                    graph.submit();
                    space.fence();
                }
                withHost.submit();
                int wanted = round;
                waitUntil(() -> calls.get() == wanted);
            }
        }
    }

    /** Returns a graph that one thread does, and that takes longer than a submit may. */
    private static Graph longRun(DoubleView x, IntView runs) {
        return Graph.define(
                "long",
                root -> root.then("n", () -> {
                    double sum = x.get();
                    for (int k = 0; k < 100_000; k++) {
                        sum = sum * 0.999 + 0.5;
                    }
                    x.set(sum);
                    runs.set(runs.get() + 1);
                }));
    }

    private static void waitUntil(BooleanSupplier done) throws InterruptedException {
        while (!done.getAsBoolean()) {
            Thread.sleep(1);
        }
    }
}
