package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.contract.StackDive;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.matrix.Full;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/**
 * Calls of the library with less and less stack left: each throws or passes, and after each the same executable runs in
 * a thread that has enough.
 */
class SmallStackTest {
    private static Stream<String> spaces() {
        return Full.matrix("host,threads=3", "host,threads=1", "host,threads=3,strict");
    }

    /** A small graph of calls, one of loops, one with a host node, and one with events. */
    private static List<Graph> graphs(IntView count, IntView many) {
        Event event = Event.of("event");
        Graph calls = Graph.define("calls", root -> {
            NodeRef a = root.then("a", () -> count.set(count.get() + 1));
            Graph.whenAll(a.then("b", () -> {}), a.then("c", () -> {})).then("d", () -> {});
        });
        Graph loops = Graph.define(
                "loops",
                root -> root.then("a", () -> count.set(count.get() + 1))
                        .thenParallelFor("b", RangePolicy.of((int) many.size()), i -> many.set(i, i)));
        Graph host = Graph.define(
                "host", root -> root.then("a", () -> count.set(count.get() + 1)).thenHost("b", () -> {}));
        Graph events = Graph.define(
                "events",
                root -> root.then("a", () -> count.set(count.get() + 1))
                        .thenRecordEvent("b", event)
                        .thenWaitEvent("c", event));
        return List.of(calls, loops, host, events);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void a_submit_and_a_fence_on_an_exhausted_stack_leave_nothing_locked(String name) throws Exception {
        try (ExecutionSpace space = ExecutionSpaces.open(name);
                IntView count = IntView.of("count", space);
                IntView many = IntView.of("many", space, 20_000)) {
            for (Graph graph : graphs(count, many)) {
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    for (int warm : new int[] {0, 3_000}) {
                        for (int run = 0; run < warm; run++) {
                            exec.submit();
                            space.fence();
                        }
                        sweep(space, exec, exec::submit);
                        sweep(space, exec, () -> exec.submitTracked().await());
                        sweep(space, exec, () -> {
                            exec.submit();
                            exec.submit();
                            space.fence();
                        });
                    }
                }
            }
        }
    }

    private static void sweep(ExecutionSpace space, ExecutableGraph exec, Runnable call) throws Exception {
        StackDive dive = new StackDive(call, () -> fence(space));
        int refused = dive.sweep((level, thrown) -> {
            if (thrown != null) {
                assertThat(thrown).isInstanceOfAny(StackOverflowError.class, GraphRunException.class);
            }
            settle(space, exec, level, thrown);
        });
        assertThat(refused).isPositive();
    }

    /** The next run passes; what failed before is told by the fence before it. */
    private static void settle(ExecutionSpace space, ExecutableGraph exec, int level, Throwable before)
            throws Exception {
        List<Throwable> found = new ArrayList<>();
        Thread next = new Thread(() -> {
            try {
                fence(space);
                exec.submit();
                exec.submitTracked().await();
                space.fence();
            } catch (Throwable t) {
                found.add(t);
            }
        });
        next.setDaemon(true);
        next.start();
        next.join(Long.getLong("sporos.test.hang", 60_000));
        assertThat(next.isAlive())
                .as("hangs after level %d of %s, which threw %s", level, exec, stackOf(before))
                .isFalse();
        assertThat(found).isEmpty();
    }

    /** Fences; a kernel of a dive may have had too little stack. */
    private static void fence(ExecutionSpace space) {
        try {
            space.fence();
        } catch (GraphRunException failed) {
            // R310: there was not even enough to note what was thrown.
            assertThat(failed.getCause() instanceof StackOverflowError
                            || failed.code().equals("R310"))
                    .isTrue();
        }
    }

    private static String stackOf(Throwable thrown) {
        if (thrown == null) {
            return "nothing";
        }
        StackTraceElement[] stack = thrown.getStackTrace();
        return thrown + " at " + Arrays.asList(stack).subList(0, Math.min(stack.length, 30));
    }
}
