package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** Other views in the places of captured ones: what later runs use, and what is refused, each with its whole text. */
abstract class RebindContract extends Contract {
    private static final int N = 3000;

    private static Graph add(IntView from, IntView to) {
        return Graph.define(
                "add",
                root -> root.thenParallelFor("add", RangePolicy.of(N), i -> to.set(i, to.get(i) + from.get(i) + 1)));
    }

    private IntView filled(String label, int value) {
        IntView view = ints(label, N);
        Views.fill(view, value);
        return view;
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> thrown(Runnable wrong) {
        return assertThatThrownBy(wrong::run);
    }

    @Test
    void later_runs_use_the_other_view_and_earlier_ones_the_old() {
        IntView from = filled("from", 4);
        IntView to = filled("to", 0);
        IntView other = filled("other", 100);
        ExecutableGraph exec = instantiate(add(from, to));
        exec.submit();
        exec.rebind(to, other);
        exec.submit();
        run(exec);
        assertThat(to.toArray()).containsOnly(5);
        assertThat(other.toArray()).containsOnly(110);
        exec.rebind(to, to);
        exec.submit();
        assertThat(to.toArray()).containsOnly(10);
        assertThat(other.toArray()).containsOnly(110);
    }

    /** The name of a place is the view that was captured, whatever stands there. */
    @Test
    void a_place_is_bound_again_by_the_view_that_was_captured() {
        IntView from = filled("from", 1);
        IntView to = filled("to", 0);
        ExecutableGraph exec = instantiate(add(from, to));
        List<IntView> others = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
            others.add(filled("other" + k, 10 * k));
            exec.rebind(to, others.get(k));
            exec.submit();
        }
        for (int k = 0; k < 4; k++) {
            assertThat(others.get(k).toArray()).containsOnly(10 * k + 2);
        }
        assertThat(to.toArray()).containsOnly(0);
        assertThat(exec.graph().label()).isEqualTo("add");
    }

    @Test
    void two_views_change_places_at_once() {
        IntView from = filled("from", 5);
        IntView to = filled("to", 0);
        ExecutableGraph exec = instantiate(add(from, to));
        exec.rebind(Map.of(from, to, to, from));
        exec.submit();
        assertThat(from.toArray()).containsOnly(6);
        assertThat(to.toArray()).containsOnly(0);
        exec.rebind(Map.of(from, from, to, to));
        exec.submit();
        assertThat(to.toArray()).containsOnly(7);
    }

    @Test
    void each_kind_of_node_has_the_other_view() {
        IntView x = filled("x", 1);
        IntView y = filled("y", 0);
        LongView sum = own(LongView.of("sum", space()));
        IntView count = own(IntView.of("count", space()));
        Graph inner = Graph.define(
                "inner",
                root -> root.thenParallelFor("twice", RangePolicy.of(N), i -> x.set(i, 2 * x.get(i)))
                        .then("less", () -> count.set(count.get() - 1)));
        Reduction all = Sum.into(sum, i -> x.get(i));
        ExecutableGraph exec = instantiate(root -> root.thenFill("fill", x, 3)
                .thenFill("passes", count, 2)
                .thenWhile("while", () -> count.get() > 0, inner, 10)
                .thenParallelReduce("sum", RangePolicy.of(N), all)
                .thenParallelScan(
                        "scan", RangePolicy.of(N), i -> x.get(i), (i, before) -> x.set(i, before), Scan.exclusiveInt())
                .thenDeepCopy("copy", y, x));
        IntView other = filled("other", 7);
        exec.rebind(x, other);
        run(exec);
        int[] scanned = new int[N];
        Arrays.setAll(scanned, i -> 12 * i);
        assertThat(sum.toArray()).containsOnly(12L * N);
        assertThat(other.toArray()).isEqualTo(scanned);
        assertThat(y.toArray()).isEqualTo(scanned);
        assertThat(x.toArray()).containsOnly(1);
    }

    /** The text of a merged loop does not name the view of a fill. */
    @Test
    void a_fill_and_a_reduction_in_one_loop_have_the_other_view() {
        IntView x = filled("x", 2);
        IntView y = filled("y", 0);
        LongView sum = own(LongView.of("sum", space()));
        Reduction all = Sum.into(sum, i -> (long) y.get(i));
        ExecutableGraph exec = instantiate(root -> root.thenFill("three", y, 3)
                .thenParallelFor("add", RangePolicy.of(N), i -> y.set(i, y.get(i) + x.get(i)))
                .thenParallelReduce("sum", RangePolicy.of(N), all));
        IntView other = filled("other", 7);
        exec.rebind(y, other);
        run(exec);
        assertThat(other.toArray()).containsOnly(5);
        assertThat(y.toArray()).containsOnly(0);
        assertThat(sum.toArray()).containsExactly(5L * N);
    }

