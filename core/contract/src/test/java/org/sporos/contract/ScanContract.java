package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.reference.ScanOrder;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

abstract class ScanContract extends Contract {

    /** The last one has more tiles than a block looks at once, and than a device holds. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 31, 32, 33, 2047, 2048, 2049, 4096, 70_001, 300_001, 1200 * 2048 + 5})
    void scans_of_integers_are_prefix_sums(int n) {
        int[] values = new Random(n).ints(n).toArray();
        IntView x = intsOf("x", values);
        IntView before = ints("before", n);
        IntView with = ints("with", n);
        LongView wide = longs("wide", n);
        run(root -> {
            root.thenParallelScan(
                    "exclusive", RangePolicy.of(n), i -> x.get(i), (i, s) -> before.set(i, s), Scan.exclusiveInt());
            root.thenParallelScan(
                    "inclusive", RangePolicy.of(n), i -> x.get(i), (i, s) -> with.set(i, s), Scan.inclusiveInt());
            root.thenParallelScan(
                    "long", RangePolicy.of(n), i -> (long) x.get(i), (i, s) -> wide.set(i, s), Scan.inclusiveLong());
        });
        int[] exclusive = new int[n];
        int[] inclusive = new int[n];
        long[] longs = new long[n];
        int sum = 0;
        long longSum = 0;
        for (int i = 0; i < n; i++) {
            exclusive[i] = sum;
            sum += values[i];
            longSum += values[i];
            inclusive[i] = sum;
            longs[i] = longSum;
        }
        assertThat(before.toArray()).isEqualTo(exclusive);
        assertThat(with.toArray()).isEqualTo(inclusive);
        assertThat(wide.toArray()).isEqualTo(longs);
    }

    private static final int[] PERCENT = {0, 1, 6, 7, 20, 50, 93, 94, 99, 100};

    /** Returns numbers of which a percentage is positive, which changes in some places. */
    private static int[] chosen(Random random, int n) {
        int[] flags = new int[n];
        int percent = PERCENT[random.nextInt(PERCENT.length)];
        for (int k = 0; k < n; k++) {
            if (random.nextInt(700) == 0) {
                percent = PERCENT[random.nextInt(PERCENT.length)];
            }
            flags[k] = random.nextInt(100) < percent ? 1 + random.nextInt(5) : -random.nextInt(3);
        }
        return flags;
    }

