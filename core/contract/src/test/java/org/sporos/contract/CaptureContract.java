package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Captures, with a fill for the native call: what a GPU does with its own call, the host does with Java code. */
abstract class CaptureContract extends Contract {
    private static final int N = 1000;
    private static final int RANKS = 2;

    /** Returns native calls that fill a view, or null for the host and for backends whose captures are not tested. */
    abstract @Nullable CaptureBody nativeFill(IntView view, int value);

    private Capture fill(IntView view, int value) {
        CaptureBody calls = nativeFill(view, value);
        assumeTrue(isHost() || calls != null, "there are no native calls to capture for " + kind());
        Capture capture = Capture.host(() -> {
            for (int i = 0; i < view.size(); i++) {
                view.set(i, value);
            }
        });
        capture = calls == null ? capture : capture.andCuda(calls).andHip(calls);
        return capture.accessing(Access.writes(view));
    }

    private static int[] filled(int value) {
        int[] values = new int[N];
        Arrays.fill(values, value);
        return values;
    }

    @Test
    void captured_calls_run_in_their_place_at_each_submit() {
        IntView x = ints("x", N);
        IntView sum = ints("sum", N);
        Capture seven = fill(x, 7);
        ExecutableGraph exec = instantiate(root -> root.thenFill("zero", x, 1)
                .thenCapture("seven", seven)
                .thenParallelFor("add", RangePolicy.of(N), i -> sum.set(i, sum.get(i) + x.get(i))));
        for (int run = 1; run <= 3; run++) {
            run(exec);
            assertThat(sum.toArray()).isEqualTo(filled(7 * run));
        }
    }

    @Test
    void instantiating_changes_no_view_that_is_declared() {
        IntView x = ints("x", N);
        IntView part = x.subview(Slice.range(10, 20));
        Capture nine = fill(part, 9);
        x.assign(filled(5));
        ExecutableGraph exec = instantiate(root -> root.thenCapture("nine", nine));
        assertThat(x.toArray()).isEqualTo(filled(5));
        run(exec);
        int[] expected = filled(5);
        Arrays.fill(expected, 10, 20, 9);
        assertThat(x.toArray()).isEqualTo(expected);
    }

