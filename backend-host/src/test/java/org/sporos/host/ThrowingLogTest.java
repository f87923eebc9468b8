package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sporos.contract.Patience;
import org.sporos.contract.ThrowingLog;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.param.BooleanParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/** A log and a handler of exceptions that throw change nothing: failures arrive, and no thread of the library ends. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ThrowingLogTest {

    @ParameterizedTest
    @EnumSource(ThrowingLog.Thrown.class)
    void a_graph_with_warnings_is_instantiated_and_its_failure_arrives(ThrowingLog.Thrown thrown) {
        for (String name : new String[] {"host,threads=1", "host,threads=3", "host,threads=3,strict"}) {
            try (ThrowingLog log = new ThrowingLog(thrown);
                    ExecutionSpace space = ExecutionSpaces.open(name)) {
                BooleanParam fails = BooleanParam.of("fails", true);
                Graph undeclared = Graph.define(
                        "g",
                        root -> root.thenHost("thrower", () -> {
                            if (fails.get()) {
                                throw new IllegalStateException("expected");
                            }
                        }));
                try (ExecutableGraph exec = undeclared.instantiate(space)) {
                    assertThat(log.records()).isPositive();
                    exec.submit();
                    assertThatThrownBy(space::fence)
                            .isInstanceOf(GraphRunException.class)
                            .hasMessageStartingWith("R303: node 'thrower'");
                    fails.set(false);
                    exec.submitTracked().await();
                    space.fence();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThrowingLog.Thrown.class)
    void a_warning_of_a_long_wait_does_not_end_the_wait(ThrowingLog.Thrown thrown) throws InterruptedException {
        String before = System.setProperty("sporos.stall.seconds", "0");
        CountDownLatch gate = new CountDownLatch(1);
        try (ThrowingLog log = new ThrowingLog(thrown);
                ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                IntView x = IntView.of("x", space, 1);
                ExecutableGraph exec = Graph.define(
                                "g",
                                root -> root.thenHost("wait", () -> Patience.await(gate))
                                        .then("after", () -> x.set(0, 7)))
                        .instantiate(space)) {
            int atFirst = log.records();
            exec.submit();
            Thread opener = new Thread(() -> {
                while (log.records() == atFirst) {
                    Thread.onSpinWait();
                }
                gate.countDown();
            });
            opener.start();
            assertThat(x.toArray()).containsExactly(7);
            opener.join();
            assertThat(log.records()).isGreaterThan(atFirst);
        } finally {
            gate.countDown();
            if (before == null) {
                System.clearProperty("sporos.stall.seconds");
            } else {
                System.setProperty("sporos.stall.seconds", before);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThrowingLog.Thrown.class)
    void kernels_become_native_code(ThrowingLog.Thrown thrown) {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        try (ThrowingLog log = new ThrowingLog(thrown);
                ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=native");
                IntView x = IntView.of("x", space, 1000)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenHost("undeclared", () -> {})
                            .thenParallelFor("k", RangePolicy.of(1000), i -> x.set(i, i * 3 + thrown.ordinal() - 1)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(log.records()).isPositive();
                exec.submit();
                space.fence();
                assertThat(exec.explain()).contains("code: native");
            }
            assertThat(x.toArray()[999]).isEqualTo(2996 + thrown.ordinal());
        }
    }
}
