package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.BodyTask;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Scan;
import org.sporos.graph.Task;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.CallCache;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Eager calls: work that runs by a call, without a graph. */
abstract class EagerContract extends Contract {
    private static final int N = 1000;
    private static final int[] WEIGHTS = {1};

    /** An object whose method makes a call that reads its array. */
    private static final class Weighted {
        final boolean[] flags = {false, true};
        final IntView x;

        Weighted(IntView x) {
            this.x = x;
        }

        void call(ExecutionSpace space) {
            space.parallelFor("flagged", 2, i -> x.set(i, x.get(i) * 10 + (flags[i] ? 1 : 2)));
        }
    }

    @Test
    void calls_read_the_elements_that_captured_arrays_have_at_the_call() {
        ExecutionSpace s = space();
        int[] added = {1};
        int[][] rows = {{1, 2}, {3, 4}};
        IntView x = ints("x", 2);
        IntView ofStatic = ints("of static", 2);
        IntView ofRows = ints("of rows", 2);
        IntView ofField = ints("of field", 2);
        Weighted weighted = new Weighted(ofField);
        WEIGHTS[0] = 1;
        for (int k = 0; k < 3; k++) {
            s.parallelFor("captured", 2, i -> x.set(i, x.get(i) * 100 + added[0]));
            s.parallelFor("static", 2, i -> ofStatic.set(i, ofStatic.get(i) * 100 + WEIGHTS[0]));
            s.parallelFor("rows", 2, i -> ofRows.set(i, ofRows.get(i) * 100 + rows[i][1]));
            weighted.call(s);
            added[0] += 10;
            WEIGHTS[0] += 20;
            rows[1][1] += 30;
            weighted.flags[0] = !weighted.flags[0];
        }
        assertThat(x.toArray()).containsExactly(11121, 11121);
        assertThat(ofStatic.toArray()).containsExactly(12141, 12141);
        assertThat(ofRows.toArray()).containsExactly(20202, 43464);
        assertThat(ofField.toArray()).containsExactly(212, 111);
    }

    @Test
    void loops_over_all_policies_run_in_the_order_of_their_calls() {
        IntView x = ints("x", N);
        IntView box = ints("box", 10, 20);
        IntView cube = ints("cube", 3, 4, 5);
        IntView league = ints("league", 7);
        ExecutionSpace s = space();
        s.parallelFor("number", N, i -> x.set(i, i));
        s.parallelFor("range", RangePolicy.over(x), i -> x.set(i, 3 * x.get(i)));
        s.parallelFor("set", IndexSet.of(1, 5, 7), i -> x.set(i, -x.get(i)));
        s.parallelFor("longs", LongRangePolicy.of(N), i -> x.set(i, x.get(i) + 1));
        s.parallelFor("number of longs", (long) N, i -> x.set(i, 2 * x.get(i)));
        s.parallelFor("box", MDRangePolicy.of(10, 20), (i, j) -> box.set(i, j, 20 * i + j));
        s.parallelFor("cube", MDRangePolicy.of(3, 4, 5), (i, j, k) -> cube.set(i, j, k, 20 * i + 5 * j + k));
        s.parallelFor("teams", TeamPolicy.of(7), team -> team.single(() -> league.set(team.leagueRank(), 5)));
        assertThat(x.toArray())
                .isEqualTo(IntStream.range(0, N)
                        .map(i -> 2 * (1 + (i == 1 || i == 5 || i == 7 ? -3 * i : 3 * i)))
                        .toArray());
        assertThat(box.toArray()).isEqualTo(IntStream.range(0, 200).toArray());
        assertThat(cube.toArray()).isEqualTo(IntStream.range(0, 60).toArray());
        assertThat(league.toArray()).containsOnly(5);
    }

    @Test
    void a_scalar_is_read_after_the_calls_that_write_it() {
        DoubleView x = doubles("x", N);
        DoubleView total = doubles("total");
        for (int k = 1; k <= 5; k++) {
            double value = k;
            space().parallelFor("set", N, i -> x.set(i, value));
            space().parallelReduce("sum", RangePolicy.over(x), Sum.into(total, i -> x.get(i)));
            assertThat(total.read()).isEqualTo(k * N);
        }
        assertThatThrownBy(x::read)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("S203: view 'x' has rank 1 and is used with 0 indexes");
        assertThat(x.subview(Slice.at(3)).read()).isEqualTo(5);
    }

