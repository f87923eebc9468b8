package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.BrokenException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.param.BooleanParam;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;

/** Whatever user code throws, a run ends, its failure is told once, and the next run passes. */
class EndOfRunTest {

    private static Stream<String> spaces() {
        return Stream.of("host,threads=1", "host,threads=3", "host,threads=1,strict", "host,threads=3,strict");
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void an_exception_whose_methods_throw_is_told_and_the_next_run_passes(String name) {
        try (ExecutionSpace space = ExecutionSpaces.open(name);
                IntView after = IntView.of("after", space)) {
            for (String method : BrokenException.METHODS) {
                BooleanParam fails = BooleanParam.of("fails", true);
                BrokenException evil = new BrokenException(method);
                Graph graph = Graph.define(
                        "g",
                        root -> root.thenHost("evil", () -> {
                                    if (fails.get()) {
                                        throw evil;
                                    }
                                })
                                .then("after", () -> after.set(after.get() + 1)));
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    exec.submit();
                    checkTold(catchThrowable(space::fence), evil);
                    space.fence();
                    Submission tracked = exec.submitTracked();
                    checkTold(catchThrowable(tracked::await), evil);
                    checkTold(tracked.failure().orElseThrow(), evil);
                    assertThat(tracked.isDone()).isTrue();
                    fails.set(false);
                    exec.submit();
                    exec.submitTracked().await();
                    space.fence();
                }
            }
        }
    }

    private static void checkTold(Throwable thrown, BrokenException evil) {
        assertThat(thrown).isInstanceOf(GraphRunException.class);
        assertThat(thrown.getMessage())
                .startsWith("R303: node 'evil' (EndOfRunTest.java:")
                .contains(" of graph 'g' throws BrokenException")
                .endsWith(evil.told());
        if (evil.told().isEmpty()) {
            assertThat(thrown.getMessage()).doesNotEndWith("null");
        }
        assertThat(thrown.getCause() == evil).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"R301", "R304", "R305", "R310"})
    void a_text_that_begins_with_a_code_is_not_taken_for_one(String code) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenHost("mine", () -> {
                        throw new IllegalStateException(code + ": my own text");
                    }));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                Throwable thrown = catchThrowable(space::fence);
                assertThat(((GraphRunException) thrown).code()).isEqualTo("R303");
                assertThat(thrown.getMessage()).startsWith("R303: node 'mine'").endsWith(": " + code + ": my own text");
            }
        }
    }

    /** A record that is refused must not be one that others wait for. */
    @ParameterizedTest
    @MethodSource("spaces")
    void a_record_on_a_closed_stream_holds_up_nobody(String name) {
        try (ExecutionSpace space = ExecutionSpaces.open(name)) {
            ExecutionStream closed = space.stream("closed");
            closed.close();
            Event event = Event.of("event");
            assertThat(catchThrowable(() -> closed.record(event))).hasMessageStartingWith("S219");
            try (ExecutionStream open = space.stream("open")) {
                open.await(event);
                open.fence();
            }
        }
    }
}
