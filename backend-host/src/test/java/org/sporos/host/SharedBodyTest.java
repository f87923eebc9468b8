package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
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
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Bodies of conditional nodes that threads share chunk by chunk, beside host nodes, which keep runs from being serial.
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

    /** The same steps, by one thread and by several: cut by chunks at first, then by what each step takes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_body_of_long_and_short_steps_does_all_chunks_however_it_is_shared(int threads) {
        int n = 20_000;
        int rounds = 40;
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(Patience.SECONDS), () -> {
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads);
                    IntView left = IntView.of("left", space);
                    DoubleView x = DoubleView.of("x", space, n);
                    DoubleView few = DoubleView.of("few", space, 33)) {
                Graph body = Graph.define(
                        "body",
                        root -> root.thenParallelFor(
                                        "long",
                                        RangePolicy.of(n),
                                        i -> x.set(i, Math.sqrt(x.get(i) * x.get(i) + few.get(i % 33))))
                                .thenParallelFor(
                                        "short", RangePolicy.of(33), i -> few.set(i, few.get(i) + x.get(n - 1 - i)))
                                .then("count", () -> left.set(left.get() - 1)));
                Graph graph = Graph.define(
                        "loop",
                        root -> root.thenFill("start", left, 10).thenWhile("while", () -> left.get() > 0, body));
                double[] one = new double[n];
                double[] other = new double[33];
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    few.assign(IntStream.range(0, 33).asDoubleStream().toArray());
                    System.arraycopy(few.toArray(), 0, other, 0, 33);
                    for (int round = 0; round < rounds; round++) {
                        exec.submit();
                        space.fence();
                        plainly(one, other);
                        assertThat(x.toArray()).isEqualTo(one);
                        assertThat(few.toArray()).isEqualTo(other);
                    }
                    assertThat(exec.explain()).contains("while 'body': loop; an iteration takes one thread ");
                }
            }
        });
    }

    private static void plainly(double[] x, double[] few) {
        for (int iteration = 0; iteration < 10; iteration++) {
            for (int i = 0; i < x.length; i++) {
                x[i] = Math.sqrt(x[i] * x[i] + few[i % few.length]);
            }
            for (int i = 0; i < few.length; i++) {
                few[i] += x[x.length - 1 - i];
            }
        }
    }

    /** Nothing is gained by a second thread for steps that take less than a handover. */
    @Test
    void a_body_of_short_steps_stays_on_one_thread() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                IntView left = IntView.of("left", space);
                IntView a = IntView.of("a", space, WIDTH)) {
            Graph body = Graph.define(
                    "body",
                    root -> root.thenParallelFor("a", RangePolicy.of(WIDTH), i -> a.set(i, a.get(i) + 1))
                            .then("count", () -> left.set(left.get() - 1)));
            Graph graph = Graph.define(
                    "loop", root -> root.thenFill("start", left, 1000).thenWhile("while", () -> left.get() > 0, body));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                String text = "";
                for (int run = 0; run < 1000 && !text.contains("which is not shared"); run++) {
                    exec.submit();
                    space.fence();
                    text = exec.explain();
                }
                assertThat(text).contains("which is not shared");
            }
        }
    }
}