    @Test
    void parts_of_views_and_views_over_index_sets_are_bound() {
        IntView big = own(IntView.of("big", space(), 4, N));
        IntView first = big.subview(Slice.at(0), Slice.all());
        IntView third = big.subview(Slice.at(2), Slice.all());
        IntView from = filled("from", 8);
        ExecutableGraph exec = instantiate(add(from, first));
        exec.rebind(first, third);
        exec.submit();
        int[] values = big.toArray();
        assertThat(Arrays.copyOfRange(values, 0, N)).containsOnly(0);
        assertThat(Arrays.copyOfRange(values, 2 * N, 3 * N)).containsOnly(9);
    }

    @Test
    void params_streams_and_submissions_are_as_before() {
        IntParam step = IntParam.of("step", 1);
        IntView x = filled("x", 0);
        IntView other = filled("other", 0);
        ExecutableGraph exec = instantiate(root ->
                root.thenParallelFor("k", RangePolicy.of(N), i -> x.set(i, x.get(i) * 3 + step.get())));
        ExecutionStream one = stream("one");
        ExecutionStream two = stream("two");
        exec.submit(one);
        exec.rebind(x, other);
        exec.submit(two);
        step.set(5);
        exec.submitTracked(one).await();
        exec.rebind(x, x);
        exec.submitTracked(two).await();
        assertThat(other.toArray()).containsOnly(8);
        assertThat(x.toArray()).containsOnly(8);
    }

    @Test
    void submits_of_other_threads_see_one_view_or_the_other() throws Exception {
        IntView from = filled("from", 0);
        IntView to = filled("to", 0);
        IntView other = filled("other", 0);
        ExecutableGraph exec = instantiate(add(from, to));
        AtomicBoolean done = new AtomicBoolean();
        int[] submitted = new int[2];
        Throwable[] failed = new Throwable[2];
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int me = t;
            threads[t] = new Thread(() -> {
                try {
                    while (!done.get() || submitted[me] < 50) {
                        exec.submit();
                        submitted[me]++;
                    }
                } catch (Throwable e) {
                    failed[me] = e;
                }
            });
            threads[t].start();
        }
        for (int k = 0; k < 20; k++) {
            exec.rebind(to, k % 2 == 0 ? other : to);
        }
        done.set(true);
        for (Thread thread : threads) {
            thread.join(60_000);
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(failed).containsOnlyNulls();
        space().fence();
        int here = to.toArray()[0];
        int there = other.toArray()[0];
        assertThat(to.toArray()).containsOnly(here);
        assertThat(other.toArray()).containsOnly(there);
        assertThat(here + there).isEqualTo(submitted[0] + submitted[1]);
    }

    @Test
    void an_executable_keeps_a_bound_view_and_lets_go_of_the_one_before() {
        IntView from = filled("from", 1);
        IntView to = filled("to", 0);
        ExecutableGraph exec = instantiate(add(from, to));
        IntView other = ints("other", N);
        long with = space().memorySpace().statistics().liveAllocations();
        exec.rebind(to, other);
        other.close();
        run(exec);
        assertThat(space().memorySpace().statistics().liveAllocations()).isEqualTo(with);
        exec.rebind(to, to);
        assertThat(space().memorySpace().statistics().liveAllocations()).isEqualTo(with - 1);
        exec.submit();
        assertThat(to.toArray()).containsOnly(2);
        thrown(() -> exec.rebind(to, other)).hasMessage("S202: view 'other' is closed");
    }

