package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Patience;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/**
 * Bodies of conditional nodes that threads share chunk by chunk, beside host nodes, which keep runs from being walked.
 */
class SharedBodyTest {
    private static final int WIDTH = 64;
    private static final int PASSES = 20;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void passes_of_a_wide_body_follow_each_other_and_all_chunks_are_done_in_each(int threads) {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(Patience.SECONDS), () -> {
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads);
                    IntView left = IntView.of("left", space);
                    IntView a = IntView.of("a", space, WIDTH);
                    IntView b = IntView.of("b", space, WIDTH)) {
                Graph graph = loop(left, a, b);
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    for (int run = 1; run <= 100; run++) {
                        exec.submit();
                        exec.submit();
                        space.fence();
                        assertThat(a.toArray()).containsOnly(2 * run * PASSES);
                        assertThat(b.toArray()).containsOnly(4 * run * PASSES);
                    }
                }
            }
        });
    }

    private static Graph loop(IntView left, IntView a, IntView b) {
        RangePolicy chunks = RangePolicy.of(WIDTH).withChunk(1);
        Graph body = Graph.define("body", root -> {
            NodeRef first = root.thenParallelFor("a", chunks, i -> a.set(i, a.get(i) + 1));
            NodeRef count = first.then("count", () -> left.set(left.get() - 1));
            // Reads what other chunks wrote: it must wait for all of them.
            Graph.whenAll(first, count)
                    .thenParallelFor("b", chunks, i -> b.set(i, b.get(i) + 1 + (a.get(63 - i) == a.get(i) ? 1 : 0)));
        });
        return Graph.define(
                "loop",
                root -> root.thenHost("start", () -> left.set(PASSES)).thenWhile("while", () -> left.get() > 0, body));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_failure_in_a_body_ends_the_loop_and_the_next_run_is_whole(int threads) {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(Patience.SECONDS), () -> {
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads);
                    IntView left = IntView.of("left", space);
                    IntView divisor = IntView.of("divisor", space);
                    IntView a = IntView.of("a", space, WIDTH)) {
                Graph body = Graph.define("body", root -> {
                    NodeRef first = root.thenParallelFor(
                            "divide", RangePolicy.of(WIDTH).withChunk(1), i -> a.set(i, 7 / divisor.get()));
                    first.then("count", () -> left.set(left.get() - 1));
                });
                Graph graph = Graph.define(
                        "failing",
                        root -> root.thenHost("start", () -> left.set(PASSES))
                                .thenWhile("while", () -> left.get() > 0, body));
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    for (int run = 0; run < 50; run++) {
                        divisor.set(0);
                        exec.submit();
                        assertThatThrownBy(space::fence)
                                .isInstanceOf(GraphRunException.class)
                                .hasMessageContaining("divide");
                        divisor.set(1);
                        exec.submit();
                        space.fence();
                        assertThat(a.toArray()).containsOnly(7);
                    }
                }
            }
        });
    }
}