    @Test
    void what_was_submitted_before_is_seen_by_the_views_that_a_warm_up_restores() {
        IntView x = ints("x", N);
        Capture nine = fill(x, 9);
        ExecutableGraph count = instantiate(Graph.define(
                "count", root -> root.thenParallelFor("add", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1))));
        submit(count, 100);
        instantiate(root -> root.thenCapture("nine", nine));
        space().fence();
        assertThat(x.toArray()).isEqualTo(filled(100));
    }

    @Test
    void one_graph_with_captures_becomes_several_executables_and_part_of_another() {
        IntView x = ints("x", N);
        IntView y = ints("y", N);
        Capture three = fill(x, 3);
        Capture four = fill(y, 4);
        Graph both = Graph.define("both", root -> {
            root.thenCapture("three", three);
            root.thenCapture("four", four);
        });
        Graph outer = Graph.define(
                "outer",
                root -> root.thenGraph("inner", both)
                        .thenParallelFor("add", RangePolicy.of(N), i -> x.set(i, x.get(i) + y.get(i))));
        ExecutableGraph first = instantiate(both);
        ExecutableGraph second = instantiate(both);
        run(outer);
        assertThat(x.toArray()).isEqualTo(filled(7));
        run(first);
        assertThat(x.toArray()).isEqualTo(filled(3));
        x.assign(filled(0));
        run(second);
        assertThat(x.toArray()).isEqualTo(filled(3));
    }

    @Test
    void captures_keep_what_they_use_after_views_are_closed_and_the_collector_ran() {
        IntView result = ints("result", N);
        ExecutableGraph exec = instantiate(capturedOnAViewThatIsClosed(result));
        for (int run = 0; run < 3; run++) {
            System.gc();
            run(exec);
            assertThat(result.toArray()).isEqualTo(filled(6));
            result.assign(filled(0));
        }
    }

    /** Returns a graph whose view nobody else holds. */
    private Graph capturedOnAViewThatIsClosed(IntView result) {
        IntView x = ints("x", N);
        Capture six = fill(x, 6);
        return Graph.define("g", root -> root.thenCapture("six", six).thenDeepCopy("out", result, x));
    }

    private Capture fillOfRank(IntView view, CaptureBody before) {
        CaptureBody calls = nativeFill(view, 7);
        assumeTrue(calls != null, "there are no native calls to capture for " + kind());
        CaptureBody body = stream -> {
            before.record(stream);
            calls.record(stream);
        };
        return Capture.cuda(body).andHip(body).accessing(Access.writes(view));
    }

    @Test
    void ranks_that_answer_each_other_are_warmed_up_and_recorded_together() throws Exception {
        CyclicBarrier meeting = new CyclicBarrier(RANKS);
        AtomicInteger calls = new AtomicInteger();
        List<Callable<int[]>> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            IntView x = ints("x" + rank, N);
            Capture answered = fillOfRank(x, stream -> {
                        calls.incrementAndGet();
                        meeting.await(60, TimeUnit.SECONDS);
                    })
                    .collective();
            ranks.add(() -> {
                run(Graph.define("rank", root -> root.thenCapture("all-reduce", answered)));
                return x.toArray();
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(RANKS);
        try {
            for (Future<int[]> rank : threads.invokeAll(ranks)) {
                assertThat(rank.get()).isEqualTo(filled(7));
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(calls).hasValue(2 * RANKS);
    }

    @Test
    void one_thread_instantiates_two_ranks_where_none_is_warmed_up() {
        IntView[] x = {ints("x0", N), ints("x1", N)};
        ExecutableGraph[] ranks = new ExecutableGraph[RANKS];
        AtomicInteger calls = new AtomicInteger();
        for (int rank = 0; rank < RANKS; rank++) {
            Capture answered = fillOfRank(x[rank], stream -> {
                        calls.incrementAndGet();
                        assertThat(stream.isCapturing()).isTrue();
                    })
                    .withoutWarmUp();
            ranks[rank] = instantiate(Graph.define("rank", root -> root.thenCapture("all-reduce", answered)));
        }
        assertThat(x[0].toArray()).isEqualTo(filled(0));
        for (ExecutableGraph rank : ranks) {
            rank.submit();
        }
        space().fence();
        assertThat(x[0].toArray()).isEqualTo(filled(7));
        assertThat(x[1].toArray()).isEqualTo(filled(7));
        assertThat(calls).hasValue(RANKS);
    }

    @Test
    void unordered_captures_that_write_one_view_are_a_data_race() {
        IntView x = ints("x", N);
        Capture one = fill(x, 1);
        Capture two = fill(x, 2);
        Graph graph = Graph.define("g", root -> {
            root.thenCapture("one", one);
            root.thenCapture("two", two);
        });
        assertThat(refusal(graph))
                .hasMessageContaining("G102")
                .hasMessageContaining("'one'")
                .hasMessageContaining("'two'");
    }

    @Test
    void a_capture_without_a_twin_for_the_space_is_refused_at_instantiation() {
        Capture other = isHost() ? Capture.cuda(stream -> {}) : Capture.host(() -> {});
        Graph graph = Graph.define("g", root -> root.thenCapture("c", other.accessing(Access.reads())));
        GraphException refusal = refusal(graph);
        assertThat(refusal)
                .hasMessageStartingWith("S215: " + name(graph, "c") + " captures nothing that " + space().name())
                .hasMessageContaining("Add a twin with and");
    }

    @Test
    void a_capture_that_fails_is_named_with_its_graph_and_line() {
        AtomicInteger calls = new AtomicInteger();
        CaptureBody broken = stream -> {
            calls.incrementAndGet();
            throw new IllegalStateException("no library");
        };
        Graph graph = Graph.define(
                "g",
                root -> root.thenCapture(
                        "c",
                        Capture.host(() -> {
                                    throw new IllegalStateException("no library");
                                })
                                .andCuda(broken)
                                .andHip(broken)
                                .accessing(Access.reads())));
        String node = "'c' (" + node(graph, "c").where() + ") of graph 'g'";
        if (isHost()) {
            ExecutableGraph exec = instantiate(graph);
            GraphRunException failure = failure(exec);
            assertThat(failure).hasMessageContaining(node).hasRootCauseMessage("no library");
        } else {
            GraphException refusal = refusal(graph);
            assertThat(refusal)
                    .hasMessageContaining("capture " + node + " fails in its warm-up run")
                    .hasRootCauseMessage("no library");
            assertThat(calls).hasValue(1);
        }
    }
}
