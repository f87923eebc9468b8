package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.LogicalOr;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/**
 * Random graphs of all work over ranges that begin and end anywhere, against plain loops.
 * {@code -Dsporos.contract.seed=...} repeats a run.
 */
abstract class RangeEndsContract extends Contract {
    private Random random;
    private RandomRanges ranges;
    /** What is compared after the run. */
    private final List<Runnable> checks = new ArrayList<>();

    @Test
    void work_over_ranges_that_begin_and_end_anywhere_does_what_plain_loops_do() {
        compare(12);
    }

    @Test
    @Tag("full")
    void much_work_over_ranges_that_begin_and_end_anywhere_does_what_plain_loops_do() {
        compare(100);
    }

    private void compare(int graphs) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        Random seeds = new Random(seed);
        for (int number = 0; number < graphs; number++) {
            random = new Random(seeds.nextLong());
            ranges = new RandomRanges(random);
            checks.clear();
            try {
                compare();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("graph " + number + " of -Dsporos.contract.seed=" + seed + ": " + e, e);
            }
        }
    }

    private void compare() {
        int nodes = 1 + random.nextInt(12);
        Graph graph = Graph.define("ends", root -> {
            for (int k = 0; k < nodes; k++) {
                add(root);
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

    private void add(NodeRef root) {
        switch (random.nextInt(10)) {
            case 0 -> loop(root);
            case 1 -> longLoop(root);
            case 2 -> chain(root);
            case 3 -> longChain(root);
            case 4 -> box(root);
            case 5 -> cube(root);
            case 6 -> reduction(root);
            case 7 -> longReduction(root);
            case 8 -> boxReduction(root);
            default -> scans(root);
        }
    }

    /** Has a view compared with what a function gives for each place. */
    private void expect(String what, LongView found, long size, LongUnaryOperator wanted) {
        checks.add(() -> {
            long[] values = found.toArray();
            for (int k = 0; k < size; k++) {
                long value = wanted.applyAsLong(k);
                if (values[k] != value) {
                    assertThat(values[k]).as("%s, place %d", what, k).isEqualTo(value);
                }
            }
        });
    }

    private RangePolicy cut(RangePolicy range) {
        return range.withBlock(random.nextInt(3) == 0 ? 1 + random.nextInt(1024) : 0)
                .withChunk(random.nextInt(3) == 0 ? 1 + random.nextInt(700) : 0);
    }

    private LongRangePolicy cut(LongRangePolicy range) {
        return range.withBlock(random.nextInt(3) == 0 ? 1 + random.nextInt(1024) : 0)
                .withChunk(random.nextInt(3) == 0 ? 1 + random.nextInt(700) : 0);
    }

    private void loop(NodeRef root) {
        int n = ranges.size();
        int begin = ranges.intBegin(n);
        LongView out = longs("out", n);
        root.thenParallelFor("loop", cut(RangePolicy.of(begin, begin + n)), i -> out.set(i - begin, 3L * i + 1));
        expect("loop from " + begin, out, n, k -> 3L * (begin + k) + 1);
    }

    private void longLoop(NodeRef root) {
        int n = ranges.size();
        long begin = ranges.longBegin(n);
        LongView out = longs("out", n);
        root.thenParallelFor(
                "long loop", cut(LongRangePolicy.of(begin, begin + n)), i -> out.set(i - begin, 3 * i + 1));
        expect("long loop from " + begin, out, n, k -> 3 * (begin + k) + 1);
    }

    /** Neighbours that may become one loop, a reduction at the end. */
    private void chain(NodeRef root) {
        int n = ranges.size();
        int begin = ranges.intBegin(n);
        RangePolicy range = RangePolicy.of(begin, begin + n);
        LongView a = longs("a", n);
        LongView b = longs("b", n);
        LongView sum = longs("sum");
        root.thenParallelFor("first", range, i -> a.set(i - begin, i))
                .thenParallelFor("second", range, i -> b.set(i - begin, a.get(i - begin) * 5 - i))
                .thenParallelReduce("sum", range, Sum.into(sum, i -> b.get(i - begin) ^ (long) i));
        expect("chain from " + begin, b, n, k -> 4 * (begin + k));
        expect("sum from " + begin, sum, 1, k -> sum(n, p -> 4 * (begin + p) ^ (begin + p)));
    }

    private void longChain(NodeRef root) {
        int n = ranges.size();
        long begin = ranges.longBegin(n);
        LongRangePolicy range = LongRangePolicy.of(begin, begin + n);
        LongView a = longs("a", n);
        LongView b = longs("b", n);
        LongView sum = longs("sum");
        root.thenParallelFor("first", range, i -> a.set(i - begin, i))
                .thenParallelFor("second", range, i -> b.set(i - begin, a.get(i - begin) * 5 - i))
                .thenParallelReduce("sum", range, Sum.intoLongRange(sum, i -> b.get(i - begin) ^ i));
        expect("long chain from " + begin, b, n, k -> 4 * (begin + k));
        expect("long sum from " + begin, sum, 1, k -> sum(n, p -> 4 * (begin + p) ^ (begin + p)));
    }

    private static long sum(int n, LongUnaryOperator value) {
        long sum = 0;
        for (int k = 0; k < n; k++) {
            sum += value.applyAsLong(k);
        }
        return sum;
    }

    private int tile() {
        return random.nextBoolean() ? 0 : 1 + random.nextInt(9);
    }

    private void box(NodeRef root) {
        int n = ranges.extent();
        int m = ranges.extent();
        int i0 = ranges.intBegin(n);
        int j0 = ranges.intBegin(m);
        LongView out = longs("out", n, m);
        MDRangePolicy box = MDRangePolicy.of(new int[] {i0, j0}, new int[] {i0 + n, j0 + m});
        root.thenParallelFor("box", box.withTile(tile(), tile()), (i, j) -> out.set(i - i0, j - j0, 1000L * i + j));
        expect("box " + box, out, (long) n * m, k -> 1000L * (i0 + k / m) + j0 + k % m);
    }

    private void cube(NodeRef root) {
        int n = ranges.extent() / 4;
        int m = ranges.extent();
        int o = ranges.extent();
        int i0 = ranges.intBegin(n);
        int j0 = ranges.intBegin(m);
        int k0 = ranges.intBegin(o);
        LongView out = longs("out", n, m, o);
        MDRangePolicy box = MDRangePolicy.of(new int[] {i0, j0, k0}, new int[] {i0 + n, j0 + m, k0 + o});
        root.thenParallelFor(
                "cube",
                box.withTile(tile(), tile(), tile()),
                (i, j, k) -> out.set(i - i0, j - j0, k - k0, 1000L * i + 10L * j + k));
        expect("cube " + box, out, (long) n * m * o, at -> {
            long row = at / o;
            return 1000L * (i0 + row / m) + 10L * (j0 + row % m) + k0 + at % o;
        });
    }

    private void reduction(NodeRef root) {
        int n = ranges.size();
        int begin = ranges.intBegin(n);
        int middle = begin + n / 3;
        LongView[] to = results(8);
        LongView sum = to[0];
        LongView xor = to[1];
        LongView least = to[2];
        LongView leastAt = to[3];
        LongView most = to[4];
        LongView mostAt = to[5];
        IntView any = ints("any");
        DoubleView custom = doubles("custom");
        root.thenParallelReduce(
                "reduction",
                cut(RangePolicy.of(begin, begin + n)),
                Sum.into(sum, i -> (long) i),
                BitXor.into(xor, i -> i * 7L),
                MinLoc.into(least, leastAt, i -> Math.abs((long) i - middle)),
                MaxLoc.into(most, mostAt, i -> i & 3L),
                LogicalOr.into(any, i -> i == middle),
                Custom.into(custom, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> (double) i));
        expect("sum from " + begin, sum, 1, k -> sum(n, p -> begin + p));
        expect("xor from " + begin, xor, 1, k -> xor(n, p -> (begin + p) * 7L));
        located("least from " + begin, begin, n, least, leastAt, i -> -Math.abs(i - middle), true);
        located("most from " + begin, begin, n, most, mostAt, i -> i & 3, false);
        checks.add(() -> assertThat(any.toArray()).containsExactly(n > 0 ? 1 : 0));
        double expected = Reference.ascending(n, 1.25, (a, b) -> b + 0.5 * (a - 1.25), k -> (double) (begin + k));
        checks.add(
                () -> assertThat(custom.toArray()).as("custom from %d", begin).containsExactly(expected));
    }

    private LongView[] results(int count) {
        LongView[] to = new LongView[count];
        java.util.Arrays.setAll(to, k -> longs("r" + k));
        return to;
    }

    private static long xor(int n, LongUnaryOperator value) {
        long xor = 0;
        for (int k = 0; k < n; k++) {
            xor ^= value.applyAsLong(k);
        }
        return xor;
    }

    /** Has the location of the greatest of some numbers compared, of which the value may be kept negative. */
    private void located(
            String what, long begin, int n, LongView value, LongView at, LongUnaryOperator number, boolean negative) {
        long best = begin;
        for (long k = 1; k < n; k++) {
            best = number.applyAsLong(begin + k) > number.applyAsLong(best) ? begin + k : best;
        }
        long where = n == 0 ? -1 : best;
        long sign = negative ? -1 : 1;
        long most = n == 0 ? (negative ? Long.MAX_VALUE : Long.MIN_VALUE) : sign * number.applyAsLong(best);
        expect(what, at, 1, k -> where);
        expect(what, value, 1, k -> most);
    }

    private void longReduction(NodeRef root) {
        int n = ranges.size();
        long begin = ranges.longBegin(n);
        long middle = begin + n / 3;
        LongView[] to = results(6);
        LongView sum = to[0];
        LongView xor = to[1];
        LongView least = to[2];
        LongView leastAt = to[3];
        LongView most = to[4];
        LongView mostAt = to[5];
        root.thenParallelReduce(
                "long reduction",
                cut(LongRangePolicy.of(begin, begin + n)),
                Sum.intoLongRange(sum, i -> i),
                BitXor.intoLongRange(xor, i -> i * 7),
                MinLoc.intoLongRange(least, leastAt, i -> Math.abs(i - middle)),
                MaxLoc.intoLongRange(most, mostAt, i -> i & 3));
        expect("long sum from " + begin, sum, 1, k -> sum(n, p -> begin + p));
        expect("long xor from " + begin, xor, 1, k -> xor(n, p -> (begin + p) * 7));
        located("long least from " + begin, begin, n, least, leastAt, i -> -Math.abs(i - middle), true);
        located("long most from " + begin, begin, n, most, mostAt, i -> i & 3, false);
    }

    /** The location of an index tuple is its position in row-major order. */
    private void boxReduction(NodeRef root) {
        int n = ranges.extent();
        int m = ranges.extent();
        int i0 = ranges.intBegin(n);
        int j0 = ranges.intBegin(m);
        LongView[] to = results(3);
        LongView sum = to[0];
        LongView most = to[1];
        LongView mostAt = to[2];
        MDRangePolicy box = MDRangePolicy.of(new int[] {i0, j0}, new int[] {i0 + n, j0 + m});
        root.thenParallelReduce(
                "box reduction",
                box,
                Sum.into(sum, (int i, int j) -> 3L * i + j),
                MaxLoc.into(most, mostAt, (int i, int j) -> (long) (i - i0) * (j - j0) % 17));
        expect("box sum " + box, sum, 1, k -> sum(n * m, p -> 3 * (i0 + p / m) + j0 + p % m));
        located("box most " + box, 0, n * m, most, mostAt, p -> (p / m) * (p % m) % 17, false);
    }

    private void scans(NodeRef root) {
        int n = ranges.size();
        int begin = ranges.intBegin(n);
        long longBegin = ranges.longBegin(n);
        LongView before = longs("before", n);
        LongView with = longs("with", n);
        root.thenParallelScan(
                "scan",
                cut(RangePolicy.of(begin, begin + n)),
                i -> (long) i,
                (i, sum) -> before.set(i - begin, sum - i),
                Scan.exclusiveLong());
        root.thenParallelScan(
                "long scan",
                cut(LongRangePolicy.of(longBegin, longBegin + n)),
                i -> i * 3,
                (i, sum) -> with.set(i - longBegin, sum ^ i),
                Scan.inclusiveLong());
        expect("scan from " + begin, before, n, k -> k * begin + k * (k - 1) / 2 - (begin + k));
        expect(
                "long scan from " + longBegin,
                with,
                n,
                k -> (k + 1) * 3 * longBegin + 3 * (k * (k + 1) / 2) ^ (longBegin + k));
    }

    @Test
    void a_range_that_ends_before_it_begins_is_refused() {
        for (long[] ends : new long[][] {{1, 0}, {0, -1}, {1L << 31, -1}, {Long.MAX_VALUE, Long.MIN_VALUE}}) {
            assertThatThrownBy(() -> LongRangePolicy.of(ends[0], ends[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "G005: LongRangePolicy of [" + ends[0] + ", " + ends[1] + ") has a negative");
        }
        assertThatThrownBy(() -> RangePolicy.of(Integer.MAX_VALUE, Integer.MIN_VALUE))
                .hasMessageStartingWith("G005: RangePolicy of [2147483647, -2147483648) has a negative size");
        assertThatThrownBy(() -> MDRangePolicy.of(new int[] {0, -3}, new int[] {1, -4}))
                .hasMessageStartingWith("G005: MDRangePolicy, dimension 1, of [-3, -4) has a negative size");
    }

    @Test
    void a_range_of_more_indexes_than_a_long_counts_is_refused() {
        assertThatThrownBy(() -> LongRangePolicy.of(-1, Long.MAX_VALUE))
                .hasMessageContaining("has more indexes than a long can count");
        assertThat(LongRangePolicy.of(Long.MIN_VALUE, -1).size()).isEqualTo(Long.MAX_VALUE);
    }

    /** Nobody waits for the end of so many: that they can be made ready is what shows here. */
    @Test
    void work_over_more_indexes_than_an_int_counts_can_be_instantiated() {
        LongView x = longs("x", 8);
        LongView[] to = results(3);
        LongView sum = to[0];
        LongView most = to[1];
        LongView mostAt = to[2];
        long many = 1L << 33;
        Graph graph = Graph.define("long", root -> {
            root.thenParallelFor("longs", LongRangePolicy.of(-7, many), i -> x.atomicAdd((int) i & 7, i))
                    .thenParallelFor(
                            "ints", RangePolicy.of(Integer.MIN_VALUE, Integer.MAX_VALUE), i -> x.atomicAdd(i & 7, i))
                    .thenParallelFor(
                            "box",
                            MDRangePolicy.of(new int[] {Integer.MIN_VALUE, -3}, new int[] {Integer.MAX_VALUE, 1 << 30}),
                            (i, j) -> x.atomicAdd(i & 7, j));
            root.thenParallelReduce(
                    "sum",
                    LongRangePolicy.of(-many, many),
                    Sum.intoLongRange(sum, i -> i),
                    MaxLoc.intoLongRange(most, mostAt, i -> i & 7));
            LongView y = x.subview(Slice.range(0, 8));
            root.thenGraph("scan", Graph.define("scan", inner -> {
                inner.thenParallelScan(
                        "scan",
                        LongRangePolicy.of(-5, 1L << 32),
                        i -> i,
                        (i, s) -> y.atomicAdd((int) i & 7, s),
                        Scan.inclusiveLong());
            }));
        });
        assertThat(instantiate(graph, Merging.OFF).graph()).isSameAs(graph);
        assertThat(instantiate(graph).graph()).isSameAs(graph);
    }

    @Test
    void views_without_elements_and_ranges_without_indexes_take_part() {
        LongView none = longs("none", 0);
        LongView part = longs("part", 0, 5);
        LongView other = longs("other", 0, 5);
        LongView x = longs("x", 3);
        LongView sum = longs("sum");
        run(Graph.define("none", root -> {
            root.thenFill("fill", none, 3)
                    .thenParallelFor("loop", RangePolicy.of(-9, -9), i -> none.set(i, i))
                    .thenParallelFor("long", LongRangePolicy.of(1L << 40, 1L << 40), i -> none.set(i, i))
                    .thenParallelReduce("sum", RangePolicy.of(0), Sum.into(sum, i -> none.get(i)));
            root.thenFill("rows", part, 1)
                    .thenDeepCopy("copy", other, part)
                    .thenParallelFor("box", MDRangePolicy.of(0, 5), (i, j) -> other.set(i, j, part.get(i, j)))
                    .thenParallelFor("cube", MDRangePolicy.of(2, 0, 3), (i, j, k) -> x.set(i, j));
            root.thenFill("x", x.subview(Slice.range(2, 2)), 9);
        }));
        assertThat(sum.toArray()).containsExactly(0);
        assertThat(x.toArray()).containsOnly(0);
    }
}
