package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.param.IntParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

abstract class DynamicRangeContract extends Contract {
    private static final int[] SIZES = {0, 1, 31, 33, 2047, 2048, 2049, 4096, 9_001, 10_000};
    private static final int MOST = 10_000;

    @Test
    void each_run_has_as_many_indexes_as_the_param_said_at_its_submit() {
        IntParam n = IntParam.of("n", 0).within(0, MOST);
        IntView x = ints("x", SIZES.length, MOST);
        IntView run = ints("run");
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("store", RangePolicy.of(n), i -> x.set(run.get(), i, i + 1))
                        .then("next", () -> run.set(run.get() + 1)));
        for (int size : SIZES) {
            n.set(size);
            exec.submit();
        }
        n.set(7);
        space().fence();
        int[] all = x.toArray();
        for (int r = 0; r < SIZES.length; r++) {
            for (int i = 0; i < MOST; i++) {
                assertThat(all[r * MOST + i]).isEqualTo(i < SIZES[r] ? i + 1 : 0);
            }
        }
    }

    @Test
    void the_number_that_a_node_has_written_is_the_size_of_the_next() {
        IntView x = intsOf("x", new Random(1).ints(MOST, 0, 100).toArray());
        IntView limit = ints("limit");
        IntView kept = ints("kept", MOST);
        IntView count = ints("count");
        LongView sum = longs("sum");
        RangePolicy survivors = RangePolicy.of(count, MOST);
        ExecutableGraph exec = instantiate(root -> root.then("reset", () -> limit.set(limit.get() + 10))
                .thenParallelScan(
                        "compact",
                        RangePolicy.of(MOST),
                        i -> x.get(i) < limit.get() ? 1 : 0,
                        (i, at) -> {
                            if (x.get(i) < limit.get()) {
                                kept.set(at, x.get(i));
                            }
                            if (i == MOST - 1) {
                                count.set(at + (x.get(i) < limit.get() ? 1 : 0));
                            }
                        },
                        Scan.exclusiveInt())
                .thenParallelReduce("sum", survivors, Sum.into(sum, i -> (long) kept.get(i)))
                .thenParallelFor("clear", survivors, i -> kept.set(i, -1)));
        for (int most = 10; most <= 120; most += 10) {
            int limitNow = most;
            run(exec);
            int[] now = Arrays.stream(x.toArray()).filter(v -> v < limitNow).toArray();
            assertThat(count.toArray()).containsExactly(now.length);
            assertThat(sum.toArray()).containsExactly(Arrays.stream(now).sum());
            assertThat(Arrays.stream(kept.toArray()).filter(v -> v == -1).count())
                    .isEqualTo(now.length);
        }
    }

    @Test
    void reductions_and_scans_have_the_bits_of_a_graph_with_that_size() {
        DoubleView x = doublesOf("x", new Random(2).doubles(MOST, -1, 1).toArray());
        IntParam n = IntParam.of("n", 0).within(0, MOST);
        IntParam first = IntParam.of("first", 0).within(0, MOST);
        Results live = new Results(x);
        ExecutableGraph ofParam = instantiate(live.graph(RangePolicy.of(n)));
        ExecutableGraph ofBoth = instantiate(live.graph(RangePolicy.of(first, n)));
        IntView from = ints("from");
        IntView to = ints("to");
        ExecutableGraph ofViews = instantiate(root -> root.then("bounds", () -> {
                    from.set(first.get());
                    to.set(n.get());
                })
                .thenGraph("all", live.graph(RangePolicy.of(from, to, MOST))));
        for (int size : SIZES) {
            n.set(size);
            first.set(0);
            run(live.graph(RangePolicy.of(size)));
            List<Object> wanted = live.take();
            for (ExecutableGraph exec : List.of(ofParam, ofBoth, ofViews)) {
                run(exec);
                assertThat(live.take()).isEqualTo(wanted);
            }
            first.set(size / 3);
            run(live.graph(RangePolicy.of(size / 3, size)));
            wanted = live.take();
            for (ExecutableGraph exec : List.of(ofBoth, ofViews)) {
                run(exec);
                assertThat(live.take()).isEqualTo(wanted);
            }
        }
    }

    /** The results of a graph of reductions and scans. */
    private final class Results {
        private final DoubleView x;
        private final DoubleView sum = doubles("sum");
        private final DoubleView least = doubles("least");
        private final LongView at = longs("at");
        private final DoubleView most = doubles("most");
        private final DoubleView odd = doubles("odd");
        private final DoubleView before = doubles("before", MOST);
        private final LongView with = longs("with", MOST);

        Results(DoubleView x) {
            this.x = x;
        }

        Graph graph(RangePolicy range) {
            DoubleView values = x;
            DoubleView prefix = before;
            LongView counts = with;
            return Graph.define("results", root -> {
                root.thenFill("none", prefix, -7)
                        .thenParallelScan(
                                "real", range, i -> values.get(i), (i, s) -> prefix.set(i, s), Scan.exclusiveDouble());
                root.thenFill("zeros", counts, 0)
                        .thenParallelScan("long", range, i -> 3L * i, (i, s) -> counts.set(i, s), Scan.inclusiveLong());
                root.thenParallelReduce(
                        "several",
                        range,
                        Sum.into(sum, i -> values.get(i)),
                        MinLoc.into(least, at, i -> values.get(i)),
                        Max.into(most, i -> values.get(i)));
                root.thenParallelReduce(
                        "custom", range, Custom.into(odd, 0.125, (a, b) -> b + 0.5 * (a - 0.125), i -> values.get(i)));
            });
        }

        List<Object> take() {
            List<Object> all = new ArrayList<>();
            for (DoubleView view : List.of(sum, least, most, odd)) {
                all.add(Double.doubleToRawLongBits(view.toArray()[0]));
            }
            all.add(Arrays.hashCode(before.toArray()));
            all.add(at.toArray()[0]);
            all.add(Arrays.hashCode(with.toArray()));
            return all;
        }
    }

    @Test
    void a_scan_over_few_of_very_many_indexes_is_that_of_the_few() {
        int most = 2_100_000;
        IntParam n = IntParam.of("n", 0).within(0, most);
        IntView x = ints("x", most);
        ExecutableGraph exec = instantiate(root -> root.thenParallelScan(
                "s", RangePolicy.of(n), i -> 1, (i, s) -> x.set(i, x.get(i) + s), Scan.inclusiveInt()));
        int[] wanted = new int[most];
        for (int size : new int[] {0, 5_000, 70_001, 3, 140_000, most, 2048}) {
            n.set(size);
            exec.submit();
            for (int i = 0; i < size; i++) {
                wanted[i] += i + 1;
            }
        }
        space().fence();
        assertThat(x.toArray()).isEqualTo(wanted);
    }

    @Test
    void a_live_range_may_stand_in_loops_and_use_memory_of_the_graph() {
        IntView left = ints("left");
        LongView total = longs("total");
        LongView part = longs("part");
        ExecutableGraph exec = instantiate(root -> {
            var size = root.thenAllocate("size", IntView.spec());
            IntView n = size.view();
            Graph pass = Graph.define(
                    "pass",
                    body -> body.then("take", () -> n.set(left.get() * 100))
                            .thenParallelReduce("sum", RangePolicy.of(n, 1000), Sum.into(part, i -> 1L))
                            .then("next", () -> {
                                total.set(total.get() + part.get());
                                left.set(left.get() - 1);
                            }));
            size.then("begin", () -> left.set(10))
                    .thenWhile("loop", () -> left.get() > 0, pass)
                    .thenFree("end", n);
        });
        exec.submit();
        run(exec);
        assertThat(total.toArray()).containsExactly(2 * 5500);
    }

    @Test
    void a_bound_outside_of_its_limits_fails_the_run_and_the_node_runs_over_nothing() {
        IntView n = ints("n");
        IntView x = ints("x", 200);
        LongView sum = longs("sum");
        for (int size : new int[] {101, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.then("size", () -> n.set(size))
                            .thenParallelFor("store", RangePolicy.of(n, 100), i -> x.set(i, 1)));
            ExecutableGraph exec = instantiate(graph);
            assertThat(failure(exec))
                    .hasMessage("R313: " + name(graph, "store")
                            + " fails: its range is [0, view 'n') in [0, 100), and the bounds are 0 and " + size
                            + " in this run, so that it ran over nothing; keep them inside of the limits, the begin not"
                            + " behind the end")
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("R313: its range is [0, view 'n') in [0, 100)");
            assertThat(x.toArray()).containsOnly(0);
        }
        Graph reduce = Graph.define(
                "reduce", root -> root.thenParallelReduce("sum", RangePolicy.of(n, 100), Sum.into(sum, i -> 1L)));
        instantiate(reduce).submit();
        assertThat(failure()).hasMessageStartingWith("R313: " + name(reduce, "sum") + " fails: its range is ");
        assertThat(sum.toArray()).containsExactly(0);
        Graph scan = Graph.define(
                "scan",
                root -> root.thenParallelScan(
                        "s", RangePolicy.of(n, 100), i -> 1, (i, s) -> x.set(i, s), Scan.inclusiveInt()));
        instantiate(scan).submit();
        assertThat(failure()).hasMessageStartingWith("R313: " + name(scan, "s") + " fails: its range is ");
        assertThat(x.toArray()).containsOnly(0);
    }

    @Test
    void a_begin_behind_the_end_fails_one_run_and_not_the_next() {
        IntParam begin = IntParam.of("begin", 60).within(0, 100);
        IntParam end = IntParam.of("end", 50).within(10, 90);
        IntView x = ints("x", 100);
        Graph graph =
                Graph.define("g", root -> root.thenParallelFor("store", RangePolicy.of(begin, end), i -> x.set(i, 1)));
        ExecutableGraph exec = instantiate(graph);
        assertThat(failure(exec))
                .hasMessage("R313: " + name(graph, "store")
                        + " fails: its range is [param 'begin', param 'end') in [0, 90), and the bounds are 60 and 50 in this"
                        + " run, so that it ran over nothing; keep them inside of the limits, the begin not behind the"
                        + " end");
        begin.set(48);
        run(exec);
        assertThat(IntStream.of(x.toArray()).sum()).isEqualTo(2);
    }

    @Test
    void who_writes_the_size_comes_before() {
        IntView n = ints("n");
        IntView x = ints("x", 100);
        Graph graph = Graph.define("g", root -> {
            root.then("size", () -> n.set(5));
            root.thenParallelFor("store", RangePolicy.of(n, 100), i -> x.set(i, 1));
        });
        assertThat(refusal(graph))
                .hasMessageStartingWith("G102: in graph 'g' the nodes 'size' and 'store' touch view 'n' in no fixed"
                        + " order: 'size' writes it");
    }

    @Test
    void a_node_may_not_write_its_own_size() {
        IntView n = ints("n");
        Graph kernel =
                Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(n, 1), i -> n.set(n.get() + 1)));
        String line = node(kernel, "k").where().toString();
        assertThat(refusal(kernel))
                .hasMessageContaining("G132: " + name(kernel, "k") + " changes view 'n' at " + line
                        + ", which gives the size of its range\n"
                        + "      Write the new size into another view, and use that one for the nodes after it.");
        Graph reduce =
                Graph.define("g", root -> root.thenParallelReduce("r", RangePolicy.of(n, 10), Sum.into(n, i -> 1)));
        assertThat(refusal(reduce))
                .hasMessageContaining("G132: " + name(reduce, "r")
                        + " changes view 'n' as its result, which gives the size of its range");
    }

    @Test
    void proofs_and_checks_use_the_largest_range() {
        IntParam n = IntParam.of("n", 3).within(0, 20);
        IntView x = ints("x", 10);
        Graph graph = Graph.define("g", root -> root.thenParallelFor("store", RangePolicy.of(n), i -> x.set(i, 1)));
        ExecutableGraph exec = instantiate(graph);
        run(exec);
        assertThat(IntStream.of(x.toArray()).sum()).isEqualTo(3);
        n.set(11);
        assertThat(failure(exec))
                .hasMessageStartingWith("R301: " + name(graph, "store"))
                .hasMessageContaining("(10)");
        IntParam some = IntParam.of("some", 3).within(0, 10);
        ExecutableGraph proven = instantiate(root -> root.thenParallelFor("all", RangePolicy.of(some), i -> {
            x.set(i, 2);
        }));
        assertThat(proven.warnings()).isEmpty();
    }

    @Test
    void wrong_bounds_are_refused_where_the_policy_is_made() {
        IntParam free = IntParam.of("n", 5);
        IntParam negative = IntParam.of("m", 5).within(-1, 10);
        IntParam low = IntParam.of("low", 1).within(0, 3);
        IntParam high = IntParam.of("high", 5).within(4, 9);
        IntView list = ints("list", 3);
        IntView n = ints("n");
        assertThatThrownBy(() -> RangePolicy.of(free).size())
                .hasMessage("G005: RangePolicy of IntParam 'n' = 5, which is not declared within bounds of 0 or more;"
                        + " declare it with within(0, max)");
        assertThatThrownBy(() -> RangePolicy.of(negative).size())
                .hasMessage("G005: RangePolicy of IntParam 'm' = 5, which is not declared within bounds of 0 or more;"
                        + " declare it with within(0, max)");
        assertThatThrownBy(() -> RangePolicy.of(4, low).size())
                .hasMessage(
                        "G005: RangePolicy from 4 to param 'low' within [0, 3]; use a begin of 0 or more that is not"
                                + " behind all ends");
        assertThatThrownBy(() -> RangePolicy.of(high, low).size())
                .hasMessage(
                        "G005: RangePolicy from param 'high' of at least 4 to param 'low' of at most 3, which has no"
                                + " index ever; use bounds that meet");
        assertThatThrownBy(() -> RangePolicy.of(list, 3).size())
                .hasMessage("G005: RangePolicy whose size is view 'list' of rank 1; use a view of rank 0, or"
                        + " RangePolicy.over(view) for its elements");
        assertThatThrownBy(() -> RangePolicy.of(n, -1).size())
                .hasMessage("G005: RangePolicy of view 'n' of at most -1; use a maximum of 0 or more");
    }

    @Test
    void eager_calls_take_the_size_that_they_find() {
        IntParam p = IntParam.of("p", 0).within(0, 100);
        IntView n = ints("n");
        IntView x = ints("x", 100);
        for (int k = 0; k < 4; k++) {
            p.set(10 * k);
            space().parallelFor("params", RangePolicy.of(p), i -> x.set(i, x.get(i) + 1));
            space().parallelFor("size", RangePolicy.of(1), i -> n.set(n.get() + 5));
            space().parallelFor("views", RangePolicy.of(n, 100), i -> x.set(i, x.get(i) + 100));
        }
        space().fence();
        int[] wanted = new int[100];
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < 100; i++) {
                wanted[i] += (i < 10 * k ? 1 : 0) + (i < 5 * (k + 1) ? 100 : 0);
            }
        }
        assertThat(x.toArray()).isEqualTo(wanted);
    }

    @Test
    void blocks_and_chunks_change_no_result() {
        IntParam n = IntParam.of("n", 777).within(0, MOST);
        IntView x = ints("x", MOST);
        RangePolicy range = RangePolicy.of(n).withBlock(64).withChunk(10);
        assertThat(range)
                .isEqualTo(RangePolicy.of(n).withBlock(64).withChunk(10))
                .isNotEqualTo(RangePolicy.of(MOST));
        assertThat(range).hasToString("[0, param 'n') in [0, 10000)");
        run(root -> root.thenParallelFor("a", range, i -> x.set(i, 1))
                .thenParallelFor("b", range, i -> x.set(i, x.get(i) + i))
                .thenParallelFor("c", IndexSet.of(0, 9_999), i -> x.set(i, -1)));
        assertThat(IntStream.of(x.toArray()).filter(v -> v != 0).count()).isEqualTo(778);
    }
}