    /** The index of a store is a sum: nothing that is known of work items. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 255, 256, 257, 511, 2048, 2049, 5000, 140_000})
    void chosen_indexes_get_their_sums_in_order(int n) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        Random random = new Random(seed);
        int begin = random.nextInt(2000) - 1000;
        long far = (1L << 40) + begin;
        int last = begin + n - 1;
        RangePolicy range = RangePolicy.of(begin, begin + n);
        int[] values = chosen(random, n);
        IntView flags = intsOf("flags", values);
        IntView places = ints("places", n);
        IntView included = ints("included", n);
        IntView total = ints("total");
        LongView sums = longs("sums", n);
        LongView wide = longs("wide", n);
        run(Graph.define("chosen", root -> {
            root.thenParallelScan(
                    "compaction",
                    range,
                    i -> flags.get(i - begin) > 0 ? 1 : 0,
                    (i, before) -> {
                        if (flags.get(i - begin) > 0) {
                            places.set(before, i);
                        }
                    },
                    Scan.exclusiveInt());
            root.thenParallelScan(
                    "inclusive",
                    range,
                    i -> flags.get(i - begin) > 0 ? 1 : 0,
                    (i, with) -> {
                        if (flags.get(i - begin) > 0) {
                            included.set(with - 1, i);
                        }
                        if (i == last) {
                            total.set(with);
                        }
                    },
                    Scan.inclusiveInt());
            root.thenParallelScan(
                    "return",
                    LongRangePolicy.of(far, far + n),
                    i -> flags.get((int) (i - far)) * i,
                    (i, sum) -> {
                        if (flags.get((int) (i - far)) <= 0) {
                            return;
                        }
                        sums.set((int) (i - far), sum);
                    },
                    Scan.inclusiveLong());
            root.thenParallelScan(
                    "other condition",
                    range,
                    i -> 3L * flags.get(i - begin) + i,
                    (i, sum) -> {
                        if ((i & 3) == 1 && flags.get(i - begin) != 2) {
                            wide.set(i - begin, sum);
                        }
                    },
                    Scan.exclusiveLong());
        }));
        int[] kept = new int[n];
        long[] longs = new long[n];
        long[] others = new long[n];
        int count = 0;
        long sum = 0;
        long other = 0;
        for (int k = 0; k < n; k++) {
            sum += values[k] * (far + k);
            if (values[k] > 0) {
                kept[count++] = begin + k;
                longs[k] = sum;
            }
            if ((begin + k & 3) == 1 && values[k] != 2) {
                others[k] = other;
            }
            other += 3L * values[k] + begin + k;
        }
        String as = "seed " + seed;
        assertThat(places.toArray()).as(as).isEqualTo(kept);
        assertThat(included.toArray()).as(as).isEqualTo(kept);
        assertThat(sums.toArray()).as(as).isEqualTo(longs);
        assertThat(wide.toArray()).as(as).isEqualTo(others);
        assertThat(total.toArray()).as(as).containsExactly(count);
    }

    @Test
    void a_consumer_of_the_next_run_sees_what_it_has_stored() {
        IntView x = ints("x", 1000);
        ExecutableGraph exec = run(Graph.define(
                "own",
                root -> root.thenParallelScan(
                        "own",
                        RangePolicy.of(1000),
                        i -> 1,
                        (i, sum) -> {
                            if (x.get(i) == 0) {
                                x.set(i, sum);
                            }
                        },
                        Scan.inclusiveInt())));
        exec.submit();
        assertThat(x.toArray()).isEqualTo(IntStream.rangeClosed(1, 1000).toArray());
    }

    @Test
    void a_scan_may_begin_anywhere_and_run_over_longs() {
        long begin = 1L << 40;
        LongView sums = longs("sums", 3000);
        LongView shifted = longs("shifted", 3000);
        run(root -> {
            root.thenParallelScan(
                    "longs",
                    LongRangePolicy.of(begin, begin + 3000),
                    i -> i - begin,
                    (i, s) -> sums.set(i - begin, s),
                    Scan.exclusiveLong());
            root.thenParallelScan(
                    "shifted",
                    RangePolicy.of(-7, 2993),
                    i -> (long) i + 7,
                    (i, s) -> shifted.set(i + 7, s),
                    Scan.exclusiveLong());
        });
        long[] expected = new long[3000];
        Arrays.setAll(expected, i -> (long) i * (i - 1) / 2);
        assertThat(sums.toArray()).isEqualTo(expected);
        assertThat(shifted.toArray()).isEqualTo(expected);
    }

    @Test
    void a_scan_of_floating_point_is_close_to_the_true_sums() {
        int n = 30_000;
        DoubleView sums = doubles("sums", n);
        FloatView floatSums = floats("floatSums", n);
        run(root -> {
            root.thenParallelScan(
                    "d", RangePolicy.of(n), i -> 1.0 / (i + 1), (i, s) -> sums.set(i, s), Scan.inclusiveDouble());
            root.thenParallelScan(
                    "f", RangePolicy.of(n), i -> 0.5f, (i, s) -> floatSums.set(i, s), Scan.exclusiveFloat());
        });
        double[] got = sums.toArray();
        float[] gotFloats = floatSums.toArray();
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 1.0 / (i + 1);
            assertThat(got[i]).isCloseTo(sum, within(1e-12));
            assertThat(gotFloats[i]).isEqualTo(0.5f * i);
        }
    }

    /** Around the ends of rows, tiles, what one block scans and groups of tiles; the exclusive sums are in place. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                1,
                32,
                33,
                255,
                256,
                257,
                511,
                512,
                513,
                2048,
                2049,
                16 * 2048,
                16 * 2048 + 1,
                64 * 2048,
                64 * 2048 + 1,
                130 * 2048 + 77,
                1025 * 2048 + 5
            })
    void a_scan_of_doubles_has_the_bits_of_the_order_that_is_written_down(int n) {
        Random random = new Random(n);
        double[] values = new double[n];
        double[] special = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        Arrays.setAll(
                values,
                i -> random.nextInt(3) == 0
                        ? special[random.nextInt(2)]
                        : (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(31) - 15));
        values[n - 1 - random.nextInt((n + 9) / 10)] = special[random.nextInt(special.length)];
        DoubleView x = doublesOf("x", values);
        DoubleView with = doubles("with", n);
        DoubleView before = doublesOf("before", values);
        run(root -> {
            root.thenParallelScan(
                    "inclusive", RangePolicy.of(n), i -> x.get(i), (i, s) -> with.set(i, s), Scan.inclusiveDouble());
            root.thenParallelScan(
                    "exclusive",
                    RangePolicy.of(n).withChunk(5000),
                    i -> before.get(i),
                    (i, s) -> before.set(i, s),
                    Scan.exclusiveDouble());
        });
        List<Double> expected = ScanOrder.sums(Arrays.stream(values).boxed().toList(), 0.0, Double::sum);
        double[] inclusive = with.toArray();
        double[] exclusive = before.toArray();
        for (int i = 0; i < n; i++) {
            assertThat(inclusive[i]).as("index %d", i).isEqualTo(expected.get(i));
            if (i % 2048 != 0 || isHost() && i > 0) {
                assertThat(exclusive[i]).as("index %d", i).isEqualTo(Double.valueOf(inclusive[i - 1]));
            }
        }
    }

    @Test
    @Tag("full")
    void a_scan_goes_on_from_one_group_of_groups_of_tiles_to_the_next() {
        int n = 64 * 64 * 2048 + 65 * 2048 + 5;
        IntView with = ints("with", n);
        DoubleView before = doubles("before", n);
        run(root -> {
            root.thenParallelScan(
                    "inclusive", RangePolicy.of(n), i -> i & 3, (i, s) -> with.set(i, s), Scan.inclusiveInt());
            root.thenParallelScan(
                    "exclusive", RangePolicy.of(n), i -> i & 3, (i, s) -> before.set(i, s), Scan.exclusiveDouble());
        });
        int[] inclusive = with.toArray();
        double[] exclusive = before.toArray();
        int sum = 0;
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            wrong += exclusive[i] == sum ? 0 : 1;
            sum += i & 3;
            wrong += inclusive[i] == sum ? 0 : 1;
        }
        assertThat(wrong).isZero();
    }

    @Test
    void a_scan_has_one_bit_pattern_on_1_2_3_and_7_threads() {
        String[] specs = isHost()
                ? new String[] {"host,threads=1", "host,threads=2", "host,threads=3", "host,threads=7"}
                : new String[] {spec()};
        int n = 50_000;
        Random random = new Random(5);
        double[] values = new double[n];
        Arrays.setAll(values, i -> (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(601) - 300));
        double[] first = null;
        for (String spec : specs) {
            try (ExecutionSpace space = Spaces.open(spec);
                    DoubleView x = DoubleView.copyOf("x", space, values);
                    DoubleView sums = DoubleView.of("sums", space, n)) {
                Graph graph = Graph.define(
                        "g",
                        root -> root.thenParallelScan(
                                "scan",
                                RangePolicy.of(n),
                                i -> x.get(i),
                                (i, s) -> sums.set(i, s),
                                Scan.exclusiveDouble()));
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    for (int run = 0; run < 20; run++) {
                        exec.submit();
                        space.fence();
                        first = first == null ? sums.toArray() : first;
                        assertThat(sums.toArray()).as("%s, run %d", spec, run).isEqualTo(first);
                    }
                }
            }
        }
    }

    @Test
    void the_consumer_is_called_once_per_index() {
        IntView calls = ints("calls", 10_000);
        run(root -> root.thenParallelScan(
                "scan", RangePolicy.of(10_000), i -> 1, (i, s) -> calls.atomicAdd(i, s + 1), Scan.exclusiveInt()));
        int[] expected = new int[10_000];
        Arrays.setAll(expected, i -> i + 1);
        assertThat(calls.toArray()).isEqualTo(expected);
    }
}
