package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.BitAnd;
import static org.sporos.reduce.Reducers.BitOr;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.LogicalAnd;
import static org.sporos.reduce.Reducers.LogicalOr;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.matrix.Full;
import org.sporos.param.DoubleParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.View;

/**
 * Reductions and scans of all kinds, over ranges of all sizes and places, give the same bits in each code of the host,
 * and all of them have C++. The property {@code sporos.fuzz.seed} repeats a run.
 */
class RowTierTest {
    private static final int N = 5000;
    private static final int[] SIZES = {0, 1, 31, 33, 2047, 2048, 2049, 4113, N};

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());

    /** Where work is done. */
    private record Ranges(
            RangePolicy ints, LongRangePolicy longs, MDRangePolicy pairs, MDRangePolicy triples, MDRangePolicy four) {
        static Ranges of(Random random) {
            int n = SIZES[random.nextInt(SIZES.length)];
            int[] begins = {0, -40, 1000, Integer.MIN_VALUE, Integer.MAX_VALUE - n};
            long[] far = {0, -40, (1L << 31) - 100, -(1L << 31) - 100, 1L << 40, Long.MAX_VALUE - n};
            int begin = begins[random.nextInt(begins.length)];
            long farBegin = far[random.nextInt(far.length)];
            int rows = random.nextInt(40);
            int width = random.nextInt(100);
            return new Ranges(
                    RangePolicy.of(begin, begin + n),
                    LongRangePolicy.of(farBegin, farBegin + n),
                    MDRangePolicy.of(new int[] {-3, 5}, new int[] {rows - 3, 5 + width}),
                    MDRangePolicy.of(new int[] {-1, 0, 7}, new int[] {3, rows, 7 + width / 2}),
                    MDRangePolicy.of(new int[] {-1, 0, -9, 7}, new int[] {2, rows / 4, -6, 7 + width / 2}));
        }
    }

    /** The views of one space. */
    private static final class Data {
        final DoubleView x;
        final FloatView f;
        final IntView q;
        final LongView l;
        final DoubleParam scale = DoubleParam.of("scale", 0.75);
        final Map<String, View> results = new LinkedHashMap<>();
        private final ExecutionSpace space;

        Data(ExecutionSpace space, long seed) {
            this.space = space;
            x = DoubleView.of("x", space, N);
            f = FloatView.of("f", space, N);
            q = IntView.of("q", space, N);
            l = LongView.of("l", space, N);
            Random random = new Random(seed);
            for (int k = 0; k < N; k++) {
                x.set(k, random.nextInt(500) == 0 ? -0.0 : random.nextGaussian());
                f.set(k, random.nextInt(900) == 0 ? Float.NaN : (float) random.nextGaussian());
                q.set(k, random.nextInt(100) == 0 ? Integer.MIN_VALUE : random.nextInt(20));
                l.set(k, random.nextLong());
            }
        }

        private <V extends View> V result(String name, Function<String, V> maker) {
            V view = maker.apply(name);
            results.put(name, view);
            return view;
        }

        DoubleView doubles(String name, long... extents) {
            return result(name, label -> DoubleView.of(label, space, extents));
        }

        FloatView floats(String name, long... extents) {
            return result(name, label -> FloatView.of(label, space, extents));
        }

        IntView ints(String name, long... extents) {
            return result(name, label -> IntView.of(label, space, extents));
        }

        LongView longs(String name, long... extents) {
            return result(name, label -> LongView.of(label, space, extents));
        }
    }

    /** A longer body: local arrays, a loop of unknown length, a helper, a param. */
    private static double step(DoubleView x, IntView q, DoubleParam scale, int at) {
        double[] near = new double[5];
        for (int k = 0; k < 5; k++) {
            near[k] = x.get((at + k) % N) * scale.get();
        }
        smooth(near);
        double sum = 1;
        for (int k = 0; k < (q.get(at) & 7); k++) {
            sum = sum * 0.5 + near[k % 5] * near[(k + 1) % 5];
        }
        return sum < 0 ? near[0] - sum : Math.sqrt(sum) / (1 + Math.abs(near[4]));
    }

    private static void smooth(double[] values) {
        for (int k = 1; k < 4; k++) {
            values[k] = 0.25 * values[k - 1] + 0.5 * values[k] + 0.25 * values[k + 1];
        }
    }

    private static int at(long i) {
        return (int) Math.floorMod(i, (long) N);
    }

    private static void reduceInts(NodeRef root, Data d, RangePolicy range) {
        DoubleView x = d.x;
        FloatView f = d.f;
        IntView q = d.q;
        LongView l = d.l;
        DoubleParam scale = d.scale;
        DoubleView low = d.doubles("low");
        LongView where = d.longs("where");
        root.thenParallelReduce(
                "two steps",
                range,
                Min.into(d.doubles("min"), i -> step(x, q, scale, at(i))),
                Min.into(d.doubles("min2"), i -> 1 / step(x, q, scale, at(i))));
        root.thenParallelReduce("long sum", range, Sum.into(d.doubles("sum"), i -> step(x, q, scale, at(i))));
        root.thenParallelReduce("short sum", range, Sum.into(d.doubles("sum2"), i -> x.get(at(i))));
        root.thenParallelReduce("floats", range, Max.into(d.floats("max"), i -> f.get(at(i)) * 2));
        root.thenParallelReduce("float prod", range, Prod.into(d.floats("prod"), i -> 1 + f.get(at(i)) / 8));
        root.thenParallelReduce("place", range, MinLoc.into(low, where, i -> step(x, q, scale, at(i))));
        root.thenParallelReduce("ints", range, Sum.into(d.ints("ints"), i -> q.get(at(i)) * i));
        root.thenParallelReduce("int min", range, Min.into(d.ints("int min"), i -> q.get(at(i)) ^ i));
        root.thenParallelReduce("place of int", range, MaxLoc.into(d.ints("m"), d.longs("n"), i -> q.get(at(i)) % 7));
        root.thenParallelReduce("longs", range, Prod.into(d.longs("longs"), i -> l.get(at(i)) | 1));
        root.thenParallelReduce("bits", range, BitXor.into(d.longs("bits"), i -> l.get(at(i)) + i));
        root.thenParallelReduce("int bits", range, BitOr.into(d.ints("int bits"), i -> q.get(at(i)) & 6));
        root.thenParallelReduce("all", range, LogicalAnd.into(d.ints("all"), i -> q.get(at(i)) < 30));
        root.thenParallelReduce("any", range, LogicalOr.into(d.ints("any"), i -> step(x, q, scale, at(i)) > 1.5));
        root.thenParallelReduce(
                "custom", range, Custom.into(d.doubles("custom"), 0, (a, b) -> a + b - a * b, i -> x.get(at(i)) / 9));
        root.thenParallelReduce(
                "custom ints",
                range,
                Custom.into(d.ints("custom ints"), 1, (a, b) -> 31 * (a - 1) + b, i -> q.get(at(i))));
    }

    /** Nodes with several results, which C++ computes in one loop over each tile, two of them in one array. */
    private static void reduceTogether(NodeRef root, Data d, RangePolicy range) {
        DoubleView x = d.x;
        FloatView f = d.f;
        IntView q = d.q;
        LongView l = d.l;
        DoubleView parts = d.doubles("parts", 2);
        root.thenParallelReduce(
                "together",
                range,
                Sum.into(d.doubles("squares"), i -> x.get(at(i)) * x.get(at(i))),
                Min.into(d.doubles("least"), i -> x.get(at(i))),
                Prod.into(d.doubles("product"), i -> 1 + 1e-4 * f.get(at(i))),
                Max.into(d.floats("greatest"), i -> f.get(at(i))),
                Sum.into(d.ints("count"), i -> q.get(at(i)) * 7_654_321),
                BitXor.into(d.longs("mixed"), i -> l.get(at(i))),
                LogicalOr.into(d.ints("some"), i -> q.get(at(i)) > 18));
        root.thenParallelReduce(
                "branches",
                range,
                Min.into(d.doubles("branching"), i -> x.get(at(i)) > 0.1 ? 1 / x.get(at(i)) : x.get(q.get(at(i)) & 7)),
                Sum.into(d.doubles("gathered"), i -> x.get(q.get(at(i)) & 15) * f.get(at(i))),
                Max.into(d.ints("chosen"), i -> f.get(at(i)) > 0 ? q.get(at(i)) : -i));
        root.thenParallelReduce(
                "one array",
                range,
                Min.into(parts.subview(Slice.at(0)), i -> f.get(at(i))),
                Max.into(parts.subview(Slice.at(1)), i -> f.get(at(i))));
    }

    private static void reduceOthers(NodeRef root, Data d, Ranges ranges) {
        DoubleView x = d.x;
        FloatView f = d.f;
        IntView q = d.q;
        LongView l = d.l;
        DoubleParam scale = d.scale;
        root.thenParallelReduce(
                "far", ranges.longs, Min.intoLongRange(d.doubles("far"), i -> step(x, q, scale, at(i)) + i % 3));
        root.thenParallelReduce(
                "far place",
                ranges.longs,
                MaxLoc.intoLongRange(d.floats("far max"), d.longs("far at"), i -> f.get(at(i))));
        root.thenParallelReduce(
                "far longs", ranges.longs, BitAnd.intoLongRange(d.longs("far and"), i -> l.get(at(i)) | i));
        root.thenParallelReduce(
                "pairs", ranges.pairs, Sum.into(d.doubles("pairs"), (i, j) -> step(x, q, scale, at(i * 31 + j))));
        root.thenParallelReduce(
                "place of pair",
                ranges.pairs,
                MinLoc.into(d.doubles("pair"), d.longs("pair at"), (i, j) -> x.get(at(i * 50 + j))));
        root.thenParallelReduce(
                "pairs of ints", ranges.pairs, Max.into(d.ints("pair max"), (i, j) -> q.get(at(i + j)) * j));
        root.thenParallelReduce(
                "triples",
                ranges.triples,
                Sum.into(d.floats("triples"), (i, j, k) -> f.get(at(i + 10 * j + 90 * k)) / 3),
                LogicalOr.into(d.ints("triple"), (i, j, k) -> q.get(at(i + j + k)) == 17));
        root.thenParallelReduce(
                "four",
                ranges.four,
                Sum.into(d.doubles("four"), (h, i, j, k) -> x.get(at(h + 10 * i + 90 * j + k)) / 3),
                MinLoc.into(d.ints("four min"), d.longs("four at"), (h, i, j, k) -> q.get(at(h + i + j * k))));
    }

    private static void scans(NodeRef root, Data d, Ranges ranges) {
        DoubleView x = d.x;
        FloatView f = d.f;
        IntView q = d.q;
        LongView l = d.l;
        DoubleParam scale = d.scale;
        DoubleView doubles = d.doubles("double sums", N);
        FloatView floats = d.floats("float sums", N);
        IntView ints = d.ints("int sums", N);
        LongView longs = d.longs("long sums", N);
        DoubleView farSums = d.doubles("far sums", N);
        IntView farInts = d.ints("far ints", N);
        root.thenParallelScan(
                "scan",
                ranges.ints,
                i -> step(x, q, scale, at(i)),
                (i, sum) -> doubles.set(at(i), sum * scale.get()),
                Scan.exclusiveDouble());
        root.thenParallelScan(
                "float scan",
                ranges.ints,
                i -> f.get(at(i)),
                (i, sum) -> floats.set(at(i), sum + i),
                Scan.inclusiveFloat());
        root.thenParallelScan(
                "int scan", ranges.ints, i -> q.get(at(i)), (i, sum) -> ints.set(at(i), sum ^ i), Scan.exclusiveInt());
        root.thenParallelScan(
                "long scan", ranges.ints, i -> l.get(at(i)), (i, sum) -> longs.set(at(i), sum), Scan.inclusiveLong());
        root.thenParallelScan(
                "far scan",
                ranges.longs,
                i -> x.get(at(i)),
                (i, sum) -> farSums.set(at(i), sum > 0 ? sum : step(x, q, scale, at(i))),
                Scan.inclusiveDouble());
        root.thenParallelScan(
                "far int scan",
                ranges.longs,
                i -> q.get(at(i)),
                (i, sum) -> farInts.set(at(i), sum + (int) i),
                Scan.exclusiveInt());
    }

    private static void overRanges(NodeRef root, Data data, Random random) {
        Ranges ranges = Ranges.of(random);
        reduceInts(root, data, ranges.ints);
        reduceTogether(root, data, ranges.ints);
        reduceOthers(root, data, ranges);
        scans(root, data, ranges);
    }

    private static IndexSet set(Random random, int size) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, N).boxed().toList());
        Collections.shuffle(all, random);
        return IndexSet.of(all.stream().limit(size).mapToInt(i -> i).toArray());
    }

    private static void overSets(NodeRef root, Data d, Random random) {
        IndexSet set = set(random, SIZES[random.nextInt(SIZES.length)]);
        DoubleView x = d.x;
        FloatView f = d.f;
        IntView q = d.q;
        DoubleParam scale = d.scale;
        DoubleView doubles = d.doubles("double sums", N);
        IntView ints = d.ints("int sums", N);
        root.thenParallelReduce("long sum", set, Sum.into(d.doubles("sum"), i -> step(x, q, scale, i)));
        root.thenParallelReduce("short sum", set, Sum.into(d.doubles("sum2"), i -> x.get(i)));
        root.thenParallelReduce("floats", set, Max.into(d.floats("max"), i -> f.get(i) * 2));
        root.thenParallelReduce(
                "place", set, MinLoc.into(d.doubles("low"), d.longs("where"), i -> step(x, q, scale, i)));
        root.thenParallelReduce("ints", set, Sum.into(d.ints("ints"), i -> q.get(i) * i));
        root.thenParallelReduce("any", set, LogicalOr.into(d.ints("any"), i -> step(x, q, scale, i) > 1.5));
        root.thenParallelScan(
                "scan",
                set,
                i -> step(x, q, scale, i),
                (i, sum) -> doubles.set(i, sum * scale.get() + i),
                Scan.exclusiveDouble());
        root.thenParallelScan("int scan", set, i -> q.get(i), (i, sum) -> ints.set(i, sum ^ i), Scan.inclusiveInt());
    }

    /** Defines nodes by random numbers. */
    private interface Nodes {
        void define(NodeRef root, Data data, Random random);
    }

    private static List<String> outcomes(String tier, int threads, long seed, Nodes nodes) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads + ",kernels=" + tier)) {
            Data data = new Data(space, seed);
            Graph graph = Graph.define("rows", root -> nodes.define(root, data, new Random(seed)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                if (!tier.equals("loop")) {
                    for (String line : exec.explain().split("\n")) {
                        assertThat(line)
                                .satisfiesAnyOf(
                                        one -> assertThat(one).doesNotContain("code: "),
                                        one -> assertThat(one).contains("code: " + tier));
                    }
                    assertThat(exec.explain().split("code: " + tier, -1))
                            .hasSize(graph.nodes().size() + 1);
                }
            }
            List<String> bits = new ArrayList<>();
            data.results.forEach((name, view) -> {
                for (long k = 0; k < view.size(); k++) {
                    bits.add(name + " " + k + " " + view.allocation().bits(k));
                }
            });
            return bits;
        }
    }

    @Test
    void reductions_and_scans_give_the_same_bits_in_each_code() {
        for (int round = 0; round < Full.count(1, 8); round++) {
            compare(seed + round, RowTierTest::overRanges);
        }
    }

    @Test
    void reductions_and_scans_over_index_sets_give_the_same_bits_in_each_code() {
        for (int round = 0; round < 4; round++) {
            compare(seed + round, RowTierTest::overSets);
        }
    }

    private static void compare(long seed, Nodes nodes) {
        String as = "seed " + seed;
        System.out.println(as);
        List<String> expected = outcomes("loop", 1, seed, nodes);
        assertThat(outcomes("loop", 3, seed, nodes)).as(as).isEqualTo(expected);
        for (int threads : new int[] {1, 3}) {
            assertThat(outcomes("bytecode", threads, seed, nodes)).as(as).isEqualTo(expected);
            if (NativeCompileQueue.isPossible()) {
                assertThat(outcomes("native", threads, seed, nodes)).as(as).isEqualTo(expected);
            }
        }
    }

    private static String failure(String tier, Function<Data, Graph> graph) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + tier)) {
            Data data = new Data(space, 3);
            data.q.set(1234, N);
            try (ExecutableGraph exec = graph.apply(data).instantiate(space)) {
                exec.submit();
                space.fence();
                return "";
            } catch (GraphRunException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    @Test
    void a_contribution_and_a_consumer_that_fail_name_their_work_item_in_each_code() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        List<Function<Data, Graph>> graphs = List.of(
                d -> {
                    DoubleView x = d.x;
                    IntView q = d.q;
                    DoubleView sum = d.doubles("sum");
                    return Graph.define(
                            "fails",
                            root -> root.thenParallelReduce(
                                    "sum", RangePolicy.of(7, N), Sum.into(sum, i -> x.get(Math.abs(q.get(i) % 9000)))));
                },
                d -> {
                    DoubleView x = d.x;
                    IntView q = d.q;
                    DoubleView sum = d.doubles("sum");
                    return Graph.define(
                            "fails",
                            root -> root.thenParallelReduce(
                                    "sum",
                                    MDRangePolicy.of(50, 100),
                                    Sum.into(sum, (i, j) -> x.get(Math.abs(q.get(100 * i + j) % 9000)))));
                },
                d -> {
                    DoubleView x = d.x;
                    IntView q = d.q;
                    DoubleView least = d.doubles("least");
                    DoubleView most = d.doubles("most");
                    return Graph.define(
                            "fails",
                            root -> root.thenParallelReduce(
                                    "limits",
                                    RangePolicy.of(N),
                                    Min.into(least, i -> x.get(i) + 1.5),
                                    Max.into(most, i -> i % 2 == 0 ? x.get(Math.abs(q.get(i) % 9000)) : 1.5)));
                },
                d -> {
                    LongView l = d.l;
                    IntView q = d.q;
                    LongView sums = d.longs("sums", N);
                    return Graph.define(
                            "fails",
                            root -> root.thenParallelScan(
                                    "scan",
                                    RangePolicy.of(7, N),
                                    i -> l.get(Math.abs(q.get(i) % 9000)),
                                    (i, s) -> sums.set(i, s),
                                    Scan.inclusiveLong()));
                },
                d -> {
                    DoubleView x = d.x;
                    IntView q = d.q;
                    return Graph.define(
                            "fails",
                            root -> root.thenParallelScan(
                                    "scan",
                                    LongRangePolicy.of(N),
                                    i -> 1,
                                    (i, s) -> x.set(Math.abs(q.get((int) i) % 9000), s),
                                    Scan.exclusiveDouble()));
                });
        graphs.forEach(graph -> fails(graph, "in work item (1234|\\(12, 34\\))"));
    }

    private static void fails(Function<Data, Graph> graph, String where) {
        String expected = failure("loop", graph);
        assertThat(expected).containsPattern(where);
        assertThat(failure("bytecode", graph)).isEqualTo(expected);
        assertThat(failure("native", graph)).isEqualTo(expected);
    }

    @Test
    void a_contribution_and_a_consumer_that_fail_over_an_index_set_name_the_element_in_each_code() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        IndexSet set = IndexSet.of(
                IntStream.range(0, N).map(position -> N - 1 - position).toArray());
        List<Function<Data, Graph>> graphs = List.of(
                d -> {
                    DoubleView x = d.x;
                    IntView q = d.q;
                    DoubleView sum = d.doubles("sum");
                    return Graph.define(
                            "fails",
                            root -> root.thenParallelReduce(
                                    "sum", set, Sum.into(sum, i -> x.get(Math.abs(q.get(i) % 9000)))));
                },
                d -> {
                    DoubleView x = d.x;
                    IntView q = d.q;
                    DoubleView sum = d.doubles("sum");
                    return Graph.define(
                            "fails",
                            root -> root.thenParallelScan(
                                    "scan",
                                    set,
                                    i -> 1,
                                    (i, s) -> x.set(Math.abs(q.get(i) % 9000), s),
                                    Scan.exclusiveDouble()));
                });
        graphs.forEach(graph -> fails(graph, "in work item 1234, position 3765 of \\{5000 in \\[0, 4999\\]\\}"));
    }
}
