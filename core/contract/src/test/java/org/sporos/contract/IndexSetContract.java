package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.LogicalOr;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Loops, reductions and scans over lists of indexes. */
abstract class IndexSetContract extends Contract {
    private static final int N = 5000;

    /** Returns some distinct indexes below a bound, in no order. */
    private static int[] some(Random random, int size, int bound) {
        int[] all = IntStream.range(0, bound).toArray();
        for (int k = 0; k < size; k++) {
            int from = k + random.nextInt(bound - k);
            int value = all[from];
            all[from] = all[k];
            all[k] = value;
        }
        return Arrays.copyOf(all, size);
    }

    private static List<String> codes(ExecutableGraph exec) {
        return exec.warnings().stream().map(Diagnostic::code).toList();
    }

    private static double sum(double[] values) {
        return Reference.reduce(values.length, 0, Double::sum, p -> values[p]);
    }

    @Test
    void the_body_is_called_once_with_each_element() {
        Random random = new Random(7);
        for (int size : new int[] {0, 1, 2, 33, 2049, N}) {
            int[] elements = some(random, size, N);
            IntView x = ints("x", N);
            run(root -> root.thenParallelFor("mark", IndexSet.of(elements), i -> x.set(i, x.get(i) + 7 * i + 1)));
            int[] expected = new int[N];
            Arrays.stream(elements).forEach(i -> expected[i] = 7 * i + 1);
            assertThat(x.toArray()).as("%d elements", size).isEqualTo(expected);
        }
    }

    @Test
    void random_sets_do_what_a_plain_loop_does() {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("index sets on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 12; round++) {
            int bound = 1 + random.nextInt(6000);
            int shift = random.nextInt(3) == 0 ? 0 : random.nextInt(20_000) - 10_000;
            int[] elements = Arrays.stream(some(random, random.nextInt(bound + 1), bound))
                    .map(i -> i + shift)
                    .toArray();
            if (random.nextBoolean()) {
                Arrays.sort(elements);
            }
            String what = "round " + round + " of seed " + seed;
            compare(elements, shift, bound, random.nextBoolean(), what);
        }
    }