    @Test
    void a_failure_before_is_thrown_at_the_fence_after() {
        IntView x = filled("x", 0);
        IntParam at = IntParam.of("at", N);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("k", RangePolicy.of(10), i -> x.set(i + at.get(), 1)));
        exec.submit();
        exec.rebind(x, filled("other", 0));
        assertThat(failure()).hasMessageContaining("'k'").hasMessageContaining("'x'");
    }

    @Test
    void views_that_do_not_fit_are_refused() {
        IntView from = filled("from", 1);
        IntView to = filled("to", 0);
        ExecutableGraph exec = instantiate(add(from, to));
        IntView other = filled("other", 0);
        String begin = "S248: view 'v' cannot stand in the place of view 'to' of graph 'add': it ";
        String end = "; give a view of the same type, extents and strides";
        thrown(() -> exec.rebind(to, own(DoubleView.of("v", space(), N))))
                .hasMessage(begin + "has elements of type double, not int" + end);
        thrown(() -> exec.rebind(to, own(IntView.of("v", space(), N + 1))))
                .hasMessage(begin + "has extents [3001], not [3000]" + end);
        thrown(() -> exec.rebind(to, own(IntView.of("v", space(), N, 1))))
                .hasMessage(begin + "has extents [3000, 1], not [3000]" + end);
        IntView wide = own(IntView.of("v", space(), N, 2));
        thrown(() -> exec.rebind(to, wide.subview(Slice.all(), Slice.at(0))))
                .hasMessageContaining("it has strides [2], not [1]" + end);
        if (!space().canReach(MemorySpace.host())) {
            thrown(() -> exec.rebind(to, own(IntView.of("v", MemorySpace.host(), N))))
                    .hasMessage(begin + "lives in " + MemorySpace.host().name() + ", which " + space().name()
                            + " does not reach" + end);
        }
        ViewRing<IntView> ring = own(ViewRing.of(2, j -> IntView.of("r" + j, space(), N)));
        thrown(() -> exec.rebind(to, ring.level(0)))
                .hasMessage("S248: view 'r0.level(0)' cannot stand in the place of view 'to' of graph 'add': it is a"
                        + " level of a ring, which only a graph that captured it can follow" + end);
        thrown(() -> exec.rebind(other, to))
                .hasMessage("S247: view 'other' cannot be rebound in graph 'add': it is not captured by any node");
        thrown(() -> exec.rebind(null, to)).hasMessageContaining("the view to be replaced");
        exec.submit();
        assertThat(to.toArray()).containsOnly(2);
    }

    @Test
    void levels_of_rings_and_memory_of_the_graph_are_not_rebound() {
        ViewRing<IntView> ring = own(ViewRing.of(2, j -> IntView.of("r" + j, space(), N)));
        IntView level = ring.level(0);
        IntView other = filled("other", 0);
        ExecutableGraph exec = instantiate(add(other, level));
        thrown(() -> exec.rebind(level, filled("v", 0)))
                .hasMessage("S247: view 'r0.level(0)' cannot be rebound in graph 'add': it is a level of a ring, which"
                        + " the ring rotates");
        exec.rebind(other, filled("v", 41));
        exec.submit();
        ring.advance();
        run(exec);
        assertThat(ring.level(0).toArray()).containsOnly(42);
        assertThat(ring.level(1).toArray()).containsOnly(42);
    }

    @Test
    void other_views_may_share_memory_in_another_way() {
        IntView from = filled("from", 1);
        IntView to = filled("to", 0);
        ExecutableGraph exec = instantiate(add(from, to));
        exec.rebind(from, to);
        run(exec);
        assertThat(to.toArray()).containsOnly(1);
        run(exec);
        assertThat(to.toArray()).containsOnly(3);
        exec.rebind(from, from);
        run(exec);
        assertThat(to.toArray()).containsOnly(5);
    }

    @Test
    void parts_of_one_view_may_share_other_elements() {
        IntView all = ints("all", 3 * N);
        IntView from = all.subview(Slice.range(0, N));
        IntView to = all.subview(Slice.range(N, 2 * N));
        ExecutableGraph exec = instantiate(add(from, to));
        exec.rebind(from, all.subview(Slice.range(N, 2 * N)));
        run(exec);
        assertThat(to.toArray()).containsOnly(1);
        exec.rebind(from, all.subview(Slice.range(2 * N, 3 * N)));
        run(exec);
        assertThat(to.toArray()).containsOnly(2);
    }

    @Test
    void a_race_of_the_other_views_is_refused() {
        IntView a = filled("a", 0);
        IntView b = filled("b", 0);
        Graph graph = Graph.define("g", root -> {
            root.thenParallelFor("one", RangePolicy.of(N), i -> a.set(i, 1));
            root.thenParallelFor("two", RangePolicy.of(N), i -> b.set(i, 2));
        });
        ExecutableGraph exec = instantiate(graph);
        thrown(() -> exec.rebind(a, b)).hasMessageStartingWith("G102: in graph 'g' the nodes 'one' and 'two'");
        exec.submit();
        assertThat(a.toArray()).containsOnly(1);
        assertThat(b.toArray()).containsOnly(2);
    }

    @Test
    void nodes_that_keep_the_old_view_are_named() {
        IntView x = filled("x", 0).mirrorView();
        IntView y = filled("y", 0).mirrorView();
        own(x);
        own(y);
        String end = "\n      Copy the other view to the one that was captured, or instantiate a graph that uses the"
                + " other.";
        Graph host = Graph.define("g", root -> root.thenHost("look", Access.reads(x), () -> {}));
        thrown(() -> instantiate(host).rebind(x, y))
                .hasMessage("S249: " + name(host, "look") + " keeps view 'x': it is Java code of the host" + end);
        if (isHost()) {
            Capture capture = Capture.host(() -> {}).accessing(Access.writes(x));
            Graph calls = Graph.define("g", root -> root.thenCapture("call", capture));
            thrown(() -> instantiate(calls).rebind(x, y))
                    .hasMessage("S249: " + name(calls, "call")
                            + " keeps view 'x': it is a capture, whose calls have its address" + end);
        }
    }

    @Test
    void closed_executables_and_host_nodes_rebind_nothing() {
        IntView from = filled("from", 1);
        IntView to = filled("to", 0);
        IntView other = filled("other", 0);
        ExecutableGraph exec = instantiate(add(from, to));
        ExecutableGraph caller =
                instantiate(root -> root.thenHost("call", Access.reads(), () -> exec.rebind(to, other)));
        assertThat(failure(caller))
                .hasMessageContaining("R305")
                .hasMessageContaining("a host node must not call rebind");
        exec.close();
        thrown(() -> exec.rebind(to, other))
                .hasMessage("S219: graph 'add' is rebound after its executable was closed; instantiate the graph"
                        + " again");
    }
}
