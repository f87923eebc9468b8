package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.LogicalAnd;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Task;
import org.sporos.param.DoubleParam;
import org.sporos.param.IntParam;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody4;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/**
 * Boxes of rank 4: loops, reductions, dynamic bounds, merging, failures and checks, against plain loops.
 * {@code -Dsporos.contract.seed=...} repeats a run.
 */
abstract class RankFourContract extends Contract {
    private static final int[] BEGIN = {-3, 2, -1, 5};
    private static final int[] EXTENT = {5, 4, 7, 37};

    /** The box of most tests: 5 x 4 x 7 x 37, with begins on both sides of 0. */
    private static final MDRangePolicy BOX = MDRangePolicy.of(BEGIN, new int[] {2, 6, 6, 42});

    private static int size(int[] extents) {
        return Arrays.stream(extents).reduce(1, (a, b) -> a * b);
    }

    /** Returns the index tuple at a position of a box, in row-major order. */
    private static int[] index(int[] begin, int[] extent, int position) {
        int[] index = new int[4];
        int rest = position;
        for (int d = 3; d >= 0; d--) {
            index[d] = begin[d] + rest % extent[d];
            rest /= extent[d];
        }
        return index;
    }

    private static int weighed(int i, int j, int k, int l) {
        return ((i * 31 + j) * 31 + k) * 31 + l + 1_000_000;
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, 0", "2, 2, 2, 16", "1, 1, 1, 64", "5, 0, 0, 3", "70, 1, 1, 2", "3, 100, 1, 1", "1, 1, 1, 1"})
    void each_index_tuple_is_visited_once_with_any_tile(int tile0, int tile1, int tile2, int tile3) {
        IntView calls = ints("calls", 5, 4, 7, 37);
        MDRangePolicy box = BOX.withTile(tile0, tile1, tile2, tile3);
        run(root -> root.thenParallelFor(
                "k", box, (i, j, k, l) -> calls.atomicAdd(i + 3, j - 2, k + 1, l - 5, weighed(i, j, k, l))));
        int[] expected = new int[size(EXTENT)];
        Arrays.setAll(expected, at -> {
            int[] x = index(BEGIN, EXTENT, at);
            return weighed(x[0], x[1], x[2], x[3]);
        });
        assertThat(calls.toArray()).isEqualTo(expected);
    }

    /** Two indexes share one dimension of a GPU's grid, which has 65535 blocks. */
    @ParameterizedTest
    @CsvSource({"300, 700, 1, 3", "1, 140000, 2, 1", "140000, 1, 1, 2", "2, 1, 300000, 1"})
    void long_sides_are_visited_as_well(int n0, int n1, int n2, int n3) {
        IntView calls = ints("calls", n0, n1, n2, n3);
        run(root -> root.thenParallelFor(
                "k", MDRangePolicy.of(n0, n1, n2, n3), (i, j, k, l) -> calls.atomicAdd(i, j, k, l, i + j + 1)));
        int[] found = calls.toArray();
        for (int at = 0; at < found.length; at++) {
            int row = at / n3 / n2;
            if (found[at] != row / n1 + row % n1 + 1) {
                assertThat(found[at]).as("place %d", at).isEqualTo(row / n1 + row % n1 + 1);
            }
        }
    }

    @Test
    void reductions_of_each_kind_go_through_a_box_in_row_major_order() {
        int n = size(EXTENT);
        double[] values = new Random(4).doubles(n, -1, 1).toArray();
        DoubleView x = own(DoubleView.of("x", space(), 5, 4, 7, 37));
        x.assign(values);
        DoubleView sum = doubles("sum");
        DoubleView prod = doubles("prod");
        DoubleView least = doubles("least");
        DoubleView most = doubles("most");
        DoubleView custom = doubles("custom");
        DoubleView first = doubles("first");
        DoubleView last = doubles("last");
        LongView firstAt = longs("firstAt");
        LongView lastAt = longs("lastAt");
        IntView xor = ints("xor");
        IntView all = ints("all");
        run(root -> root.thenParallelReduce(
                "r",
                BOX,
                Sum.into(sum, (i, j, k, l) -> x.get(i + 3, j - 2, k + 1, l - 5)),
                Prod.into(prod, (i, j, k, l) -> 1 + x.get(i + 3, j - 2, k + 1, l - 5) / 64),
                Min.into(least, (i, j, k, l) -> x.get(i + 3, j - 2, k + 1, l - 5)),
                Max.into(most, (i, j, k, l) -> x.get(i + 3, j - 2, k + 1, l - 5)),
                Custom.into(
                        custom,
                        1.25,
                        (a, b) -> b + 0.5 * (a - 1.25),
                        (i, j, k, l) -> x.get(i + 3, j - 2, k + 1, l - 5)),
                MinLoc.into(first, firstAt, (i, j, k, l) -> (double) (i * j * k * l)),
                MaxLoc.into(last, lastAt, (i, j, k, l) -> x.get(i + 3, j - 2, k + 1, l - 5)),
                BitXor.into(xor, (i, j, k, l) -> weighed(i, j, k, l)),
                LogicalAnd.into(all, (i, j, k, l) -> i < 2 && j < 6 && k < 6 && l < 42)));
        assertThat(sum.toArray()).containsExactly(Reference.reduce(n, 0, Double::sum, at -> values[at]));
        assertThat(prod.toArray()).containsExactly(Reference.reduce(n, 1, (a, b) -> a * b, at -> 1 + values[at] / 64));
        assertThat(least.toArray()).containsExactly(Arrays.stream(values).min().getAsDouble());
        assertThat(most.toArray()).containsExactly(Arrays.stream(values).max().getAsDouble());
        assertThat(custom.toArray())
                .containsExactly(Reference.ascending(n, 1.25, (a, b) -> b + 0.5 * (a - 1.25), at -> values[at]));
        int bits = 0;
        int low = 0;
        int high = 0;
        double[] products = new double[n];
        for (int at = 0; at < n; at++) {
            int[] p = index(BEGIN, EXTENT, at);
            bits ^= weighed(p[0], p[1], p[2], p[3]);
            products[at] = p[0] * p[1] * p[2] * p[3];
            low = products[at] < products[low] ? at : low;
            high = values[at] > values[high] ? at : high;
        }
        assertThat(xor.toArray()).containsExactly(bits);
        assertThat(all.toArray()).containsExactly(1);
        assertThat(first.toArray()).containsExactly(products[low]);
        assertThat(firstAt.toArray()).containsExactly(low);
        assertThat(last.toArray()).containsExactly(values[high]);
        assertThat(lastAt.toArray()).containsExactly(high);
    }

    @Test
    void random_boxes_do_what_plain_loops_do() {
        compare(6);
    }

    @Test
    @Tag("full")
    void many_random_boxes_do_what_plain_loops_do() {
        compare(100);
    }

    private void compare(int graphs) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        Random seeds = new Random(seed);
        for (int number = 0; number < graphs; number++) {
            Random random = new Random(seeds.nextLong());
            try {
                compare(random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("graph " + number + " of -Dsporos.contract.seed=" + seed + ": " + e, e);
            }
        }
    }

    /** A box whose begins and ends are fixed or live, cut anyhow. */
    private record Part(int[] begin, int[] extent, MDRangePolicy policy) {
        static Part of(Random random) {
            RandomRanges ranges = new RandomRanges(random);
            int[] begin = new int[4];
            int[] extent = new int[4];
            int[] low = new int[4];
            int[] high = new int[4];
            int[] tile = new int[4];
            for (int d = 0; d < 4; d++) {
                int most = d == 3 ? 50 : 9;
                extent[d] = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(most);
                begin[d] = ranges.intBegin(extent[d]);
                low[d] = (int) Math.max(Integer.MIN_VALUE, (long) begin[d] - random.nextInt(3));
                high[d] = (int) Math.min(Integer.MAX_VALUE, (long) begin[d] + extent[d] + random.nextInt(3));
                tile[d] = random.nextBoolean() ? 0 : 1 + random.nextInt(d == 3 ? 16 : 4);
            }
            boolean live = random.nextInt(3) == 0;
            int[] end = new int[4];
            Arrays.setAll(end, d -> begin[d] + extent[d]);
            MDRangePolicy policy = live ? MDRangePolicy.of(low, high) : MDRangePolicy.of(begin, end);
            policy = policy.withTile(tile);
            for (int d = 0; d < 4 && live; d++) {
                policy = policy.withBegin(d, IntParam.of("begin" + d, begin[d]).within(low[d], high[d]))
                        .withEnd(d, IntParam.of("end" + d, end[d]).within(low[d], high[d]));
            }
            return new Part(begin, extent, policy);
        }
    }

    private void compare(Random random) {
        List<Runnable> checks = new ArrayList<>();
        int nodes = 1 + random.nextInt(8);
        Graph graph = Graph.define("boxes", root -> {
            for (int node = 0; node < nodes; node++) {
                checks.add(added(root, Part.of(random)));
            }
        });
        Merging merging = random.nextInt(3) == 0 ? Merging.OFF : Merging.ON;
        try (ExecutableGraph exec = graph.instantiate(space(), merging)) {
            for (int run = 0; run < 2; run++) {
                run(exec);
                checks.forEach(Runnable::run);
            }
        }
    }

    /** Adds a loop, one that may become one with it, and a reduction; returns what compares them. */
    private Runnable added(NodeRef root, Part part) {
        int[] n = part.extent();
        int i0 = part.begin()[0];
        int j0 = part.begin()[1];
        int k0 = part.begin()[2];
        int l0 = part.begin()[3];
        LongView out = longs("out", n[0], n[1], n[2], n[3]);
        LongView twice = longs("twice", n[0], n[1], n[2], n[3]);
        LongView sum = longs("sum");
        LongView most = longs("most");
        LongView mostAt = longs("mostAt");
        root.thenParallelFor(
                        "box",
                        part.policy(),
                        (i, j, k, l) -> out.set(i - i0, j - j0, k - k0, l - l0, 1000L * i + 100L * j + 10L * k + l))
                .thenParallelFor(
                        "twice",
                        part.policy(),
                        (i, j, k, l) ->
                                twice.set(i - i0, j - j0, k - k0, l - l0, 2 * out.get(i - i0, j - j0, k - k0, l - l0)))
                .thenParallelReduce(
                        "sum",
                        part.policy(),
                        Sum.into(sum, (i, j, k, l) -> twice.get(i - i0, j - j0, k - k0, l - l0)),
                        MaxLoc.into(
                                most, mostAt, (i, j, k, l) -> (i - i0 + 1L) * (j - j0 + 1) * (k - k0 + 1) * l % 17));
        return () -> {
            long[] values = out.toArray();
            long[] doubled = twice.toArray();
            long total = 0;
            long best = Long.MIN_VALUE;
            long bestAt = -1;
            for (int at = 0; at < size(n); at++) {
                int[] x = index(part.begin(), n, at);
                long value = 1000L * x[0] + 100L * x[1] + 10L * x[2] + x[3];
                if (values[at] != value || doubled[at] != 2 * value) {
                    assertThat(List.of(values[at], doubled[at]))
                            .as("%s, place %d", part.policy(), at)
                            .containsExactly(value, 2 * value);
                }
                total += 2 * value;
                long rated = (x[0] - i0 + 1L) * (x[1] - j0 + 1) * (x[2] - k0 + 1) * x[3] % 17;
                bestAt = rated > best ? at : bestAt;
                best = Math.max(best, rated);
            }
            assertThat(List.of(sum.toArray()[0], most.toArray()[0], mostAt.toArray()[0]))
                    .as("%s", part.policy())
                    .containsExactly(total, best, bestAt);
        };
    }

    @Test
    void a_run_takes_the_part_between_bounds_that_nodes_and_params_give() {
        IntView calls = ints("calls", 5, 4, 7, 37);
        LongView count = longs("count");
        IntView from = ints("from");
        IntView to = ints("to");
        IntParam rows = IntParam.of("rows", 0).within(0, 5);
        IntParam left = IntParam.of("left", 0).within(0, 37);
        MDRangePolicy box = MDRangePolicy.of(5, 4, 7, 37)
                .withEnd(0, rows)
                .withBegin(1, from)
                .withEnd(1, to)
                .withBegin(3, left);
        assertThat(box)
                .hasToString("[0, param 'rows') in [0, 5)x[view 'from', view 'to') in [0, 4)x[0, 7)x"
                        + "[param 'left', 37) in [0, 37)");
        ExecutableGraph exec = instantiate(root -> root.then("bounds", () -> {
                    from.set(1);
                    to.set(rows.get() > 2 ? 4 : 1);
                })
                .thenParallelFor("mark", box, (i, j, k, l) -> calls.atomicAdd(i, j, k, l, 1))
                .thenParallelReduce("count", box, Sum.into(count, (i, j, k, l) -> 1L)));
        for (int[] bounds : new int[][] {{5, 0}, {2, 0}, {0, 3}, {3, 37}, {4, 30}}) {
            rows.set(bounds[0]);
            left.set(bounds[1]);
            Views.fill(calls, 0);
            run(exec);
            int[] found = calls.toArray();
            int inside = 0;
            for (int at = 0; at < found.length; at++) {
                int[] x = index(new int[4], EXTENT, at);
                boolean in = bounds[0] > 2 && x[0] < bounds[0] && x[1] >= 1 && x[3] >= bounds[1];
                assertThat(found[at]).isEqualTo(in ? 1 : 0);
                inside += found[at];
            }
            assertThat(count.toArray()).containsExactly(inside);
        }
        MDRangePolicy wrong = MDRangePolicy.of(5, 4, 7, 37).withEnd(2, from);
        Views.fill(from, 8);
        Graph outside = Graph.define(
                "g", root -> root.thenParallelFor("store", wrong, (i, j, k, l) -> calls.set(i, j, k, l, 9)));
        instantiate(outside).submit();
        assertThat(failure())
                .hasMessage("R313: " + name(outside, "store")
                        + " fails: its range is [0, view 'from') in [0, 7), and the bounds are 0 and 8 in this run, so"
                        + " that it ran over nothing; keep them inside of the limits, the begin not behind the end");
    }

    @Test
    void fills_copies_and_loops_of_rank_4_run_as_one() {
        DoubleView a = doubles("a", 3, 4, 5, 40);
        DoubleView b = doubles("b", 3, 4, 5, 40);
        DoubleView c = own(DoubleView.of("c", space(), Layout.LEFT, 3, 4, 5, 40));
        DoubleView d = doubles("d", 3, 4, 5, 40);
        DoubleParam dt = DoubleParam.of("dt", 0.5);
        MDRangePolicy all = MDRangePolicy.of(3, 4, 5, 40);
        List<DoubleView> parts = new ArrayList<>();
        Graph graph = Graph.define("g", root -> {
            root.thenFill("one", a, 1.5)
                    .thenParallelFor("two", all, (i, j, k, l) -> b.set(i, j, k, l, a.get(i, j, k, l) + l))
                    .thenDeepCopy("three", c, b)
                    .thenParallelFor("four", all, (i, j, k, l) -> c.set(i, j, k, l, c.get(i, j, k, l) * 2));
            root.thenFill("param", d, dt);
            for (int n = 0; n < 6; n++) {
                DoubleView part = doubles("part" + n, 2, 3, 4, 33);
                double by = n;
                MDRangePolicy small = MDRangePolicy.of(new int[] {0, 1, 1, 2}, new int[] {2, 3, 4, 33});
                root.thenParallelFor("side" + n, small, (i, j, k, l) -> part.set(i, j, k, l, by + i + j + k + l));
                parts.add(part);
            }
        });
        for (Merging merging : List.of(Merging.ON, Merging.OFF)) {
            ExecutableGraph exec = instantiate(graph, merging);
            dt.set(2.5);
            run(exec);
            double[] found = c.toArray();
            for (int at = 0; at < found.length; at++) {
                assertThat(found[at]).isEqualTo(2 * (1.5 + at % 40));
            }
            assertThat(a.toArray()).containsOnly(1.5);
            assertThat(d.toArray()).containsOnly(2.5);
            for (int n = 0; n < 6; n++) {
                double[] side = parts.get(n).toArray();
                assertThat(side[((1 * 3 + 2) * 4 + 3) * 33 + 32]).isEqualTo(n + 1 + 2 + 3 + 32);
                assertThat(side[((1 * 3 + 2) * 4 + 3) * 33 + 1]).isZero();
                assertThat(side[((1 * 3 + 0) * 4 + 3) * 33 + 9]).isZero();
            }
        }
    }

    @Test
    void eager_calls_tasks_and_records_take_such_boxes() {
        IntView x = ints("x", 2, 3, 4, 5);
        IntView half = x.subview(Slice.at(1), Slice.all(), Slice.all(), Slice.range(0, 2));
        IntView sum = ints("sum");
        space().parallelFor("eager", MDRangePolicy.of(2, 3, 4, 5), (i, j, k, l) -> x.set(i, j, k, l, 1 + i));
        space().parallelReduce(
                        "eager sum", MDRangePolicy.of(2, 3, 4, 5), Sum.into(sum, (i, j, k, l) -> x.get(i, j, k, l)));
        space().fence();
        assertThat(sum.toArray()).containsExactly(60 + 120);
        assertThat(half.toArray()).containsOnly(2);
        Task add = Task.parallelFor("add", MDRangePolicy.of(2, 3, 4, 5), (i, j, k, l) -> x.atomicAdd(i, j, k, l, 10));
        Task part = add.withPolicy(MDRangePolicy.of(1, 1, 1, 5).withTile(1, 1, 1, 2));
        run(root -> root.then(add).then(part));
        assertThat(Arrays.stream(x.toArray()).sum()).isEqualTo(180 + 1200 + 50);
        Graph recorded = Graph.record(
                "recorded",
                () -> space().parallelFor("r", MDRangePolicy.of(2, 3, 4, 5), (i, j, k, l) -> x.set(i, j, k, l, l)));
        run(recorded);
        assertThat(Arrays.stream(x.toArray()).sum()).isEqualTo(24 * 10);
        assertThat(recorded.nodes().get(0)).hasToString("#0 r parallelFor[0, 2)x[0, 3)x[0, 4)x[0, 5)");
    }

    @Test
    void a_failure_names_all_four_indexes() {
        int[] places = new int[16];
        places[13] = 77;
        IntView at = intsOf("at", places);
        IntView x = ints("x", 6);
        IntView sum = ints("sum");
        MDRangePolicy box = MDRangePolicy.of(new int[] {1, -1, 0, 3}, new int[] {3, 1, 2, 5});
        Graph loop = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "k", box, (i, j, k, l) -> x.atomicAdd(at.get(8 * (i - 1) + 4 * (j + 1) + 2 * k + l - 3), 1)));
        instantiate(loop).submit();
        assertThat(failure())
                .hasMessageStartingWith("R301: " + name(loop, "k") + " ")
                .hasMessageContaining("in work item (2, 0, 0, 4)");
        Graph reduce = Graph.define(
                "g",
                root -> root.thenParallelReduce(
                        "k",
                        box,
                        Sum.into(sum, (i, j, k, l) -> x.get(at.get(8 * (i - 1) + 4 * (j + 1) + 2 * k + l - 3)))));
        instantiate(reduce).submit();
        assertThat(failure())
                .hasMessageStartingWith("R301: " + name(reduce, "k") + " ")
                .hasMessageContaining("in work item (2, 0, 0, 4)");
        MDRangePolicy large = MDRangePolicy.of(2, 2, 2, 200);
        DoubleView wide = doubles("wide", 2, 2, 2, 200);
        Graph far = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "k", large, (i, j, k, l) -> wide.set(i, j, k, l + (i * j * k == 1 && l == 150 ? 100 : 0), 1)));
        instantiate(far).submit();
        assertThat(failure())
                .hasMessageContaining("index (1, 1, 1, 250)")
                .hasMessageContaining("in work item (1, 1, 1, 150)");
    }

    @Test
    void bodies_and_contributions_of_another_rank_are_refused() {
        IntView sum = ints("sum");
        MDRangePolicy box = MDRangePolicy.of(2, 2, 2, 2);
        assertThat(text(catchThrowable(() ->
                        Graph.define("g", root -> root.thenParallelFor("n", box, (i, j, k) -> sum.set(i))))))
                .isEqualTo("G005: node 'n' (LINE) of graph 'g' runs a body of 3 indexes over"
                        + " [0, 2)x[0, 2)x[0, 2)x[0, 2), which has rank 4\n"
                        + "      Give the lambda as many indexes as the policy has dimensions.");
        assertThat(text(catchThrowable(() -> Graph.define(
                        "g", root -> root.thenParallelFor("n", MDRangePolicy.of(2, 2), (i, j, k, l) -> sum.set(i))))))
                .isEqualTo("G005: node 'n' (LINE) of graph 'g' runs a body of 4 indexes over"
                        + " [0, 2)x[0, 2), which has rank 2\n"
                        + "      Give the lambda as many indexes as the policy has dimensions.");
        assertThat(text(catchThrowable(() -> Graph.define(
                        "g",
                        root -> root.thenParallelReduce(
                                "n", MDRangePolicy.of(2, 2, 2), Sum.into(sum, (i, j, k, l) -> 1))))))
                .isEqualTo("G006: node 'n' (LINE) of graph 'g' reduces over an MDRangePolicy of rank 3, but the"
                        + " contribution to 'sum' is made for an MDRangePolicy of rank 4\n"
                        + "      Use into for RangePolicy, IndexSet and MDRangePolicy with a lambda of as many indexes,"
                        + " intoLongRange for LongRangePolicy, intoTeam for TeamPolicy.");
    }

    private static String text(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).replaceAll("\\([A-Za-z]+\\.java:\\d+\\)", "(LINE)");
    }

    @Test
    void races_of_work_items_and_promises_are_checked() {
        DoubleView x = doubles("x", 2, 3, 4, 5);
        MDRangePolicy box = MDRangePolicy.of(2, 3, 4, 5);
        Graph race = Graph.define("g", root -> root.thenParallelFor("k", box, (i, j, k, l) -> x.set(i, j, 0, l, k)));
        assertThat(refusal(race)).hasMessageStartingWith("G110: ");
        IntView place = intsOf("place", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 3);
        IntView y = ints("y", 16);
        RangeBody4 promise =
                (RangeBody4 & DisjointWrites) (i, j, k, l) -> y.set(place.get(((2 * i + j) * 2 + k) * 2 + l), i);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor("move", MDRangePolicy.of(2, 2, 2, 2), promise));
        assertThat(exec.warnings()).isEmpty();
        exec.submit();
        if (isHost() && spec().contains("strict")) {
            assertThat(failure())
                    .hasMessageContaining("(0, 0, 1, 1) and (1, 1, 1, 1) touch the element at position 3 of view 'y'");
        } else {
            space().fence();
        }
    }
}
