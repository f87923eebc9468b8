package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sporos.contract.Patience;
import org.sporos.contract.StackDive;
import org.sporos.contract.ThrowingLog;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.param.BooleanParam;

/** Whatever a host node throws, and however little stack there is: a failure is told once, and the next run passes. */
class EndOfRunTest {

    /** Calls the host nodes of a graph on a thread of its own, as a driver does, when a graph is launched. */
    private static final class CallingDriver extends RecordingDriver {
        private final List<Runnable> bodies = new ArrayList<>();

        @Override
        public long addHost(long graph, Runnable body) {
            bodies.add(body);
            return super.addHost(graph, body);
        }

        @Override
        public void releaseHost(Runnable body) {
            bodies.remove(body);
        }

        @Override
        public void launchGraph(long executable, long stream) {
            Thread driver = new Thread(() -> bodies.forEach(Runnable::run));
            driver.start();
            Patience.join(driver);
        }
    }

    private static GpuSpace open() {
        return GpuSpace.open("cuda", new CallingDriver(), CppDialect.CUDA, BinaryCache.off());
    }

    @ParameterizedTest
    @EnumSource(ThrowingLog.Thrown.class)
    void a_log_that_throws_changes_nothing(ThrowingLog.Thrown thrown) {
        BooleanParam fails = BooleanParam.of("fails", true);
        Graph undeclared = Graph.define(
                "g",
                root -> root.thenHost("thrower", () -> {
                    if (fails.get()) {
                        throw new IllegalStateException("expected");
                    }
                }));
        try (ThrowingLog log = new ThrowingLog(thrown);
                GpuSpace space = open();
                ExecutableGraph exec = undeclared.instantiate(space)) {
            assertThat(log.records()).isPositive();
            exec.submit();
            assertThat(catchThrowable(space::fence)).hasMessageStartingWith("R303: node 'thrower'");
            assertThat(catchThrowable(exec.submitTracked()::await)).hasMessageStartingWith("R303: node 'thrower'");
            fails.set(false);
            exec.submitTracked().await();
            space.fence();
            HostBodies bodies = new HostBodies();
            bodies.run(bodies.register(() -> {
                throw new IllegalStateException("escapes");
            }));
            assertThat(log.records()).isGreaterThan(1);
        }
    }

    @Test
    void an_error_in_a_launch_that_waits_is_told_by_the_next_fence_and_ends_nothing() {
        Graph graph = Graph.define("g", root -> root.thenHost("h", Access.reads(), () -> {}));
        try (GpuSpace space = open();
                ExecutableGraph exec = graph.instantiate(space)) {
            space.defaultStream().enqueue(() -> {
                throw new OutOfMemoryError("injected");
            });
            exec.submit();
            assertThat(catchThrowable(space::fence))
                    .isExactlyInstanceOf(CodedStateException.class)
                    .hasMessage(
                            "R311: on stream 'default' of space 'cuda:0' a launch that waited behind a loop could not be"
                                    + " made: OutOfMemoryError: injected; give the JVM more heap, or let fewer runs wait at a"
                                    + " time");
            exec.submit();
            space.fence();
        }
    }

    @Test
    void a_submit_and_a_fence_on_an_exhausted_stack_leave_nothing_locked() throws Exception {
        List<String> log = new ArrayList<>();
        Graph graph = Graph.define("g", root -> root.thenHost("h", Access.reads(), () -> log.add("run")));
        try (GpuSpace space = open();
                ExecutableGraph exec = graph.instantiate(space)) {
            StackDive dive = new StackDive(
                    () -> {
                        exec.submit();
                        exec.submitTracked().await();
                        space.fence();
                    },
                    space::fence);
            int refused = dive.sweep((level, thrown) -> {
                int before = log.size();
                exec.submit();
                exec.submitTracked().await();
                space.fence();
                assertThat(log.size() - before).isEqualTo(2);
            });
            assertThat(refused).isPositive();
        }
    }
}