    @Test
    void reductions_scans_fills_and_copies_are_as_in_graphs() {
        LongView sums = longs("sums", N);
        LongView copy = longs("copy", N);
        LongView sum = longs("sum");
        LongView most = longs("most");
        DoubleView d = doubles("d", 4);
        FloatView f = floats("f", 4);
        IntView k = ints("k", 4);
        ExecutionSpace s = space();
        s.fill("longs", sums, 2L);
        s.parallelScan(
                "scan", RangePolicy.of(N), i -> sums.get(i), (i, before) -> sums.set(i, before), Scan.exclusiveLong());
        s.deepCopy("copy", copy, sums);
        s.parallelReduce("both", RangePolicy.of(N), Sum.into(sum, i -> copy.get(i)), Max.into(most, i -> copy.get(i)));
        s.fill("doubles", d, 0.5);
        s.fill("floats", f, 1.5f);
        s.fill("ints", k, 7);
        assertThat(copy.toArray())
                .isEqualTo(IntStream.range(0, N).mapToLong(i -> 2L * i).toArray());
        assertThat(sum.toArray()).containsExactly((long) N * (N - 1));
        assertThat(most.toArray()).containsExactly(2L * (N - 1));
        assertThat(d.toArray()).containsOnly(0.5);
        assertThat(f.toArray()).containsOnly(1.5f);
        assertThat(k.toArray()).containsOnly(7);
    }

