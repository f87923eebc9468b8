package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/** Each graph is run often, so that it is shared among threads, run by one thread and run inside of submit. */
class ConditionalTest {
    private static final int RUNS = 200;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void a_loop_runs_its_body_while_the_condition_holds_and_tells_the_passes(int threads) {
        try (ExecutionSpace space = open(threads);
                IntView left = IntView.of("left", space);
                IntView passes = IntView.of("passes", space);
                IntView sums = IntView.of("sums", space, 8)) {
            IntParam start = IntParam.of("start", 0);
            Graph body = Graph.define("body", root -> {
                NodeRef work =
                        root.thenParallelFor("work", RangePolicy.of(8).withChunk(1), i -> sums.set(i, sums.get(i) + 1));
                work.then("count", () -> left.set(left.get() - 1));
            });
            Graph graph = Graph.define(
                    "loop",
                    root -> root.then("start", () -> left.set(start.get()))
                            .thenFill("zero", sums, 0)
                            .thenWhile("while", () -> left.get() > 0, body, Integer.MAX_VALUE, passes));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 0; run < RUNS; run++) {
                    int wanted = run % 5;
                    start.set(wanted);
                    exec.submit();
                    space.fence();
                    assertThat(passes.get()).isEqualTo(wanted);
                    assertThat(sums.toArray()).containsOnly(wanted);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void a_failing_kernel_in_a_body_ends_the_loop_and_is_named(int threads) {
        try (ExecutionSpace space = open(threads);
                IntView pass = IntView.of("pass", space);
                IntView small = IntView.of("small", space, 3)) {
            Graph body = Graph.define(
                    "body",
                    root -> root.then("write", () -> small.set(pass.get(), 1))
                            .then("count", () -> pass.set(pass.get() + 1)));
            Graph graph = Graph.define(
                    "loop", root -> root.then("start", () -> pass.set(0)).thenWhile("forever", () -> true, body));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 0; run < RUNS; run++) {
                    exec.submit();
                    assertThatThrownBy(space::fence)
                            .hasMessageMatching(
                                    "R301: node 'write' \\(ConditionalTest.java:\\d+\\) of graph 'body' fails at"
                                            + " ConditionalTest.java:\\d+: index \\(3\\) is outside of view 'small' of extents .*");
                    assertThat(pass.get()).isEqualTo(3);
                }
            }
        }
    }

    @Test
    void a_condition_that_throws_is_named() {
        try (ExecutionSpace space = open(2);
                IntView v = IntView.of("v", space, 1);
                IntView index = IntView.of("index", space)) {
            index.set(5);
            Graph body = Graph.define("body", root -> {});
            Graph graph = Graph.define("g", root -> root.thenIf("if", () -> v.get(index.get()) > 0, body));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                assertThatThrownBy(space::fence)
                        .hasMessageMatching(
                                "R301: node 'if' \\(.*\\) of graph 'g' fails at ConditionalTest.java:.*view 'v'.*");
            }
        }
    }

    private static ExecutionSpace open(int threads) {
        return ExecutionSpaces.open("host,threads=" + threads);
    }
}