    private void compare(int[] elements, int shift, int bound, boolean promised, String what) {
        DoubleView x = doubles("x", bound);
        DoubleView y = doubles("y", bound);
        DoubleView sum = doubles("sum");
        DoubleView best = doubles("best");
        LongView at = longs("at");
        LongView prefix = longs("prefix", bound);
        IntView list = intsOf("list", elements);
        IndexSet set = promised ? IndexSet.assumeDistinct(list) : IndexSet.of(elements);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor(
                        "x", set, i -> x.set(i - shift, 1.0 / (i + 0.5) + 0.25 * x.get(i - shift)))
                .thenParallelFor("y", set, i -> y.set(i - shift, Math.sqrt(Math.abs(x.get(i - shift)))))
                .thenParallelReduce("reduce", set, Sum.into(sum, i -> y.get(i - shift)), MinLoc.into(best, at, i ->
                        (double) Math.floorMod(i, 97)))
                .thenParallelScan(
                        "scan",
                        set,
                        i -> (long) i,
                        (i, before) -> prefix.set(i - shift, before),
                        Scan.exclusiveLong()));
        exec.submit();
        run(exec);
        double[] ex = new double[bound];
        double[] ey = new double[bound];
        long[] scanned = new long[bound];
        double[] contributions = new double[elements.length];
        double least = Double.POSITIVE_INFINITY;
        long where = -1;
        long before = 0;
        for (int p = 0; p < elements.length; p++) {
            int i = elements[p];
            double once = 1.0 / (i + 0.5) + 0.25 * 0.0;
            ex[i - shift] = 1.0 / (i + 0.5) + 0.25 * once;
            ey[i - shift] = Math.sqrt(Math.abs(ex[i - shift]));
            contributions[p] = ey[i - shift];
            if (Math.floorMod(i, 97) < least) {
                least = Math.floorMod(i, 97);
                where = i;
            }
            scanned[i - shift] = before;
            before += i;
        }
        assertThat(x.toArray()).as("x, %s", what).isEqualTo(ex);
        assertThat(y.toArray()).as("y, %s", what).isEqualTo(ey);
        assertThat(sum.toArray()).as("sum, %s", what).containsExactly(sum(contributions));
        assertThat(best.toArray()).as("best, %s", what).containsExactly(least);
        assertThat(at.toArray()).as("at, %s", what).containsExactly(where);
        assertThat(prefix.toArray()).as("prefix, %s", what).isEqualTo(scanned);
    }

    @Test
    void reductions_of_all_types_take_the_elements() {
        int[] elements = some(new Random(3), 3000, 100_000);
        IntView ints = ints("ints");
        LongView longs = longs("longs");
        FloatView floats = floats("floats");
        IntView any = ints("any");
        LongView maxAt = longs("max at");
        IntView max = ints("max");
        IndexSet set = IndexSet.of(elements);
        run(root -> {
            root.thenParallelReduce(
                    "all",
                    set,
                    Sum.into(ints, i -> i),
                    Sum.into(longs, i -> (long) i * i),
                    Max.into(floats, i -> (float) i),
                    LogicalOr.into(any, i -> i == 100_001),
                    MaxLoc.into(max, maxAt, i -> i / 10_000));
        });
        assertThat(ints.toArray()).containsExactly(Arrays.stream(elements).sum());
        assertThat(longs.toArray())
                .containsExactly(
                        Arrays.stream(elements).mapToLong(i -> (long) i * i).sum());
        assertThat(floats.toArray())
                .containsExactly(Arrays.stream(elements).max().orElseThrow());
        assertThat(any.toArray()).containsExactly(0);
        int first = Arrays.stream(elements).filter(i -> i >= 90_000).findFirst().orElseThrow();
        assertThat(max.toArray()).containsExactly(9);
        assertThat(maxAt.toArray()).containsExactly(first);
    }

    @Test
    void an_empty_set_runs_nothing_and_gives_the_identity() {
        IntView x = intsOf("x", 1, 2, 3);
        DoubleView sum = doublesOf("sum", 5).subview(Slice.at(0));
        DoubleView best = doubles("best");
        LongView at = longs("at");
        IndexSet none = IndexSet.of();
        run(root -> root.thenParallelFor("for", none, i -> x.set(i, 9))
                .thenParallelReduce("reduce", none, Sum.into(sum, i -> x.get(i)), MinLoc.into(best, at, i -> x.get(i)))
                .thenParallelScan("scan", none, i -> x.get(i), (i, s) -> x.set(i, s), Scan.inclusiveInt()));
        assertThat(x.toArray()).containsExactly(1, 2, 3);
        assertThat(sum.toArray()).containsExactly(0);
        assertThat(best.toArray()).containsExactly(Double.POSITIVE_INFINITY);
        assertThat(at.toArray()).containsExactly(-1);
        assertThat(none).hasToString("{}");
    }

    @Test
    void changes_of_the_array_do_not_reach_the_set() {
        int[] elements = {4, 2};
        IndexSet set = IndexSet.of(elements);
        elements[0] = 0;
        IntView x = ints("x", 5);
        run(root -> root.thenParallelFor("mark", set, i -> x.set(i, 1)));
        assertThat(x.toArray()).containsExactly(0, 0, 1, 0, 1);
    }

    @Test
    void one_copy_of_a_set_serves_all_and_goes_with_the_last_executable() {
        IndexSet set = IndexSet.of(IntStream.range(0, N).map(i -> N - 1 - i));
        IntView x = ints("x", N);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("a", set, i -> x.set(i, i))
                        .thenParallelFor("b", set.withChunk(100), i -> x.set(i, x.get(i) + 1)));
        long before = space().memorySpace().statistics().liveAllocations();
        ExecutableGraph first = graph.instantiate(space());
        long withOne = space().memorySpace().statistics().liveAllocations();
        ExecutableGraph second = graph.instantiate(space());
        long withTwo = space().memorySpace().statistics().liveAllocations();
        first.close();
        run(second);
        second.close();
        assertThat(withTwo - withOne).isLessThan(withOne - before + 1);
        assertThat(space().memorySpace().statistics().liveAllocations()).isEqualTo(before);
        assertThat(x.toArray()).isEqualTo(IntStream.range(0, N).map(i -> i + 1).toArray());
        ExecutableGraph again = instantiate(graph);
        run(again);
        assertThat(again.graph()).isSameAs(graph);
    }

    @Test
    void a_gather_and_scatter_by_a_set_is_no_possible_race() {
        int[] elements = some(new Random(5), 900, N);
        IntView list = intsOf("list", elements);
        DoubleView x = doubles("x", N);
        ExecutableGraph byHand = instantiate(root -> root.thenParallelFor("scatter", RangePolicy.of(900), p -> {
            int i = list.get(p);
            x.set(i, x.get(i) + 1);
        }));
        assertThat(codes(byHand)).contains("G111");
        for (IndexSet set : List.of(IndexSet.of(elements), IndexSet.assumeDistinct(list))) {
            ExecutableGraph bySet =
                    instantiate(root -> root.thenParallelFor("scatter", set, i -> x.set(i, x.get(i) + 1)));
            assertThat(bySet.warnings()).isEmpty();
        }
    }

    @Test
    void what_is_scattered_by_another_list_may_still_race() {
        IntView map = ints("map", N);
        DoubleView x = doubles("x", N);
        IndexSet set = IndexSet.of(3, 7, 5);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor("scatter", set, i -> x.set(map.get(i), i)));
        assertThat(codes(exec)).containsExactly("G111");
    }

    @Test
    void elements_that_meet_only_outside_of_the_set_are_no_certain_race() {
        IntView x = ints("x", N);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("halves", IndexSet.of(0, 2, 4, 8), i -> x.set(i / 2, i)));
        assertThat(codes(exec)).containsExactly("G111");
        run(exec);
        assertThat(Arrays.copyOf(x.toArray(), 5)).containsExactly(0, 2, 4, 0, 8);
    }

    @Test
    void one_element_for_all_is_a_race() {
        IntView x = ints("x", N);
        for (IndexSet set : List.of(IndexSet.of(3, 9), IndexSet.assumeDistinct(intsOf("list", 4, 8)))) {
            GraphException refusal = refusal(root -> root.thenParallelFor("all", set, i -> x.set(0, i)));
            assertThat(refusal).hasMessageStartingWith("G110: ");
        }
        for (IndexSet set : List.of(IndexSet.of(3), IndexSet.assumeDistinct(intsOf("list", 4)))) {
            run(root -> root.thenParallelFor("one", set, i -> x.set(0, i)));
        }
        assertThat(x.toArray()[0]).isEqualTo(4);
    }

    @Test
    void colours_beside_each_other_are_no_race() {
        DoubleView x = doubles("x", N);
        IndexSet red = IndexSet.of(IntStream.range(0, N).filter(i -> i % 3 == 0));
        IndexSet black = IndexSet.of(IntStream.range(0, N).filter(i -> i % 3 == 1));
        IndexSet white = IndexSet.of(IntStream.range(0, N).filter(i -> i % 3 == 2));
        ExecutableGraph exec = instantiate(root -> {
            root.thenParallelFor("red", red, i -> x.set(i, x.get(i) + 1));
            root.thenParallelFor("black", black, i -> x.set(i, x.get(i) + 2));
            root.thenParallelFor("white", white, i -> x.set(i, x.get(i) + 3));
        });
        assertThat(exec.warnings()).isEmpty();
        run(exec);
        assertThat(x.toArray())
                .isEqualTo(IntStream.range(0, N).mapToDouble(i -> i % 3 + 1).toArray());
    }

    @Test
    void neighbours_of_the_other_colour_are_a_possible_race() {
        DoubleView x = doubles("x", N);
        IndexSet red = IndexSet.of(IntStream.range(1, N - 1).filter(i -> i % 2 == 0));
        IndexSet black = IndexSet.of(IntStream.range(1, N - 1).filter(i -> i % 2 == 1));
        GraphException refusal = refusal(root -> {
            root.thenParallelFor("red", red, i -> x.set(i, x.get(i - 1) + x.get(i + 1)));
            root.thenParallelFor("black", black, i -> x.set(i, x.get(i - 1) + x.get(i + 1)));
        });
        assertThat(refusal).hasMessageStartingWith("G102: ");
        ExecutableGraph inTurns =
                instantiate(root -> root.thenParallelFor("red", red, i -> x.set(i, x.get(i - 1) + x.get(i + 1)))
                        .thenParallelFor("black", black, i -> x.set(i, x.get(i - 1) + x.get(i + 1))));
        assertThat(inTurns.warnings()).isEmpty();
    }

    @Test
    void sets_with_a_common_element_race() {
        DoubleView x = doubles("x", N);
        GraphException refusal = refusal(root -> {
            root.thenParallelFor("left", IndexSet.of(1, 500, 30), i -> x.set(i, 1));
            root.thenParallelFor("right", IndexSet.of(2, 400, 30), i -> x.set(i, 2));
        });
        assertThat(refusal).hasMessageStartingWith("G102: ").hasMessageContaining("'left'");
        GraphException withRange = refusal(root -> {
            root.thenParallelFor("set", IndexSet.of(1, 500, 30), i -> x.set(i, 1));
            root.thenParallelFor("range", RangePolicy.of(400, 600), i -> x.set(i, 2));
        });
        assertThat(withRange).hasMessageStartingWith("G102: ");
        ExecutableGraph apart = instantiate(root -> {
            root.thenParallelFor("set", IndexSet.of(1, 500, 30), i -> x.set(i, 1));
            root.thenParallelFor("range", RangePolicy.of(40, 400), i -> x.set(i, 2));
            root.thenParallelFor("shifted", IndexSet.of(1000, 1499, 1029), i -> x.set(i - 998, 3));
        });
        assertThat(apart.warnings()).isEmpty();
    }

    @Test
    void a_list_made_on_the_device_is_run_over() {
        IntView flags = intsOf(
                "flags", IntStream.range(0, N).map(i -> i % 7 == 3 ? 1 : 0).toArray());
        int count = (int) IntStream.range(0, N).filter(i -> i % 7 == 3).count();
        IntView room = ints("room", N);
        IntView list = room.subview(Slice.range(0, count));
        IntView x = ints("x", N);
        ExecutableGraph exec = instantiate(root -> root.thenParallelScan(
                        "compact",
                        RangePolicy.of(N),
                        i -> flags.get(i),
                        (i, place) -> {
                            if (flags.get(i) == 1) {
                                room.set(place, i);
                            }
                        },
                        Scan.exclusiveInt())
                .thenParallelFor("mark", IndexSet.assumeDistinct(list), i -> x.set(i, i)));
        run(exec);
        assertThat(x.toArray())
                .isEqualTo(IntStream.range(0, N).map(i -> i % 7 == 3 ? i : 0).toArray());
        flags.assign(IntStream.range(0, N).map(i -> i % 7 == 4 ? 1 : 0).toArray());
        run(exec);
        assertThat(x.toArray())
                .isEqualTo(IntStream.range(0, N)
                        .map(i -> i % 7 == 3 || i % 7 == 4 ? i : 0)
                        .toArray());
    }

    @Test
    void a_promised_list_may_be_strided() {
        IntView pairs = ints("pairs", 20, 2);
        pairs.assign(
                IntStream.range(0, 40).map(k -> k % 2 == 0 ? -1 : k / 2 * 3).toArray());
        IntView column = pairs.subview(Slice.all(), Slice.at(1));
        IntView x = ints("x", 60);
        LongView at = longs("at");
        IntView max = ints("max");
        run(root -> root.thenParallelFor("mark", IndexSet.assumeDistinct(column), i -> x.set(i, 1))
                .thenParallelReduce(
                        "max", IndexSet.assumeDistinct(column), MaxLoc.into(max, at, i -> x.get(i) * i % 50)));
        assertThat(x.toArray())
                .isEqualTo(IntStream.range(0, 60).map(i -> i % 3 == 0 ? 1 : 0).toArray());
        assertThat(max.toArray()).containsExactly(48);
        assertThat(at.toArray()).containsExactly(48);
    }

    @Test
    void a_kernel_may_read_the_list_that_it_runs_over() {
        IntView list = intsOf("list", 4, 9, 2);
        IntView x = ints("x", 10);
        ExecutableGraph exec = run(root ->
                root.thenParallelFor("use", IndexSet.assumeDistinct(list), i -> x.set(i, list.get(1) + 10 * i)));
        assertThat(exec.warnings()).isEmpty();
        assertThat(x.toArray()).containsExactly(0, 0, 29, 0, 49, 0, 0, 0, 0, 99);
    }

    @Test
    void the_list_of_a_node_is_read_by_it() {
        IntView list = intsOf("list", 4, 8);
        IntView x = ints("x", 10);
        GraphException refusal = refusal(root -> {
            root.thenParallelFor("fill", RangePolicy.of(2), i -> list.set(i, i));
            root.thenParallelFor("use", IndexSet.assumeDistinct(list), i -> x.set(i, 1));
        });
        assertThat(refusal).hasMessageStartingWith("G102: ").hasMessageContaining("view 'list'");
    }

    @Test
    void a_node_must_not_change_its_own_list() {
        IntView room = ints("room", 20);
        IntView list = room.subview(Slice.range(0, 5));
        GraphException refusal =
                refusal(root -> root.thenParallelFor("own", IndexSet.assumeDistinct(list), i -> room.set(i, i + 1)));
        assertThat(refusal.getMessage().replaceAll("\\w+\\.java:\\d+", "LINE"))
                .startsWith(
                        "G131: node 'own' (LINE) of graph 'g' changes view 'room' at LINE, which gives the index set"
                                + " that it runs over\n      Write the new indexes into another view, and run over that one"
                                + " next.");
        IntView rest = room.subview(Slice.range(5, 20));
        ExecutableGraph beside =
                instantiate(root -> root.thenParallelFor("beside", IndexSet.assumeDistinct(list), i -> rest.set(i, 1)));
        assertThat(beside.warnings()).isEmpty();
    }

    @Test
    void a_run_reads_the_list_that_was_written_before_its_submit() {
        IntView list = intsOf("list", 1, 2);
        IntView x = ints("x", 5);
        ExecutableGraph exec = instantiate(root ->
                root.thenParallelFor("add", IndexSet.assumeDistinct(list), i -> x.set(i, x.get(i) + 1)));
        exec.submit();
        list.assign(2, 3);
        exec.submit();
        assertThat(x.toArray()).containsExactly(0, 1, 2, 1, 0);
    }

    @Test
    void strict_mode_finds_a_broken_promise() {
        assumeTrue(spec().contains("strict"), "only strict mode checks promises");
        IntView list = intsOf("list", 4, 2, 4, 1);
        IntView x = ints("x", 10);
        IntView sum = ints("sum");
        Graph loop =
                Graph.define("g", root -> root.thenParallelFor("use", IndexSet.assumeDistinct(list), i -> x.set(i, 1)));
        Graph reduce = Graph.define(
                "g", root -> root.thenParallelReduce("use", IndexSet.assumeDistinct(list), Sum.into(sum, i -> i)));
        for (Graph graph : List.of(loop, reduce)) {
            ExecutableGraph exec = instantiate(graph);
            GraphRunException failure = failure(exec);
            assertThat(failure)
                    .hasMessage("R312: " + name(graph, "use")
                            + " fails: view 'list' is promised to have distinct elements and has 4 at positions 0 and 2;"
                            + " fill it with each index once, or run over its positions and use atomics");
            list.assign(4, 2, 3, 1);
            run(exec);
            list.assign(4, 2, 4, 1);
        }
        assertThat(sum.toArray()).containsExactly(10);
    }

    @Test
    void duplicates_are_refused() {
        assertThatThrownBy(() -> IndexSet.of(5, 3, 9, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "G130: an IndexSet holds 3 twice, at positions 1 and 3; its indexes must be distinct: leave out"
                                + " what is there already, as in IndexSet.of(stream.distinct())");
        assertThatThrownBy(() -> IndexSet.of(Integer.MAX_VALUE, Integer.MIN_VALUE, 0, Integer.MIN_VALUE))
                .hasMessageStartingWith("G130: an IndexSet holds -2147483648 twice, at positions 1 and 3");
    }

    @Test
    void elements_outside_of_a_view_are_refused_where_that_is_certain() {
        IntView x = ints("x", 100);
        for (IndexSet set : List.of(IndexSet.of(3, 100, 7), IndexSet.of(99, -1, 7), IndexSet.of(100))) {
            GraphException refusal = refusal(root -> root.thenParallelFor("out", set, i -> x.set(i, 1)));
            assertThat(refusal).hasMessageStartingWith("G112: node 'out'").hasMessageContaining("view 'x'");
        }
        ExecutableGraph guarded = instantiate(root -> root.thenParallelFor("in", IndexSet.of(3, 1000, 7), i -> {
            if (i < 100) {
                x.set(i, 1);
            }
        }));
        assertThat(guarded.warnings()).isEmpty();
        ExecutableGraph neverThere = instantiate(root -> root.thenParallelFor("gap", IndexSet.of(3, 1000, 7), i -> {
            if (i > 50 && i < 900) {
                x.set(i + 100, 1);
            }
        }));
        run(neverThere);
    }

    @Test
    void a_failure_names_the_element() {
        IntView x = ints("x", 100);
        IntView big = intsOf("big", 0, 0, 0, 200, 0);
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("out", IndexSet.of(4, 1, 3), i -> x.set(big.get(i), 1)));
        assertThat(failure(exec))
                .hasMessageStartingWith("R301: node 'out'")
                .hasMessageContaining("in work item 3, position 2 of {3 in [1, 4]}");
    }

    @Test
    void loops_over_one_set_are_merged_and_keep_their_bits() {
        int[] elements = some(new Random(11), 2500, N);
        for (Merging merging : Merging.values()) {
            IntView x = ints("x", N);
            IntView y = ints("y", N);
            IntView z = ints("z", N);
            IndexSet set = IndexSet.of(elements);
            ExecutableGraph exec = instantiate(
                    root -> root.thenFill("seven", z, 7)
                            .thenParallelFor("a", set, i -> x.set(i, i))
                            .thenParallelFor("b", set, i -> y.set(i, x.get(i) + 1))
                            .thenParallelFor("c", RangePolicy.of(elements.length), i -> z.set(i, y.get(i)))
                            .thenParallelFor("d", set, i -> z.set(i, z.get(i) + y.get(i))),
                    merging);
            run(exec);
            int[] ey = new int[N];
            int[] ez = new int[N];
            Arrays.fill(ez, 7);
            Arrays.stream(elements).forEach(i -> ey[i] = i + 1);
            System.arraycopy(ey, 0, ez, 0, elements.length);
            Arrays.stream(elements).forEach(i -> ez[i] += ey[i]);
            assertThat(y.toArray()).isEqualTo(ey);
            assertThat(z.toArray()).as("z, %s", merging).isEqualTo(ez);
        }
    }

    @Test
    void a_set_of_all_indexes_in_another_order_is_not_a_range() {
        IntView x = ints("x", N);
        IntView y = ints("y", N);
        IndexSet reversed = IndexSet.of(IntStream.range(0, N).map(i -> N - 1 - i));
        run(root -> root.thenFill("one", x, 1)
                .thenParallelFor("a", RangePolicy.of(N), i -> x.set(i, x.get(i) + i))
                .thenParallelFor("b", reversed, i -> y.set(i, 2 * x.get(i)))
                .thenParallelFor("c", RangePolicy.of(N), i -> x.set(i, y.get(i))));
        assertThat(x.toArray())
                .isEqualTo(IntStream.range(0, N).map(i -> 2 * (i + 1)).toArray());
    }

    @Test
    void bodies_of_conditionals_and_nested_graphs_run_over_sets() {
        IntView x = ints("x", N);
        IntView passes = ints("passes");
        IntView best = ints("best");
        LongView at = longs("at");
        IndexSet set = IndexSet.of(some(new Random(2), 700, N));
        Graph step = Graph.define(
                "step",
                root -> root.thenParallelFor("add", set, i -> x.set(i, x.get(i) + 1))
                        .thenParallelReduce("best", set, MaxLoc.into(best, at, i -> x.get(i) * 10 + i % 10)));
        run(root -> root.thenGraph("once", step)
                .thenWhile("loop", () -> best.get() < 50, step, 100, passes)
                .thenIf("if", () -> best.get() >= 50, step));
        Set<Integer> found = new HashSet<>();
        Arrays.stream(x.toArray()).forEach(found::add);
        assertThat(found).containsExactlyInAnyOrder(0, passes.toArray()[0] + 2);
        assertThat(x.toArray()[(int) at.toArray()[0]]).isPositive();
    }

    @Test
    void closed_views_are_refused_and_used_ones_are_kept() {
        IntView closed = IntView.copyOf("closed", space(), 1, 2);
        IndexSet set = IndexSet.assumeDistinct(closed);
        IntView x = ints("x", 5);
        Graph graph = Graph.define("g", root -> root.thenParallelFor("use", set, i -> x.set(i, i)));
        ExecutableGraph exec = instantiate(graph);
        closed.close();
        run(exec);
        assertThat(x.toArray()).containsExactly(0, 1, 2, 0, 0);
        exec.close();
        assertThat(refusal(graph)).hasMessageStartingWith("S202: node 'use'").hasMessageContaining("view 'closed'");
    }

    @Test
    void views_of_other_ranks_are_refused() {
        IntView table = ints("table", 2, 3);
        assertThatThrownBy(() -> IndexSet.assumeDistinct(table))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("G005: IndexSet of view 'table' of rank 2; use a view of rank 1");
        assertThatThrownBy(() -> IndexSet.assumeDistinct(intsOf("list", 1)).element(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "S240: the elements of {1 of view 'list'} are those that its view has when a node runs; read"
                                + " the view itself");
    }

    @Test
    void a_node_over_a_set_says_so() {
        IntView list = intsOf("list", 1, 2, 3);
        IntView x = ints("x", 100);
        NodeRef[] nodes = new NodeRef[2];
        Graph graph = Graph.define("g", root -> {
            nodes[0] = root.thenParallelFor("a", IndexSet.of(7, 5), i -> x.set(i, 1));
            nodes[1] = nodes[0].thenParallelFor("b", IndexSet.assumeDistinct(list), i -> x.set(i, 1));
        });
        assertThat(nodes[0]).hasToString("#0 a parallelFor{2 in [5, 7]}");
        assertThat(nodes[1]).hasToString("#1 b parallelFor{3 of view 'list'}");
        assertThat(instantiate(graph).explain())
                .contains("#0 a parallelFor{2 in [5, 7]}")
                .contains("#1 b parallelFor{3 of view 'list'}");
    }
}