    @Test
    void calls_of_each_kind_are_cached() {
        IntView x = ints("x", N);
        IntView y = ints("y", N);
        DoubleView d = doubles("d", N);
        IntView league = ints("league", 7);
        LongView sum = longs("sum");
        LongView join = longs("join");
        DoubleView least = doubles("least");
        LongView where = longs("where");
        ExecutionSpace s = space();
        s.fence();
        CallCache cache = ((Backend) s).calls();
        int before = cache.size();
        List<Runnable> kinds = List.of(
                () -> s.parallelFor("range", RangePolicy.of(1, N), i -> x.set(i, i)),
                () -> s.parallelFor("set", IndexSet.of(1, 5), i -> x.set(i, 2 * i)),
                () -> s.parallelFor("box", MDRangePolicy.of(10, 20), (i, j) -> y.set(20 * i + j, 3)),
                () -> s.parallelFor(
                        "teams", TeamPolicy.of(7), team -> team.single(() -> league.set(team.leagueRank(), 5))),
                () -> s.parallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> (long) x.get(i))),
                () -> s.parallelReduce(
                        "join", RangePolicy.of(N), Custom.into(join, 0L, (a, b) -> a + b, i -> (long) y.get(i))),
                () -> s.parallelReduce("least", RangePolicy.of(N), MinLoc.into(least, where, i -> d.get(i))),
                () -> s.parallelScan(
                        "scan", RangePolicy.of(N), i -> x.get(i), (i, v) -> y.set(i, v), Scan.exclusiveInt()),
                () -> s.submit(Task.single("single", () -> x.set(0, 4))),
                () -> s.deepCopy("copy", y, x),
                () -> s.fill("fill", d, 0.5),
                () -> s.fill("fill", x, 7));
        for (int round = 0; round < 3; round++) {
            kinds.forEach(Runnable::run);
            assertThat(cache.size()).isEqualTo(before + kinds.size());
        }
        s.fill("fill", x, 8);
        assertThat(cache.size()).isEqualTo(before + kinds.size() + 1);
        assertThat(x.toArray()).containsOnly(8);
        assertThat(sum.toArray()).containsExactly(LongStream.range(1, N).sum() + 1 + 5 + 7);
    }

    @Test
    void index_sets_are_known_or_made_by_a_call_before() {
        IntView x = ints("x", N);
        IntView list = ints("list", 10);
        IntView sum = ints("sum");
        IndexSet[] sets = {IndexSet.of(900, 3, 40), IndexSet.assumeDistinct(list), IndexSet.of()};
        ExecutionSpace s = space();
        for (int t = 0; t < 3; t++) {
            int begin = 100 * t;
            s.parallelFor("list", RangePolicy.over(list), i -> list.set(i, begin + 7 * i));
            for (IndexSet set : sets) {
                s.parallelFor("for", set, i -> x.set(i, x.get(i) + 1));
                s.parallelScan("scan", set, i -> x.get(i), (i, all) -> x.set(i, all), Scan.inclusiveInt());
                s.parallelReduce("sum", set, Sum.into(sum, i -> x.get(i)));
                Graph inner =
                        Graph.define("inner", root -> root.thenParallelFor("x", set, i -> x.set(i, x.get(i) + 1)));
                s.submit(Task.graph("nested", inner));
            }
        }
        assertThat(x.toArray()).isEqualTo(indexSetsByLoops());
    }

    private static int[] indexSetsByLoops() {
        int[] x = new int[N];
        for (int t = 0; t < 3; t++) {
            int begin = 100 * t;
            for (int[] set : List.of(
                    new int[] {900, 3, 40},
                    IntStream.range(0, 10).map(i -> begin + 7 * i).toArray())) {
                int before = 0;
                for (int i : set) {
                    before += x[i] + 1;
                    x[i] = before + 1;
                }
            }
        }
        return x;
    }

    /** The list of a promised set is one of the views that a call shows. */
    @Test
    void a_closed_list_of_an_index_set_is_kept_until_the_next_fence() {
        IntView x = ints("x", N);
        long before = space().memorySpace().statistics().liveAllocations();
        try (IntView list = IntView.of("list", space(), 10)) {
            space().parallelFor("list", RangePolicy.over(list), i -> list.set(i, i));
            space().parallelFor("over", IndexSet.assumeDistinct(list), i -> x.set(i, 1));
        }
        space().fence();
        assertThat(space().memorySpace().statistics().liveAllocations()).isEqualTo(before);
    }

    @Test
    void any_task_is_submitted() {
        IntView x = ints("x", N);
        IntView count = ints("count");
        IntView passes = ints("passes");
        Graph body = Graph.define("body", root -> root.then("count", () -> count.set(count.get() + 1)));
        BodyTask<RangeBody> loop = Task.parallelFor("loop", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1));
        ExecutionSpace s = space();
        s.submit(loop);
        s.submit(loop);
        s.submit(loop.withPolicy(RangePolicy.of(10)).withLabel("first ten"));
        s.submit(Task.single("zero", () -> count.set(0)));
        s.submit(Task.whileLoop("until nine", () -> count.get() < 9, body, 100, passes));
        s.submit(Task.graph("again", body));
        AtomicReference<String> seen = new AtomicReference<>("");
        s.submit(Task.host("host", Access.reads(own(x.mirror())), () -> seen.set("seen")));
        s.fence();
        assertThat(x.toArray())
                .isEqualTo(IntStream.range(0, N).map(i -> i < 10 ? 3 : 2).toArray());
        assertThat(count.toArray()).containsExactly(10);
        assertThat(passes.toArray()).containsExactly(9);
        assertThat(seen).hasValue("seen");
    }

    /** Each call has another lambda object; more of them than executables are kept. */
    @Test
    void each_call_sees_the_numbers_that_it_captured() {
        IntView x = ints("x", N);
        DoubleView y = doubles("y", 8);
        int expected = 0;
        double sum = 0;
        for (int t = 0; t < 300; t++) {
            int step = t;
            double half = t * 0.5;
            space().parallelFor("step", RangePolicy.of(N), i -> x.set(i, 3 * x.get(i) + step));
            space().parallelFor("half", RangePolicy.of(8), i -> y.set(i, y.get(i) + half));
            expected = 3 * expected + t;
            sum += half;
        }
        assertThat(x.toArray()).containsOnly(expected);
        assertThat(y.toArray()).containsOnly(sum);
    }

    @Test
    void each_call_uses_the_views_that_it_captured() {
        List<IntView> views = new ArrayList<>();
        for (int k = 0; k < 5; k++) {
            views.add(ints("v" + k, 10 + k));
        }
        for (int t = 0; t < 50; t++) {
            for (IntView view : views) {
                space().parallelFor("add", RangePolicy.over(view), i -> view.set(i, view.get(i) + 1));
            }
        }
        for (IntView view : views) {
            assertThat(view.toArray()).hasSize((int) view.size()).containsOnly(50);
        }
    }

    /** Kernels read the elements of captured arrays when they are compiled. */
    @Test
    void each_call_sees_what_captured_arrays_hold_now() {
        IntView[] levels = {ints("even", N), ints("odd", N)};
        for (int t = 0; t < 11; t++) {
            space().parallelFor("step", RangePolicy.of(N), i -> levels[1].set(i, levels[0].get(i) + 1));
            IntView old = levels[0];
            levels[0] = levels[1];
            levels[1] = old;
        }
        assertThat(levels[0].toArray()).containsOnly(11);
        assertThat(levels[1].toArray()).containsOnly(10);
    }

    /** A code whose kernels use fields captures itself; its arrays may change too. */
    private static final class Wave {
        final IntView[] levels;
        final int step;
        final ExecutionSpace space;

        Wave(ExecutionSpace space, int step, IntView... levels) {
            this.space = space;
            this.step = step;
            this.levels = levels;
        }

        void step() {
            space.parallelFor("wave", RangePolicy.of(N), i -> levels[1].set(i, levels[0].get(i) + step));
            IntView old = levels[0];
            levels[0] = levels[1];
            levels[1] = old;
        }
    }

    @Test
    void fields_of_captured_objects_and_their_arrays_are_told_apart() {
        Wave one = new Wave(space(), 1, ints("a", N), ints("b", N));
        Wave two = new Wave(space(), 10, ints("c", N), ints("d", N));
        for (int t = 0; t < 6; t++) {
            one.step();
            two.step();
        }
        assertThat(one.levels[0].toArray()).containsOnly(6);
        assertThat(two.levels[0].toArray()).containsOnly(60);
        assertThat(two.levels[1].toArray()).containsOnly(50);
    }

    private static final IntView[] STATIC_LEVELS = new IntView[2];

    @Test
    void arrays_in_static_fields_may_change_too() {
        STATIC_LEVELS[0] = ints("even", N);
        STATIC_LEVELS[1] = ints("odd", N);
        for (int t = 0; t < 7; t++) {
            space().parallelFor("step", RangePolicy.of(N), i -> STATIC_LEVELS[1].set(i, STATIC_LEVELS[0].get(i) + 1));
            IntView old = STATIC_LEVELS[0];
            STATIC_LEVELS[0] = STATIC_LEVELS[1];
            STATIC_LEVELS[1] = old;
        }
        assertThat(STATIC_LEVELS[0].toArray()).containsOnly(7);
        assertThat(STATIC_LEVELS[1].toArray()).containsOnly(6);
    }

    /** A body of a named class, whose fields are what it captured. */
    private static final class AddTo implements RangeBody {
        private static final long serialVersionUID = 1;

        private final transient IntView view;
        private final int number;

        AddTo(IntView view, int number) {
            this.view = view;
            this.number = number;
        }

        @Override
        public void at(int i) {
            view.set(i, view.get(i) + number);
        }
    }

    @Test
    void bodies_of_named_classes_are_called() {
        IntView x = ints("x", N);
        AddTo one = new AddTo(x, 1);
        for (int t = 0; t < 5; t++) {
            space().parallelFor("kept", RangePolicy.of(N), one);
            space().parallelFor("new", RangePolicy.of(N), new AddTo(x, 100 * t));
        }
        assertThat(x.toArray()).containsOnly(5 + 1000);
    }

    @Test
    void calls_of_a_stream_run_there() {
        IntView x = ints("x", N);
        ExecutionStream stream = stream("s");
        Gate gate = new Gate(this);
        space().submit(Task.graph("held", Graph.define("held", gate::hold)));
        for (int t = 0; t < 20; t++) {
            stream.parallelFor("add", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1));
        }
        stream.fence();
        gate.open();
        assertThat(x.toArray()).containsOnly(20);
    }

    @Test
    void a_failure_surfaces_at_the_next_fence_and_names_call_and_line() {
        IntView x = ints("x", 8);
        IntView at = intsOf("at", 0, 1, 2, 9);
        space().parallelFor("scatter", RangePolicy.of(4), i -> x.set(at.get(i), 1));
        GraphRunException failure = failure();
        assertThat(withoutLines(failure))
                .contains("node 'scatter' (LINE) of graph 'eager calls'")
                .contains("R301")
                .contains("index (9) is outside of view 'x' of extents [8]");
        assertThat(failure.getMessage()).contains("EagerContract.java:");
        space().parallelFor("right", RangePolicy.of(8), i -> x.set(i, 2));
        assertThat(x.toArray()).containsOnly(2);
    }

    @Test
    void what_is_wrong_is_thrown_by_the_call() {
        IntView x = ints("x", 8);
        GraphException refused = catchThrowableOfType(
                GraphException.class,
                () -> space().parallelFor(
                                "printing",
                                RangePolicy.of(8),
                                i -> x.set(i, Integer.toString(i).length())));
        assertThat(withoutLines(refused)).startsWith("K").contains("kernel 'printing' of graph 'eager calls'");
        assertThat(withoutLines(catchThrowable(() -> space().deepCopy("copy", x, ints("y", 9)))))
                .startsWith("S204: node 'copy' (LINE) of graph 'eager calls': a copy of ");
        assertThat(withoutLines(catchThrowable(() -> space().fill(null, x, 1))))
                .isEqualTo("G004: a call at LINE on space '" + space().name() + "' has the label null\n"
                        + "      Give each call a label: it names the node in errors and pictures.");
        assertThat(withoutLines(catchThrowable(() -> space().parallelFor("n", (RangePolicy) null, i -> {}))))
                .isEqualTo("G004: call 'n' (LINE) on space '" + space().name() + "' is given null\n"
                        + "      Give each argument of a call a value; leave optional ones out.");
        assertThat(withoutLines(catchThrowable(() -> space().submit(null))))
                .isEqualTo("G004: submit at LINE on space '" + space().name() + "' is given null\n"
                        + "      Give it a task, which the methods of Task make.");
        assertThat(withoutLines(catchThrowable(() -> space().parallelReduce("n", RangePolicy.of(8)))))
                .isEqualTo("G006: call 'n' (LINE) on space '" + space().name() + "' reduces nothing\n"
                        + "      Give it a reduction, such as Sum.into(view, ...).");
        assertThat(withoutLines(catchThrowable(() -> space().parallelFor("n", -1, i -> {}))))
                .isEqualTo("G005: call 'n' (LINE) on space '" + space().name() + "' runs over -1 indexes\n"
                        + "      Give it 0 or more.");
        assertThat(withoutLines(
                        catchThrowable(() -> space().parallelFor("n", MDRangePolicy.of(2, 2), (i, j, k) -> {}))))
                .isEqualTo("G005: call 'n' (LINE) on space '" + space().name() + "' runs a body of 3 indexes over "
                        + MDRangePolicy.of(2, 2) + ", which has rank 2\n"
                        + "      Give the lambda as many indexes as the policy has dimensions.");
    }

    @Test
    void closed_streams_and_spaces_take_no_calls() {
        IntView x = ints("x", 8);
        ExecutionStream stream = space().stream("closed");
        stream.close();
        assertThatThrownBy(() -> stream.fill("zero", x, 0)).isInstanceOf(IllegalStateException.class);
        ExecutionSpace other = Spaces.open(spec());
        IntView y = IntView.of("y", other, 8);
        other.fill("one", y, 1);
        assertThat(y.toArray()).containsOnly(1);
        y.close();
        other.close();
        assertThatThrownBy(() -> other.fill("one", y, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S217: space '" + other.name() + "' is closed");
    }

    @Test
    void a_host_node_makes_no_eager_calls() {
        IntView x = ints("x", 8);
        space().submit(Task.host("inside", Access.reads(own(x.mirror())), () -> space().fill("zero", x, 0)));
        assertThat(withoutLines(failure()))
                .startsWith("R305: node 'inside' (LINE) of graph 'eager calls' fails")
                .endsWith(
                        "a host node must not call parallelFor or another eager call: it would wait for the graph that"
                                + " it is part of; do it after the graph, or make it a node");
    }

    /** The memory of a closed view is given back by the next fence, or the next call. */
    @Test
    void a_closed_view_is_kept_until_the_next_fence() {
        long before = space().memorySpace().statistics().liveAllocations();
        for (int t = 0; t < 20; t++) {
            try (DoubleView temporary = DoubleView.of("temporary", space(), N);
                    DoubleView part = temporary.subview(Slice.range(0, 10))) {
                space().parallelFor("fill", RangePolicy.of(10), i -> part.set(i, i));
            }
            assertThat(space().memorySpace().statistics().liveAllocations()).isLessThanOrEqualTo(before + 2);
        }
        space().fence();
        assertThat(space().memorySpace().statistics().liveAllocations()).isEqualTo(before);
    }

    @Test
    void threads_make_calls_side_by_side() throws InterruptedException {
        List<IntView> views = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
            IntView mine = ints("mine" + k, N);
            views.add(mine);
            Thread thread = new Thread(() -> {
                for (int t = 0; t < 100; t++) {
                    int step = t % 90;
                    space().parallelFor("add", RangePolicy.of(N), i -> mine.set(i, mine.get(i) + step));
                }
            });
            thread.setUncaughtExceptionHandler((of, failure) -> failures.add(failure));
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        int sum = IntStream.range(0, 100).map(t -> t % 90).sum();
        for (IntView view : views) {
            assertThat(view.toArray()).containsOnly(sum);
        }
    }
}
